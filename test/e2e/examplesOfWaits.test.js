const { randomUUID } = require('node:crypto');
const { itemsOf } = require('../support/n8n/executionData');
const { until } = require('../support/until');
const { prepareExample } = require('./examples');
const { useN8n } = require('./world');

const world = useN8n();

/** Another one in each test: a link is submitted once. */
let url = '';
beforeEach(() => {
	url = `https://media.example.com/${randomUUID()}.mp4`;
});

let workflowId = '';

/** Runs the workflow of the test again, which submits nothing for the same link. */
async function expectSkipped() {
	const { client } = world.n8n;
	const jobs = world.emulator.journal.count({ operation: 'job_new' });
	const id = await client.runWorkflow(workflowId, { trigger: 'Start' });
	expect((await client.waitForExecution(id)).status).toBe('success');
	expect(world.emulator.journal.count({ operation: 'job_new' })).toBe(jobs);
}

/**
 * Imports an example and runs it as the editor does.
 * @param {string} fileName
 * @param {import('./examples').Change} [change]
 */
async function start(fileName, change) {
	const { client } = world.n8n;
	const pinned = { Recording: [{ url }] };
	const example = prepareExample(fileName, world.credential, { pinned, ...change });
	const { id } = await client.createWorkflow(example);
	workflowId = id;
	return await client.runWorkflow(id, { trigger: 'Start' });
}

/** The job that an execution has submitted. */
async function submittedJob() {
	const submitted = () => Object.values(world.emulator.state.data.jobs).filter((job) => job.media);
	await until(() => submitted().some(({ status }) => status === 'In Progress'));
	return submitted().filter(({ status }) => status === 'In Progress')[0];
}

/** @param {string} id */
const isWaiting = async (id) =>
	(await world.n8n.client.request('GET', `/executions/${id}`)).status === 'waiting';

/** @param {number} jobId */
const callbacksOf = (jobId) =>
	world.emulator.journal.filter((entry) => entry.host === 'callback' && entry.jobId === jobId);

describe('wait-for-callback.json', () => {
	/** @param {'Completed' | 'Failure'} status */
	async function callBack(status) {
		const id = await start('wait-for-callback.json');
		const job = await submittedJob();
		await until(() => isWaiting(id));
		const errors = status === 'Failure' ? [{ code: 'no_speech', message: 'Silence' }] : undefined;
		world.emulator.setJobStatus(job.id, status, { errors });
		const execution = await world.n8n.client.waitForExecution(id);
		const isTaken = () => callbacksOf(job.id).some(({ answer }) => answer === 'OK');
		await until(isTaken, { tell: () => JSON.stringify(callbacksOf(job.id)) });
		return { job, ...execution };
	}

	test("goes on when Verbit calls, with the job's captions", async () => {
		const { job, status, data } = await callBack('Completed');
		expect(data.resultData.error?.message).toBeUndefined();
		expect(status).toBe('success');
		expect(itemsOf(data, 'Get captions')[0].json).toMatchObject({ job_id: job.id });
		expect(callbacksOf(job.id)).toEqual([expect.objectContaining({ status: 200, answer: 'OK' })]);
		await expectSkipped();
	});

	test('waits on after a call about a draft', async () => {
		const { emulator, n8n } = world;
		const id = await start('wait-for-callback.json');
		const job = await submittedJob();
		await until(() => isWaiting(id));
		const checks = emulator.journal.count({ operation: 'job_info' });
		emulator.setJobStatus(job.id, 'In Progress', { isDraftReady: true });
		await until(() => emulator.journal.count({ operation: 'job_info' }) > checks);
		await until(() => isWaiting(id));
		emulator.setJobStatus(job.id, 'Completed');
		const { data } = await n8n.client.waitForExecution(id);
		expect(data.resultData.error?.message).toBeUndefined();
		expect(itemsOf(data, 'Get captions')[0].json).toMatchObject({ job_id: job.id });
		expect(data.resultData.runData['Get job']).toHaveLength(2);
	});

	test('fails with the reason where the job has failed', async () => {
		const { job, status, data } = await callBack('Failure');
		expect(status).toBe('error');
		expect(data.resultData.error?.message).toBe(
			`Job ${job.id} ended with status Failure: no_speech`,
		);
	});
});

test('check-in-a-loop.json checks until the job has completed, and gets its captions', async () => {
	const id = await start('check-in-a-loop.json', {
		parameters: { 'Wait 10 minutes': { amount: 1, unit: 'seconds' } },
	});
	const job = await submittedJob();
	await until(() => world.emulator.journal.count({ operation: 'job_info' }) > 1);
	world.emulator.setJobStatus(job.id, 'Completed');
	const { status, data } = await world.n8n.client.waitForExecution(id);
	expect(data.resultData.error?.message).toBeUndefined();
	expect(status).toBe('success');
	expect(itemsOf(data, 'Get captions')[0].json).toMatchObject({ job_id: job.id });
	expect(data.resultData.runData['Get job'].length).toBeGreaterThan(1);
	await expectSkipped();
});
