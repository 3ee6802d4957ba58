const { itemsOf } = require('../support/n8n/executionData');
const { fastClock } = require('../support/n8n/settings');
const {
	manualTrigger,
	readFiles,
	setFields,
	webhook,
	workflow,
} = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { useN8n } = require('./world');

/** For n8n a minute passes in two seconds, so that the shortest wait of a suspended execution takes as long. */
const world = useN8n(fastClock(30));

/** @typedef {import('../support/n8n/workflow').WorkflowNode} WorkflowNode */

/** @param {number} count */
function newJobs(count) {
	const jobIds = Array.from({ length: count }, () => world.newJob());
	for (const jobId of jobIds) world.emulator.setJobStatus(jobId, 'In Progress');
	return jobIds;
}

/** One item for each job. @param {number[]} jobs @returns {WorkflowNode[]} */
const items = (jobs) => [
	setFields({ jobs }),
	{
		name: 'Jobs',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'jobs', options: {} },
	},
];

/** @param {string} [name] @param {Partial<WorkflowNode>} [more] */
const wait = (name = 'Wait', more = {}) => ({
	...world.verbit(name, 'job:wait', { jobId: '={{ $json.jobs }}', options: { timeoutHours: 48 } }),
	...more,
});

/** Tells to which input item an output belongs. */
const after = {
	name: 'After',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		mode: 'raw',
		jsonOutput:
			'={{ { job: $json.job_id, status: $json.job_status, error: $json.error, of: $("Jobs").item.json.jobs } }}',
		options: {},
	},
};

/** @param {WorkflowNode[]} nodes @param {import('../support/n8n/workflow').Workflow['connections']} [connections] over those one after another */
async function create(nodes, connections = {}) {
	const flow = workflow('Wait', nodes);
	flow.connections = { ...flow.connections, ...connections };
	return await world.n8n.client.createWorkflow(flow);
}

/** @type {(...args: Parameters<typeof create>) => Promise<{ id: string, workflowId: string }>} */
async function start(nodes, connections) {
	const { id: workflowId } = await create([manualTrigger(), ...nodes], connections);
	return { id: await world.n8n.client.runWorkflow(workflowId), workflowId };
}

/** @param {string} id */
const statusOf = async (id) => (await world.n8n.client.request('GET', `/executions/${id}`)).status;

/** n8n has other work than to answer. */
const POLL = { pollMs: 100 };

/** @param {string} id */
const untilWaiting = async (id) =>
	await until(async () => (await statusOf(id)) === 'waiting', POLL);

/** @param {number} jobId */
const checksOf = (jobId) => world.emulator.journal.count({ operation: 'job_info', jobId });

/** Suspended, and checked once more since. @param {string} id @param {number} jobId */
async function untilCheckedAgain(id, jobId) {
	const before = checksOf(jobId);
	let status = '';
	const isChecked = async () => {
		status = await statusOf(id);
		return checksOf(jobId) > before;
	};
	await until(isChecked, { ...POLL, tell: () => `The execution is ${status}` });
	await untilWaiting(id);
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

/** @param {string} id @returns {Promise<string>} the id of the new execution */
async function retry(id, options = {}) {
	const answer = await world.n8n.client.request('POST', `/executions/${id}/retry`, options);
	return answer.id;
}

/** @param {string} node */
const to = (node) => [{ node, type: 'main', index: 0 }];

describe('an execution that waits', () => {
	test('is the only one, is Waiting, and shows what is known of its jobs', async () => {
		const jobs = newJobs(2);
		const { id, workflowId } = await start([...items(jobs), wait()]);
		await untilWaiting(id);
		const { client } = world.n8n;
		expect((await client.listExecutions(workflowId)).map((one) => one.id)).toEqual([id]);
		// With the fast clock a check may be due while it is asked: then nothing is waited for just now.
		const execution = await until(async () => {
			const read = await client.request('GET', `/executions/${id}`);
			return read.status === 'waiting' && read.waitTill !== null && read;
		});
		const interim = itemsOf(client.parseExecutionData(execution.data), 'Wait');
		expect(interim.map(({ json }) => json)).toMatchObject(
			jobs.map((jobId) => ({ job_id: jobId, job_status: 'In Progress' })),
		);
		const nextCheck = Date.parse(String(interim[0].json.next_check_at));
		expect(new Date(nextCheck)).toEqual(new Date(execution.waitTill));
		end(jobs, 'Completed');
		expect((await result(id)).status).toBe('success');
	});

	test('goes on after a restart, item by item, with the right items behind it', async () => {
		const jobs = newJobs(3);
		const { id } = await start([...items(jobs), wait(), after]);
		await untilCheckedAgain(id, jobs[0]);
		await world.n8n.stop();
		const checks = checksOf(jobs[0]);
		await world.n8n.start();
		await until(() => checksOf(jobs[0]) > checks);
		end(jobs, 'Completed');
		const ended = await result(id);
		// n8n takes what was due while it was down for crashed, where it begins with that before it looks for crashes.
		const retries = ended.status === 'crashed' ? await retry(id) : id;
		const { status, rows, data } = await result(retries);
		expect(status).toBe('success');
		expect(rows('After')).toEqual(
			jobs.map((job) => ({ job, status: 'Completed', of: job, error: undefined })),
		);
		expect(data.resultData.runData.Wait).toHaveLength(1);
	});

	test('ends when it is stopped, and checks no more', async () => {
		const jobs = newJobs(1);
		const { id } = await start([...items(jobs), wait()]);
		await untilWaiting(id);
		await world.n8n.client.stopExecution(id);
		expect((await result(id)).status).toBe('canceled');
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
		const settings = { executionTimeout: 600 };
		const nodes = [manualTrigger(), ...items(jobs), wait()];
		const { client } = world.n8n;
		const created = await client.createWorkflow(workflow('Wait', nodes, { settings }));
		const id = await client.runWorkflow(created.id);
		await untilWaiting(id);
		expect((await result(id)).status).toBe('canceled');
	});

	test('ends with an error that says so when its credential is deleted', async () => {
		const jobs = newJobs(1);
		const { id: credentialId, name } = await world.createCredential();
		const waits = wait('Wait', { credentials: { verbitApi: { id: credentialId, name } } });
		const { id } = await start([...items(jobs), waits]);
		await untilWaiting(id);
		await world.n8n.client.request('DELETE', `/credentials/${credentialId}`);
		const { status, error } = await result(id);
		expect([status, error?.context?.code]).toEqual(['error', 'CREDENTIAL_NOT_FOUND']);
	});

	test('may hold files, which are there behind it', async () => {
		const jobs = newJobs(1);
		const file = readFiles(world.recordings.partOne);
		const named = {
			...after,
			parameters: {
				...after.parameters,
				jsonOutput: '={{ { name: $("Read Files").item.binary.data.fileName } }}',
			},
		};
		const waits = wait();
		waits.parameters = { ...waits.parameters, jobId: String(jobs[0]) };
		const { id } = await start([file, waits, named]);
		await untilWaiting(id);
		end(jobs, 'Completed');
		const { rows } = await result(id);
		expect(rows('After')).toEqual([{ name: expect.stringContaining('.wav') }]);
	});

	test('returns what is known to a webhook that responds when its last node finishes', async () => {
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
		const [{ id }] = await world.n8n.client.listExecutions(String(created.id));
		await untilWaiting(id);
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
				{
					name: 'If',
					type: 'n8n-nodes-base.if',
					typeVersion: 1,
					parameters: {
						conditions: { number: [{ value1: '={{ $json.jobs }}', value2: jobs[1] }] },
					},
				},
				wait(),
			],
			{ If: { main: [to('Wait'), to('Wait')] } },
		);
		await untilWaiting(id);
		end([jobs[1]], 'Completed');
		await until(() => checksOf(jobs[0]) > 0);
		await untilWaiting(id);
		end([jobs[0]], 'Completed');
		const { status, data } = await result(id);
		expect(status).toBe('success');
		const runs = data.resultData.runData.Wait.map((run) => run.data?.main[0]?.[0]?.json);
		expect(runs).toMatchObject([
			{ job_id: jobs[1], job_status: 'Completed' },
			{ job_id: jobs[0], job_status: 'Completed' },
		]);
	});

	test('one after another in a loop, each for its own job', async () => {
		const jobs = newJobs(3);
		const loop = {
			name: 'Loop',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { options: {} },
		};
		const { id } = await start([...items(jobs), loop, wait(), { ...after, name: 'Done' }], {
			Loop: { main: [to('Done'), to('Wait')] },
			Wait: { main: [to('Loop')] },
		});
		for (const jobId of jobs) {
			await until(() => checksOf(jobId) > 0);
			await untilWaiting(id);
			end([jobId], 'Completed');
		}
		const { status, rows } = await result(id);
		expect(status).toBe('success');
		expect(rows('Done')).toMatchObject(jobs.map((job) => ({ job, status: 'Completed' })));
	});

	test('two nodes that wait in one workflow', async () => {
		const jobs = newJobs(2);
		const second = wait('Second');
		second.parameters = { ...second.parameters, jobId: String(jobs[1]) };
		const { id } = await start([...items([jobs[0]]), wait(), second]);
		await untilWaiting(id);
		end([jobs[0]], 'Completed');
		await until(() => checksOf(jobs[1]) > 0);
		await untilCheckedAgain(id, jobs[1]);
		end([jobs[1]], 'Completed');
		const { status, rows } = await result(id);
		expect(status).toBe('success');
		expect(rows('Second')).toMatchObject([{ job_id: jobs[1], job_status: 'Completed' }]);
	});
});

describe('a job that fails at a later check', () => {
	test('ends the execution with its error, and Retry checks again', async () => {
		const jobs = newJobs(2);
		const { id } = await start([...items(jobs), wait(), after]);
		await untilCheckedAgain(id, jobs[1]);
		end([jobs[1]], 'Failure');
		const { status, error } = await result(id);
		expect(status).toBe('error');
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: `Wait for completion for job ${jobs[1]}: the transcription failed (status Failure): no_speech (Silence)`,
			description: expect.stringContaining('right file'),
		});
		end(jobs, 'In Progress');
		const retryId = await retry(id);
		await untilCheckedAgain(retryId, jobs[0]);
		end(jobs, 'Completed');
		const retried = await result(retryId);
		expect(retried.status).toBe('success');
		expect(retried.rows('After')).toMatchObject(jobs.map((job) => ({ job, of: job })));
	});

	test('is an error, not a stopped execution, where somebody stopped the job in Verbit', async () => {
		const jobs = newJobs(1);
		const { id } = await start([...items(jobs), wait()]);
		await untilWaiting(id);
		end(jobs, 'Canceled');
		expect((await result(id)).status).toBe('error');
	});

	test('is an item where the node continues on fail, also with Retry On Fail', async () => {
		const jobs = newJobs(3);
		const more = { onError: 'continueRegularOutput', retryOnFail: true };
		const { id } = await start([...items(jobs), wait('Wait', more), after]);
		await untilWaiting(id);
		end(jobs, 'Failure', 'In Progress', 'Canceled');
		await untilCheckedAgain(id, jobs[1]);
		end([jobs[1]], 'Completed');
		const { status, rows } = await result(id);
		expect(status).toBe('success');
		expect(rows('After')).toMatchObject([
			{ of: jobs[0], error: expect.stringContaining('no_speech (Silence)') },
			{ of: jobs[1], status: 'Completed' },
			{ of: jobs[2], error: expect.stringContaining('stopped in Verbit') },
		]);
	});

	test('is waited for once more where Retry On Fail finds it in progress again', async () => {
		const [job] = newJobs(1);
		const { id } = await start([...items([job]), wait('Wait', { retryOnFail: true }), after]);
		await untilWaiting(id);
		const checks = checksOf(job);
		const body = { ErrorType: 'ITEM_NOT_FOUND', ErrorComment: 'No such job' };
		const refusal = { kind: /** @type {const} */ ('status'), status: 404, body, times: 1 };
		world.emulator.faults.add({ where: 'service', operation: 'job_info', ...refusal });
		// The check that is refused, and that of the second try.
		await until(() => checksOf(job) >= checks + 2);
		await untilWaiting(id);
		end([job], 'Completed');
		const { status, data, rows } = await result(id);
		expect(status).toBe('success');
		expect(rows('After')).toEqual([expect.objectContaining({ of: job, status: 'Completed' })]);
		expect(data.resultData.runData.Wait).toHaveLength(1);
	});

	test('goes to the error output where there is one', async () => {
		const jobs = newJobs(3);
		const more = { onError: 'continueErrorOutput' };
		const { id } = await start([...items(jobs), wait('Wait', more), after]);
		await untilWaiting(id);
		end(jobs, 'Completed', 'Failure', 'Completed');
		const { status, data } = await result(id);
		expect(status).toBe('success');
		const [completed, failed] = [0, 1].map((output) => itemsOf(data, 'Wait', output));
		expect(completed.map(({ json }) => json.job_id)).toEqual([jobs[0], jobs[2]]);
		expect(failed).toMatchObject([
			{
				json: { error: expect.stringContaining('no_speech (Silence)') },
				pairedItem: [{ item: 1 }],
			},
		]);
	});
});

describe('a sub-workflow that waits', () => {
	const called = {
		name: 'Called',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};

	/** A node that calls a new sub-workflow. @param {'once' | 'each'} mode @param {WorkflowNode[]} nodes of the sub-workflow */
	async function caller(mode, nodes) {
		const child = await create([called, ...nodes]);
		await world.n8n.client.activate(/** @type {any} */ (child));
		return {
			name: 'Call',
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.2,
			parameters: {
				workflowId: { __rl: true, mode: 'id', value: child.id },
				mode,
				options: {},
			},
		};
	}

	/** @param {'once' | 'each'} mode @param {number[]} jobs */
	const call = async (mode, jobs) =>
		await start([...items(jobs), await caller(mode, [wait()]), after]);

	test('for all items suspends both executions, and returns what the jobs have become', async () => {
		const jobs = newJobs(2);
		const { id } = await call('once', jobs);
		await untilWaiting(id);
		await until(() => checksOf(jobs[0]) > 1);
		end(jobs, 'Completed');
		const { status, rows } = await result(id);
		expect(status).toBe('success');
		expect(rows('After')).toMatchObject(jobs.map((job) => ({ job, status: 'Completed' })));
	});

	test('for each item waits in place, and the caller gets them all', async () => {
		const jobs = newJobs(2);
		const { id } = await call('each', jobs);
		await until(() => checksOf(jobs[0]) > 1);
		end([jobs[0]], 'Completed');
		await until(() => checksOf(jobs[1]) > 1);
		expect(await statusOf(id)).toBe('running');
		end([jobs[1]], 'Completed');
		const { status, rows } = await result(id);
		expect(status).toBe('success');
		expect(rows('After')).toMatchObject(jobs.map((job) => ({ job, status: 'Completed' })));
	});

	test('for all items waits in place where its caller is called for each item', async () => {
		const pairs = [newJobs(2), newJobs(2)];
		const [, split] = items([]);
		const inner = await caller('once', [wait()]);
		const outer = await caller('each', [split, inner]);
		const callers = items(/** @type {any} */ (pairs.map((jobs) => ({ jobs }))));
		const { id } = await start([...callers, outer]);
		await until(() => checksOf(pairs[0][0]) > 1);
		end(pairs[0], 'Completed');
		await until(() => checksOf(pairs[1][0]) > 1);
		expect(await statusOf(id)).toBe('running');
		end(pairs[1], 'Completed');
		const { status, rows } = await result(id);
		expect(status).toBe('success');
		expect(rows('Call').map(({ job_id: job }) => job)).toEqual(pairs.flat());
	});

	test('fails its caller when a job fails', async () => {
		const jobs = newJobs(2);
		const { id } = await call('once', jobs);
		await untilWaiting(id);
		end([jobs[1]], 'Failure');
		const { status, error } = await result(id);
		expect(status).toBe('error');
		expect(error?.message).toContain('the transcription failed');
	});
});
