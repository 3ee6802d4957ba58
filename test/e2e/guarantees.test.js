/** What an External ID is worth when n8n is killed in the middle of the work, in a whole n8n with its database. */
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, readFiles, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { useN8n } = require('./world');

const world = useN8n();

jest.setTimeout(240_000);

const START = 'perform_transcription';

/** @param {string} operation */
const count = (operation) => world.emulator.journal.count({ operation });

/** Submits one recording under an ID. @param {string} externalId @param {string} ifExternalIdUsed */
async function createWorkflow(externalId, ifExternalIdUsed) {
	const submit = world.verbit('Submit', 'job:submit', {
		profile: { __rl: true, mode: 'name', value: 'standard' },
		additionalFields: { externalId },
		options: { ifExternalIdUsed },
	});
	const nodes = [manualTrigger(), readFiles(world.recordings.partOne), submit];
	return await world.n8n.client.createWorkflow(workflow(externalId, nodes));
}

/** Runs a workflow to its end. @param {{ id: string }} created */
async function run({ id }) {
	const { client } = world.n8n;
	const execution = await client.waitForExecution(await client.runWorkflow(id));
	const error = /** @type {any} */ (execution.data.resultData.error);
	return { error, outputs: error ? [] : itemsOf(execution.data, 'Submit').map(({ json }) => json) };
}

/** Runs a workflow, and kills n8n while a request is under way. @param {{ id: string }} created @param {import('../emulator/faults').Fault} fault */
async function killAt({ id }, fault) {
	world.emulator.faults.add(fault);
	await world.n8n.client.runWorkflow(id);
	await until(() => world.emulator.faults.queue.length === 0);
	await world.n8n.stop('SIGKILL');
	await world.n8n.start();
}

test('what is done is skipped by the next execution', async () => {
	const created = await createWorkflow('done', 'skip');
	expect((await run(created)).outputs).toMatchObject([{ transcription_started: true }]);
	expect((await run(created)).outputs).toEqual([{ external_id: 'done', skipped: true }]);
	expect({ jobs: count('job_new'), starts: count(START) }).toEqual({ jobs: 1, starts: 1 });
});

test('after a kill during the upload the recording is submitted, and said to be a possible duplicate', async () => {
	const created = await createWorkflow('upload', 'skip');
	await killAt(created, { where: 'store', operation: 'put', kind: 'stall', bytes: 1000 });
	const { outputs } = await run(created);
	expect(outputs).toMatchObject([{ transcription_started: true, possible_duplicate: true }]);
	expect({ jobs: count('job_new'), starts: count(START) }).toEqual({ jobs: 2, starts: 1 });
});

test('after a kill during the start nothing is started again unasked, and the error names the ID', async () => {
	const created = await createWorkflow('lecture-in-doubt', 'skip');
	await killAt(created, { where: 'service', operation: START, kind: 'delay', delayMs: 60_000 });
	const { error } = await run(created);
	expect(error.message).toContain('lecture-in-doubt');
	expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_UNCLEAR' });
	expect({ jobs: count('job_new'), starts: count(START) }).toEqual({ jobs: 1, starts: 1 });
});

test('after a kill during the creation the recording is submitted, and said to be a possible duplicate', async () => {
	const created = await createWorkflow('creation', 'skip');
	await killAt(created, {
		where: 'service',
		operation: 'job_new',
		kind: 'delay',
		delayMs: 60_000,
	});
	const { outputs } = await run(created);
	expect(outputs).toMatchObject([{ transcription_started: true, possible_duplicate: true }]);
	expect(count(START)).toBe(1);
});

test('Retry On Fail goes on with the same job, although an expression changes between its tries', async () => {
	world.emulator.faults.add({
		where: 'service',
		operation: START,
		kind: 'status',
		status: 422,
		times: 2,
	});
	const submit = {
		...world.verbit('Submit', 'job:submit', {
			profile: { __rl: true, mode: 'name', value: 'standard' },
			jobName: '=Recording {{ $now.toMillis() }}',
			options: {},
		}),
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 100,
	};
	const nodes = [manualTrigger(), readFiles(world.recordings.partOne), submit];
	const created = await world.n8n.client.createWorkflow(workflow('retries', nodes));
	expect((await run(created)).outputs).toMatchObject([{ transcription_started: true }]);
	expect({ jobs: count('job_new'), uploads: count('put'), starts: count(START) }).toEqual({
		jobs: 1,
		uploads: 1,
		starts: 3,
	});
});

test('Retry from the list of executions goes on with the same job', async () => {
	world.emulator.faults.add({ where: 'service', operation: START, kind: 'status', status: 422 });
	const submit = world.verbit('Submit', 'job:submit', {
		profile: { __rl: true, mode: 'name', value: 'standard' },
		jobName: '=Recording {{ $now.toMillis() }}',
		options: {},
	});
	const nodes = [manualTrigger(), readFiles(world.recordings.partOne), submit];
	const { client } = world.n8n;
	const created = await client.createWorkflow(workflow('retry', nodes));
	const first = await client.waitForExecution(await client.runWorkflow(created.id));
	expect(first.data.resultData.error).toBeDefined();
	const second = await client.retryExecution(first.id);
	expect(itemsOf(second.data, 'Submit')[0].json).toMatchObject({ transcription_started: true });
	expect({ jobs: count('job_new'), uploads: count('put') }).toEqual({ jobs: 1, uploads: 1 });
});
