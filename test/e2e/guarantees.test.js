/** What an External ID and a retry are worth in a whole n8n with its database: stopped, and run twice at a time. */
const { itemsOf, manualTrigger, readFiles, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { submitInParallel } = require('./overlap');
const { standard, useSharedN8n } = require('./world');

const world = useSharedN8n();

const START = 'perform_transcription';

const count = (/** @type {string} */ operation) => world.emulator.journal.count({ operation });

/** A workflow that submits one recording under an ID, with a name that is another one in each run. @param {string} externalId @param {string} ifExternalIdUsed */
async function createWorkflow(externalId, ifExternalIdUsed) {
	const submit = world.verbit('Submit', 'recording:submit', {
		profile: standard,
		externalId,
		ifExternalIdUsed,
		additionalFields: { jobName: '=Recording {{ $now.toMillis() }}' },
	});
	const nodes = [manualTrigger(), readFiles(world.recordings.partOne), submit];
	return await world.n8n.client.createWorkflow(workflow('Submit', nodes));
}

/** Runs a workflow to its end. @param {{ id: string }} created */
async function run({ id }) {
	const execution = await world.ended(await world.n8n.client.runWorkflow(id));
	const error = /** @type {any} */ (execution.data.resultData.error);
	const outputs = error ? [] : itemsOf(execution.data, 'Submit').map(({ json }) => json);
	return { id: execution.id, status: execution.status, error, outputs };
}

test('Retry of a caller runs its sub-workflow anew, which makes a second job', async () => {
	const { client } = world.n8n;
	const submit = world.verbit('Submit', 'recording:submit', { profile: standard });
	const { call } = await world.callOf([readFiles(world.recordings.partOne), submit]);
	const caller = await client.createWorkflow(workflow('caller', [manualTrigger(), call]));
	world.fault(START, { status: 422 });
	const failed = await run(caller);
	expect(failed.error).toBeDefined();
	const retried = await client.retryExecution(failed.id);
	expect(retried.data.resultData.error).toBeUndefined();
	expect({ jobs: count('job_new'), uploads: count('put') }).toEqual({ jobs: 2, uploads: 2 });
});

test.each(['', 'skip'])(
	'Retry from the list of executions goes on with the same job, with the External ID "%s"',
	async (name) => {
		world.fault(START, { status: 422 });
		const first = await run(await createWorkflow(name && `retry-${name}`, name || 'create'));
		expect(first.error).toBeDefined();
		const [{ json }] = itemsOf((await world.n8n.client.retryExecution(first.id)).data, 'Submit');
		expect(json).toMatchObject({ transcription_started: true });
		expect(json).not.toHaveProperty('possible_duplicate');
		expect({ jobs: count('job_new'), uploads: count('put') }).toEqual({ jobs: 1, uploads: 1 });
	},
);

test('overlapping executions of one workflow start each recording once, and name the other jobs', async () => {
	await submitInParallel(world, 3);
});

describe('Stop', () => {
	/** Stops an execution while a request is under way. @param {{ id: string }} created @param {string} operation @param {object} [fault] */
	async function stopAt({ id }, operation, fault = { kind: 'delay', delayMs: 3000 }) {
		/** @type {(value?: unknown) => void} */
		let release = () => {};
		// However late the stop is, the request is not answered before it.
		world.fault(operation, { ...fault, held: new Promise((resolve) => (release = resolve)) });
		try {
			const executionId = await world.n8n.client.runWorkflow(id);
			await until(() => world.emulator.faults.areOver());
			await world.n8n.client.stopExecution(executionId);
			return executionId;
		} finally {
			release();
		}
	}

	const STALL = { kind: 'stall', bytes: 1000 };
	const GOES_ON = [{ transcription_started: true, continued: true }];

	test.each([
		['job_new', undefined, GOES_ON],
		['put', STALL, GOES_ON],
		['perform_transcription', undefined, []],
	])('during %s: no Retry, and the next execution goes on', async (operation, fault, expected) => {
		const created = await createWorkflow(`stopped-${operation}`, 'skip');
		const stopped = await stopAt(created, operation, fault);
		await expect(world.n8n.client.retryExecution(stopped)).rejects.toThrow(/cannot be retried/i);
		const { outputs } = await run(created);
		expect(outputs).toMatchObject(expected);
		expect({ jobs: count('job_new'), starts: count(START) }).toEqual({ jobs: 1, starts: 1 });
		expect(await run(created)).toMatchObject({ error: undefined, outputs: [] });
	});

	test('during the upload: the stopped execution names its job', async () => {
		const stopped = await stopAt(await createWorkflow('named', 'reuse'), 'put', STALL);
		const job = world.jobs().find(({ externalId }) => externalId === 'named');
		const listed = await until(async () => {
			const { customData } = await world.n8n.client.request('GET', `/executions/${stopped}`);
			return customData?.verbit_jobs;
		});
		expect(listed).toBe(String(job?.id));
	});
});
