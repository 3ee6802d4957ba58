const { ownNode, readFiles } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { after, items, set, testWaitBehindIf, to, waitsIn } = require('./waits');
const { useSharedN8n } = require('./world');

const world = useSharedN8n('fast');
const waits = waitsIn(world);

describe('an execution that waits', () => {
	test('ends when it is stopped, and still shows the job that it waited for', async () => {
		const jobs = waits.newJobs(1);
		const { id } = await waits.start([...items(jobs), waits.wait()]);
		await waits.untilStatus(id);
		const hint = expect.stringMatching(
			`job ${jobs[0]} \\(In Progress\\)\\. If you stop this execution`,
		);
		expect(await waits.hintsOf(id)).toEqual([hint]);
		await world.n8n.client.stopExecution(id);
		expect((await waits.result(id)).status).toBe('canceled');
		expect(await waits.hintsOf(id)).toEqual([hint]);
	});

	test("is canceled at the next check when the workflow's own timeout is over, which counts the wait", async () => {
		const jobs = waits.newJobs(1);
		const { id } = await waits.start([...items(jobs), waits.wait()], {}, { executionTimeout: 600 });
		await waits.untilStatus(id);
		expect((await waits.result(id)).status).toBe('canceled');
	});

	test('ends with an error that says so when its credential is deleted', async () => {
		const jobs = waits.newJobs(1);
		const { id: credentialId, name } = await world.createCredential();
		const credentials = { verbitApi: { id: credentialId, name } };
		const { id } = await waits.start([...items(jobs), waits.wait('Wait', { credentials })]);
		await waits.untilStatus(id);
		await world.n8n.client.request('DELETE', `/credentials/${credentialId}`);
		const { status, error } = await waits.result(id);
		expect([status, error?.context?.code]).toEqual(['error', 'CREDENTIAL_NOT_FOUND']);
	});

	test('returns what is known to a webhook that responds when its last node finishes, and goes on', async () => {
		const jobs = waits.newJobs(1);
		const { id: workflowId, path } = await world.publish([...items(jobs), waits.wait()], {
			responseMode: 'lastNode',
		});
		const response = await fetch(`${world.n8n.url}/webhook/${path}`, {
			method: 'POST',
			headers: { connection: 'close' },
		});
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({ job_id: jobs[0], job_status: 'In Progress' });
		const [{ id }, ...others] = await world.n8n.client.listExecutions(workflowId);
		expect(others).toEqual([]);
		await waits.untilStatus(id);
		waits.end(jobs, 'Completed');
		const { status, rows } = await waits.result(id);
		expect([status, rows('Wait')]).toMatchObject(['success', [{ job_status: 'Completed' }]]);
	});
});

describe('several waits', () => {
	testWaitBehindIf(world);

	test('one after another in a loop, for equal items, each with a job of its own', async () => {
		world.emulator.switches.set({ transcriptionSeconds: 86_400 });
		const url = 'https://media.example.com/equal.mp4';
		const loop = ownNode('Loop', 'splitInBatches', 3, { options: {} });
		const { id } = await waits.start(
			[...items([url, url]), loop, waits.transcribe(), after('Done')],
			{
				Loop: { main: [to('Done'), to('Transcribe')] },
				Transcribe: { main: [to('Loop')] },
			},
		);
		const jobs = () => waits.jobsOf([url]);
		for (const round of [1, 2]) {
			await until(() => jobs().length === round && waits.checksOf(jobs()[round - 1]) > 0);
			await waits.untilStatus(id);
			waits.end([jobs()[round - 1]], 'Completed');
		}
		const { status, rows } = await waits.result(id);
		expect([status, rows('Done').map(({ job }) => job)]).toEqual(['success', jobs()]);
	});

	test('in two nodes, with a file that is there behind them', async () => {
		const jobs = waits.newJobs(2);
		const { id } = await waits.start([
			readFiles(world.recordings.partOne),
			waits.wait('Wait', {}, { jobId: jobs[0] }),
			waits.wait('Second', {}, { jobId: jobs[1] }),
			set('={{ { job: $json.job_id, file: $("Read Files").item.binary.data.fileName } }}'),
		]);
		await waits.untilStatus(id);
		waits.end([jobs[0]], 'Completed');
		await until(() => waits.checksOf(jobs[1]) > 0);
		await waits.untilCheckedAgain(id, jobs[1]);
		waits.end([jobs[1]], 'Completed');
		const { status, rows } = await waits.result(id);
		expect(status).toBe('success');
		expect(rows('After')).toEqual([{ job: jobs[1], file: 'lincoln-part-1.wav' }]);
	});
});

describe('recordings whose submission takes longer than a minute', () => {
	test('are saved before the next is begun, and go on from there', async () => {
		world.emulator.switches.set({ transcriptionSeconds: 86_400 });
		// 90 s for n8n, of those three that are submitted at a time.
		world.fault('perform_transcription', { kind: 'delay', delayMs: 3000, times: 3 });
		/** @type {(value?: unknown) => void} */
		let release = () => {};
		// The others aren't created before what was saved has been looked at, however late that is.
		const held = new Promise((resolve) => (release = resolve));
		world.fault('job_new', { kind: 'delay', times: 3 }, { kind: 'delay', times: 2, held });
		const urls = [1, 2, 3, 4, 5].map((number) => `https://media.example.com/${number}.mp4`);
		const { id } = await waits.start([...items(urls), waits.transcribe(), after()]);
		const created = () => world.emulator.journal.count({ operation: 'job_new' });
		await until(() => created() > 3);
		expect(await waits.hintsOf(id, 'Transcribe').finally(release)).toEqual([
			expect.stringContaining('items to submit: 2.'),
		]);
		await until(() => waits.jobsOf(urls).length === 5);
		const jobs = waits.jobsOf(urls);
		await until(() => jobs.every((job) => waits.checksOf(job) > 0));
		waits.end(jobs, 'Completed');
		const { status, rows } = await waits.result(id);
		expect([status, rows('After').map((row) => row.of)]).toEqual(['success', urls]);
		expect(created()).toBe(5);
	});
});
