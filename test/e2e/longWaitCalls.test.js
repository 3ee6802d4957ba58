const { file, status: answer } = require('../engine/linkServer');
const { until } = require('../support/until');
const { useDelivery } = require('./delivery');
const { after, items, waitsIn } = require('./waits');
const { useSharedN8n } = require('./world');

const world = useSharedN8n('fast');
const waits = waitsIn(world);
const delivery = useDelivery(world);

describe('a job that fails at a later check', () => {
	test('is an error, not a stopped execution, also where it was canceled, and Retry checks again', async () => {
		const jobs = waits.newJobs(2);
		const { id } = await waits.start([...items(jobs), waits.wait(), after()]);
		await waits.untilCheckedAgain(id, jobs[1]);
		waits.end([jobs[1]], 'Canceled');
		const { status, error } = await waits.result(id);
		expect([status, error?.context?.code]).toEqual(['error', 'JOB_CANCELED']);
		waits.end(jobs, 'In Progress');
		const retry = await world.n8n.client.request('POST', `/executions/${id}/retry`, {});
		await waits.untilCheckedAgain(retry.id, jobs[0]);
		waits.end(jobs, 'Completed');
		const retried = await waits.result(retry.id);
		expect(retried.status).toBe('success');
		expect(retried.rows('After')).toMatchObject(jobs.map((job) => ({ job, of: job })));
	});

	test('is waited for once more where Retry On Fail finds it in progress again', async () => {
		const [job] = waits.newJobs(1);
		const { id } = await waits.start([
			...items([job]),
			waits.wait('Wait', { retryOnFail: true }),
			after(),
		]);
		await waits.untilStatus(id);
		const checks = waits.checksOf(job);
		const body = { ErrorType: 'ITEM_NOT_FOUND', ErrorComment: 'No such job' };
		world.fault('job_info', { status: 404, body });
		// The check that is refused, and that of the second try.
		await until(() => waits.checksOf(job) >= checks + 2);
		await waits.untilStatus(id);
		waits.end([job], 'Completed');
		const { status, data, rows } = await waits.result(id);
		expect(status).toBe('success');
		expect(rows('After')).toEqual([expect.objectContaining({ of: job, status: 'Completed' })]);
		expect(data.resultData.runData.Wait).toHaveLength(1);
	});
});

describe('a sub-workflow that waits', () => {
	test('for all items suspends both executions, and returns what the jobs have become', async () => {
		const jobs = waits.newJobs(2);
		const { call } = await world.callOf([waits.wait()]);
		const { id } = await waits.start([...items(jobs), call, after()]);
		await waits.untilStatus(id);
		await until(() => waits.checksOf(jobs[0]) > 1);
		waits.end(jobs, 'Completed');
		const { status, rows } = await waits.result(id);
		expect(status).toBe('success');
		expect(rows('After')).toMatchObject(jobs.map((job) => ({ job, status: 'Completed' })));
	});

	test('waits in place where it is called for each item, also by a sub-workflow of its own', async () => {
		const pairs = [waits.newJobs(2), waits.newJobs(2)];
		const [, split] = items([]);
		const inner = await world.callOf([waits.wait()]);
		const outer = await world.callOf([split, inner.call], 'each');
		const callers = items(pairs.map((jobs) => ({ jobs })));
		const { id } = await waits.start([...callers, outer.call]);
		await until(() => waits.checksOf(pairs[0][0]) > 1);
		waits.end(pairs[0], 'Completed');
		await until(() => waits.checksOf(pairs[1][0]) > 1);
		expect(await world.n8n.client.statusOf(id)).toBe('running');
		waits.end(pairs[1], 'Completed');
		const { status, rows } = await waits.result(id);
		expect(status).toBe('success');
		expect(rows('Call').map(({ job_id: job }) => job)).toEqual(pairs.flat());
	});
});

test('a sub-workflow whose node behind fails is called again by Retry On Fail, which brings the transcript home', async () => {
	const { behind, host } = delivery;
	host.answer(answer(500), file(Buffer.from('{}')));
	const { run, runAgain, jobs, complete } = await delivery.publish(async (transcribe) => {
		const { call } = await world.callOf([transcribe, behind()]);
		return [{ ...call, retryOnFail: true, maxTries: 3, waitBetweenTries: 1000 }];
	});
	const first = await run();
	await complete();
	const { status: ended } = await world.n8n.client.waitForExecution(first);
	expect([ended, host.calls.length, jobs().length]).toEqual(['success', 2, 1]);
	await runAgain();
	expect([host.calls.length, jobs().length]).toEqual([2, 1]);
});
