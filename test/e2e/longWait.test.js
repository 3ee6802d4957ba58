const { webhook } = require('../support/n8n/workflow');
const { items, waitsIn } = require('./waits');
const { useSharedN8n } = require('./world');

const world = useSharedN8n('fast');
const waits = waitsIn(world);

describe('an execution that waits', () => {
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
