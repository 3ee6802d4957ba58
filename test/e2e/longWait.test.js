const { fastClock } = require('../support/n8n/settings');
const { webhook } = require('../support/n8n/workflow');
const { after, items, waitsIn } = require('./waits');
const { useN8n } = require('./world');

/** For n8n a minute passes in two seconds, so that the shortest wait of a suspended execution takes as long. */
const world = useN8n(fastClock(30));
const waits = waitsIn(world);

describe('an execution that waits', () => {
	test('goes on after a restart, item by item, with the right items behind it', async () => {
		const jobs = waits.newJobs(3);
		// 20 s: what is due before n8n has started again may be marked as crashed for a while.
		const waiting = waits.wait('Wait', {}, { pollInterval: 600 });
		const { id } = await waits.start([...items(jobs), waiting, after()]);
		await waits.untilStatus(id);
		await world.n8n.stop();
		await world.n8n.start();
		await waits.untilStatus(id);
		waits.end(jobs, 'Completed');
		await waits.untilStatus(id, 'success');
		const { rows, data } = await waits.result(id);
		expect(rows('After')).toEqual(jobs.map((job) => ({ job, status: 'Completed', of: job })));
		expect(data.resultData.runData.Wait).toHaveLength(1);
	});

	test('ends when it is stopped, and checks no more', async () => {
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
		const other = waits.newJobs(1);
		const checks = waits.checksOf(jobs[0]);
		const running = await waits.start([...items(other), waits.wait()]);
		await waits.untilCheckedAgain(running.id, other[0]);
		expect(waits.checksOf(jobs[0])).toBe(checks);
		waits.end(other, 'Completed');
		await waits.result(running.id);
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
		const path = `wait-${Date.now()}`;
		const trigger = webhook(path, { responseMode: 'lastNode' });
		const created = await waits.create([trigger, ...items(jobs), waits.wait()]);
		await world.n8n.client.activate(created);
		const response = await fetch(`${world.n8n.url}/webhook/${path}`, {
			method: 'POST',
			headers: { connection: 'close' },
		});
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({ job_id: jobs[0], job_status: 'In Progress' });
		const [{ id }, ...others] = await world.n8n.client.listExecutions(String(created.id));
		expect(others).toEqual([]);
		await waits.untilStatus(id);
		waits.end(jobs, 'Completed');
		const { status, rows } = await waits.result(id);
		expect([status, rows('Wait')]).toMatchObject(['success', [{ job_status: 'Completed' }]]);
	});
});
