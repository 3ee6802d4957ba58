const { itemsOf } = require('../support/n8n/executionData');
const { fastClock } = require('../support/n8n/settings');
const { manualTrigger, ownNode, readFiles, webhook, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { after, items, POLL, set, waitsIn } = require('./waits');
const { useN8n } = require('./world');

/** For n8n a minute passes in two seconds, so that the shortest wait of a suspended execution takes as long. */
const world = useN8n(fastClock(30));
const { hintsOf, newJobs, transcribe, untilStatus, wait } = waitsIn(world);

/** @typedef {import('../support/n8n/workflow').WorkflowNode} WorkflowNode */

/** @param {WorkflowNode[]} nodes @param {import('../support/n8n/workflow').Workflow['connections']} [connections] over those one after another */
async function create(nodes, connections = {}, settings = {}) {
	const flow = workflow('Wait', nodes, { settings });
	flow.connections = { ...flow.connections, ...connections };
	return await world.n8n.client.createWorkflow(flow);
}

/** @type {(...args: Parameters<typeof create>) => Promise<{ id: string }>} */
async function start(nodes, ...more) {
	const created = await create([manualTrigger(), ...nodes], ...more);
	return { id: await world.n8n.client.runWorkflow(created.id) };
}

/** @param {number} jobId */
const checksOf = (jobId) => world.emulator.journal.count({ operation: 'job_info', jobId });

/** Suspended, and checked once more since. @param {string} id @param {number} jobId */
async function untilCheckedAgain(id, jobId) {
	const before = checksOf(jobId);
	await until(() => checksOf(jobId) > before, POLL);
	await untilStatus(id);
}

/** @param {number[]} jobIds @param {any[]} statuses one for each, or one for all */
function end(jobIds, ...statuses) {
	jobIds.forEach((jobId, index) => {
		const status = statuses[index] ?? statuses[0];
		const errors = status === 'Failure' ? [{ code: 'no_speech', message: 'Silence' }] : undefined;
		world.emulator.setJobStatus(jobId, status, { errors });
	});
}

/** @param {string} id */
async function result(id) {
	const { status, data } = await world.n8n.client.waitForExecution(id);
	/** @param {string} node @param {number} [output] */
	const rows = (node, output) => itemsOf(data, node, output).map(({ json }) => json);
	return { status, data, rows, error: data.resultData.error };
}

/** @param {string} node */
const to = (node) => [{ node, type: 'main', index: 0 }];

describe('an execution that waits', () => {
	test('goes on after a restart, item by item, with the right items behind it', async () => {
		const jobs = newJobs(3);
		// Half a minute: what is due before n8n has started again may be marked as crashed for a while.
		const { id } = await start([...items(jobs), wait('Wait', {}, { pollInterval: 900 }), after()]);
		await untilStatus(id);
		const checks = checksOf(jobs[0]);
		await world.n8n.stop();
		await world.n8n.start();
		expect([await world.n8n.client.statusOf(id), checksOf(jobs[0])]).toEqual(['waiting', checks]);
		end(jobs, 'Completed');
		const { status, rows, data } = await result(id);
		expect(status).toBe('success');
		expect(rows('After')).toEqual(jobs.map((job) => ({ job, status: 'Completed', of: job })));
		expect(data.resultData.runData.Wait).toHaveLength(1);
	});

	test('ends when it is stopped, and checks no more', async () => {
		const jobs = newJobs(1);
		const { id } = await start([...items(jobs), wait()]);
		await untilStatus(id);
		const hint = expect.stringMatching(
			`job ${jobs[0]} \\(In Progress\\)\\. The next check is due at .* goes on in Verbit`,
		);
		expect(await hintsOf(id)).toEqual([hint]);
		await world.n8n.client.stopExecution(id);
		expect((await result(id)).status).toBe('canceled');
		expect(await hintsOf(id)).toEqual([hint]);
		const other = newJobs(1);
		const checks = checksOf(jobs[0]);
		const running = await start([...items(other), wait()]);
		await untilCheckedAgain(running.id, other[0]);
		expect(checksOf(jobs[0])).toBe(checks);
		end(other, 'Completed');
		await result(running.id);
	});

	test("is canceled at the next check when the workflow's own timeout is over, which counts the wait", async () => {
		const jobs = newJobs(1);
		const { id } = await start([...items(jobs), wait()], {}, { executionTimeout: 600 });
		await untilStatus(id);
		expect((await result(id)).status).toBe('canceled');
	});

	test('ends with an error that says so when its credential is deleted', async () => {
		const jobs = newJobs(1);
		const { id: credentialId, name } = await world.createCredential();
		const waits = wait('Wait', { credentials: { verbitApi: { id: credentialId, name } } });
		const { id } = await start([...items(jobs), waits]);
		await untilStatus(id);
		await world.n8n.client.request('DELETE', `/credentials/${credentialId}`);
		const { status, error } = await result(id);
		expect([status, error?.context?.code]).toEqual(['error', 'CREDENTIAL_NOT_FOUND']);
	});

	test('returns what is known to a webhook that responds when its last node finishes, and goes on', async () => {
		const jobs = newJobs(1);
		const path = `wait-${Date.now()}`;
		const trigger = webhook(path, { responseMode: 'lastNode' });
		const created = await create([trigger, ...items(jobs), wait()]);
		await world.n8n.client.activate(created);
		const response = await fetch(`${world.n8n.url}/webhook/${path}`, {
			method: 'POST',
			headers: { connection: 'close' },
		});
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({ job_id: jobs[0], job_status: 'In Progress' });
		const [{ id }, ...others] = await world.n8n.client.listExecutions(String(created.id));
		expect(others).toEqual([]);
		await untilStatus(id);
		end(jobs, 'Completed');
		const { status, rows } = await result(id);
		expect([status, rows('Wait')]).toMatchObject(['success', [{ job_status: 'Completed' }]]);
	});
});

describe('several waits', () => {
	test('both outputs of an If may lead to one: no job is passed on before it has ended', async () => {
		const jobs = newJobs(2);
		const { id } = await start(
			[
				...items(jobs),
				ownNode('If', 'if', 1, {
					conditions: { number: [{ value1: '={{ $json.jobs }}', value2: jobs[1] }] },
				}),
				wait(),
			],
			{ If: { main: [to('Wait'), to('Wait')] } },
		);
		await untilStatus(id);
		end([jobs[1]], 'Completed');
		await until(() => checksOf(jobs[0]) > 0);
		await untilStatus(id);
		end([jobs[0]], 'Completed');
		const { status, data } = await result(id);
		expect(status).toBe('success');
		const runs = data.resultData.runData.Wait.map((run) => run.data?.main[0]?.[0]?.json);
		expect(runs).toMatchObject([
			{ job_id: jobs[1], job_status: 'Completed' },
			{ job_id: jobs[0], job_status: 'Completed' },
		]);
	});

	test('one after another in a loop, for equal items, each with a job of its own', async () => {
		world.emulator.switches.set({ transcriptionSeconds: 86_400 });
		const url = 'https://media.example.com/equal.mp4';
		const loop = ownNode('Loop', 'splitInBatches', 3, { options: {} });
		const { id } = await start([...items([url, url]), loop, transcribe(), after('Done')], {
			Loop: { main: [to('Done'), to('Transcribe')] },
			Transcribe: { main: [to('Loop')] },
		});
		const ofUrl = () => world.jobs().filter(({ media }) => media?.mediaUrl === url);
		const jobs = () => ofUrl().map(({ id: job }) => job);
		for (const round of [1, 2]) {
			await until(() => jobs().length === round && checksOf(jobs()[round - 1]) > 0);
			await untilStatus(id);
			end([jobs()[round - 1]], 'Completed');
		}
		const { status, rows } = await result(id);
		expect([status, rows('Done').map(({ job }) => job)]).toEqual(['success', jobs()]);
	});

	test('in two nodes, with a file that is there behind them', async () => {
		const jobs = newJobs(2);
		const { id } = await start([
			readFiles(world.recordings.partOne),
			wait('Wait', {}, { jobId: jobs[0] }),
			wait('Second', {}, { jobId: jobs[1] }),
			set('={{ { job: $json.job_id, file: $("Read Files").item.binary.data.fileName } }}'),
		]);
		await untilStatus(id);
		end([jobs[0]], 'Completed');
		await until(() => checksOf(jobs[1]) > 0);
		await untilCheckedAgain(id, jobs[1]);
		end([jobs[1]], 'Completed');
		const { status, rows } = await result(id);
		expect(status).toBe('success');
		expect(rows('After')).toEqual([{ job: jobs[1], file: 'lincoln-part-1.wav' }]);
	});
});

describe('a job that fails at a later check', () => {
	test('is an error, not a stopped execution, also where it was canceled, and Retry checks again', async () => {
		const jobs = newJobs(2);
		const { id } = await start([...items(jobs), wait(), after()]);
		await untilCheckedAgain(id, jobs[1]);
		end([jobs[1]], 'Canceled');
		const { status, error } = await result(id);
		expect([status, error?.context?.code]).toEqual(['error', 'JOB_CANCELED']);
		end(jobs, 'In Progress');
		const retry = await world.n8n.client.request('POST', `/executions/${id}/retry`, {});
		await untilCheckedAgain(retry.id, jobs[0]);
		end(jobs, 'Completed');
		const retried = await result(retry.id);
		expect(retried.status).toBe('success');
		expect(retried.rows('After')).toMatchObject(jobs.map((job) => ({ job, of: job })));
	});

	test('is waited for once more where Retry On Fail finds it in progress again', async () => {
		const [job] = newJobs(1);
		const { id } = await start([...items([job]), wait('Wait', { retryOnFail: true }), after()]);
		await untilStatus(id);
		const checks = checksOf(job);
		const body = { ErrorType: 'ITEM_NOT_FOUND', ErrorComment: 'No such job' };
		const refusal = { kind: /** @type {const} */ ('status'), status: 404, body, times: 1 };
		world.emulator.faults.add({ where: 'service', operation: 'job_info', ...refusal });
		// The check that is refused, and that of the second try.
		await until(() => checksOf(job) >= checks + 2);
		await untilStatus(id);
		end([job], 'Completed');
		const { status, data, rows } = await result(id);
		expect(status).toBe('success');
		expect(rows('After')).toEqual([expect.objectContaining({ of: job, status: 'Completed' })]);
		expect(data.resultData.runData.Wait).toHaveLength(1);
	});
});

describe('recordings whose submission takes longer than a minute', () => {
	test('are saved before the next is begun, and go on from there', async () => {
		world.emulator.switches.set({ transcriptionSeconds: 86_400 });
		// 90 s for n8n, of those three that are submitted at a time.
		const slow = /** @type {const} */ ({ kind: 'delay', delayMs: 3000, times: 3 });
		world.emulator.faults.add({ where: 'service', operation: 'perform_transcription', ...slow });
		const urls = [1, 2, 3, 4, 5].map((number) => `https://media.example.com/${number}.mp4`);
		const { id } = await start([...items(urls), transcribe(), after()]);
		const created = () => world.emulator.journal.count({ operation: 'job_new' });
		await untilStatus(id);
		expect(created()).toBe(3);
		expect(await hintsOf(id, 'Transcribe')).toEqual([
			expect.stringContaining('items to submit: 2.'),
		]);
		await until(() => created() === 5);
		const jobs = world.jobs().map((job) => job.id);
		await until(() => jobs.slice(-5).every((job) => checksOf(job) > 0));
		end(jobs.slice(-5), 'Completed');
		const { status, rows } = await result(id);
		expect([status, rows('After').map((row) => row.of)]).toEqual(['success', urls]);
		expect(created()).toBe(5);
	});
});

describe('a sub-workflow that waits', () => {
	const called = ownNode('Called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });

	/** A node that calls a new sub-workflow. @param {'once' | 'each'} mode @param {WorkflowNode[]} nodes of the sub-workflow */
	async function caller(mode, nodes) {
		const value = await world.n8n.client.publish(workflow('Part', [called, ...nodes]));
		const workflowId = { __rl: true, mode: 'id', value };
		return ownNode('Call', 'executeWorkflow', 1.2, { workflowId, mode, options: {} });
	}

	/** @param {number[]} jobs */
	const call = async (jobs) =>
		await start([...items(jobs), await caller('once', [wait()]), after()]);

	test('for all items suspends both executions, and returns what the jobs have become', async () => {
		const jobs = newJobs(2);
		const { id } = await call(jobs);
		await untilStatus(id);
		await until(() => checksOf(jobs[0]) > 1);
		end(jobs, 'Completed');
		const { status, rows } = await result(id);
		expect(status).toBe('success');
		expect(rows('After')).toMatchObject(jobs.map((job) => ({ job, status: 'Completed' })));
	});

	test('waits in place where it is called for each item, also by a sub-workflow of its own', async () => {
		const pairs = [newJobs(2), newJobs(2)];
		const [, split] = items([]);
		const inner = await caller('once', [wait()]);
		const outer = await caller('each', [split, inner]);
		const callers = items(pairs.map((jobs) => ({ jobs })));
		const { id } = await start([...callers, outer]);
		await until(() => checksOf(pairs[0][0]) > 1);
		end(pairs[0], 'Completed');
		await until(() => checksOf(pairs[1][0]) > 1);
		expect(await world.n8n.client.statusOf(id)).toBe('running');
		end(pairs[1], 'Completed');
		const { status, rows } = await result(id);
		expect(status).toBe('success');
		expect(rows('Call').map(({ job_id: job }) => job)).toEqual(pairs.flat());
	});

	test('fails its caller when a job fails', async () => {
		const jobs = newJobs(2);
		const { id } = await call(jobs);
		await untilStatus(id);
		end([jobs[1]], 'Failure');
		const { status, error } = await result(id);
		expect(status).toBe('error');
		expect(error?.message).toContain('the transcription failed');
	});
});
