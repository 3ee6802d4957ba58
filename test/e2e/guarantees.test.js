/** What an External ID and a retry are worth in a whole n8n with its database: stopped, and run twice at a time. */
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, readFiles, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { externalIds, submitInParallel, summary } = require('./overlap');
const { useN8n } = require('./world');

const world = useN8n();

jest.setTimeout(300_000);

const START = 'perform_transcription';

/** @param {string} operation */
const count = (operation) => world.emulator.journal.count({ operation });

/** Submits one recording under an ID. @param {string} externalId @param {string} ifExternalIdUsed */
async function createWorkflow(externalId, ifExternalIdUsed) {
	const submit = world.verbit('Submit', 'recording:submit', {
		profile: { __rl: true, mode: 'name', value: 'standard' },
		additionalFields: { externalId, ifExternalIdUsed },
	});
	const nodes = [manualTrigger(), readFiles(world.recordings.partOne), submit];
	return await world.n8n.client.createWorkflow(workflow(externalId || 'unnamed', nodes));
}

/** Runs a workflow to its end. @param {{ id: string }} created */
async function run({ id }) {
	const { client } = world.n8n;
	const execution = await client.waitForExecution(await client.runWorkflow(id));
	const error = /** @type {any} */ (execution.data.resultData.error);
	return { error, outputs: error ? [] : itemsOf(execution.data, 'Submit').map(({ json }) => json) };
}

test('what is done is skipped by the next execution', async () => {
	const created = await createWorkflow('done', 'skip');
	expect((await run(created)).outputs).toMatchObject([{ transcription_started: true }]);
	expect(await run(created)).toMatchObject({ error: undefined, outputs: [] });
	expect({ jobs: count('job_new'), starts: count(START) }).toEqual({ jobs: 1, starts: 1 });
});

test('Retry of a caller runs its sub-workflow anew, which makes a second job', async () => {
	const { client } = world.n8n;
	const profile = { __rl: true, mode: 'name', value: 'standard' };
	const called = {
		name: 'Called',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const submit = world.verbit('Submit', 'recording:submit', { profile });
	const parts = [called, readFiles(world.recordings.partOne), submit];
	const part = await client.createWorkflow(workflow('part', parts));
	await client.activate(part);
	const call = {
		name: 'Call',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: part.id } },
	};
	const caller = await client.createWorkflow(workflow('caller', [manualTrigger(), call]));
	world.emulator.faults.add({ where: 'service', operation: START, kind: 'status', status: 422 });
	const failed = await client.waitForExecution(await client.runWorkflow(caller.id));
	expect(failed.data.resultData.error).toBeDefined();
	const retried = await client.retryExecution(failed.id);
	expect(retried.data.resultData.error).toBeUndefined();
	expect({ jobs: count('job_new'), uploads: count('put') }).toEqual({ jobs: 2, uploads: 2 });
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
		...world.verbit('Submit', 'recording:submit', {
			profile: { __rl: true, mode: 'name', value: 'standard' },
			additionalFields: { jobName: '=Recording {{ $now.toMillis() }}' },
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
	const submit = world.verbit('Submit', 'recording:submit', {
		profile: { __rl: true, mode: 'name', value: 'standard' },
		additionalFields: { jobName: '=Recording {{ $now.toMillis() }}' },
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

test.each(['skip', 'fail'])(
	'Retry from the list of executions goes on with the same job, also under an External ID with %s',
	async (ifExternalIdUsed) => {
		world.emulator.faults.add({ where: 'service', operation: START, kind: 'status', status: 422 });
		const { client } = world.n8n;
		const created = await createWorkflow(`retry-${ifExternalIdUsed}`, ifExternalIdUsed);
		const first = await client.waitForExecution(await client.runWorkflow(created.id));
		expect(first.data.resultData.error).toBeDefined();
		const second = await client.retryExecution(first.id);
		const [{ json }] = itemsOf(second.data, 'Submit');
		expect(json).toMatchObject({ transcription_started: true });
		expect(json).not.toHaveProperty('possible_duplicate');
		expect({ jobs: count('job_new'), uploads: count('put') }).toEqual({ jobs: 1, uploads: 1 });
	},
);

test('overlapping executions of one workflow start each recording once, and name the other jobs', async () => {
	const { errors, ids } = await submitInParallel(world, {
		ids: externalIds('overlap', 50),
		executions: 3,
	});
	const once = 'starts 1, outputs 1, unnamed 0';
	expect({ errors, ids: summary(ids) }).toEqual({ errors: [], ids: { [once]: 50 } });
});

test('300 recordings, 8 at a time, are submitted once each', async () => {
	const ids = externalIds('many', 300);
	const { errors, ids: counts } = await submitInParallel(world, { ids, executions: 1 });
	const once = 'starts 1, outputs 1, unnamed 0';
	expect({ errors, ids: summary(counts) }).toEqual({ errors: [], ids: { [once]: 300 } });
});

describe('Stop', () => {
	/** Stops an execution while a request is under way. @param {{ id: string }} created @param {import('../emulator/faults').Fault} fault */
	async function stopAt({ id }, fault) {
		/** @type {(value?: unknown) => void} */
		let release = () => {};
		// However late the stop is, the request is not answered before it.
		const held = new Promise((resolve) => (release = resolve));
		world.emulator.faults.add({ ...fault, held });
		try {
			const executionId = await world.n8n.client.runWorkflow(id);
			await until(() => world.emulator.faults.queue.length === 0);
			await world.n8n.client.stopExecution(executionId);
			return executionId;
		} finally {
			release();
		}
	}

	test.each([
		['creation', { where: 'service', operation: 'job_new', kind: 'delay', delayMs: 3000 }],
		['upload', { where: 'store', operation: 'put', kind: 'stall', bytes: 1000 }],
	])(
		'during the %s: the next execution submits the recording, and says that there may be two jobs',
		async (name, fault) => {
			const created = await createWorkflow(`stopped-${name}`, 'skip');
			await stopAt(created, /** @type {any} */ (fault));
			const { outputs } = await run(created);
			expect(outputs).toMatchObject([{ transcription_started: true, possible_duplicate: true }]);
			expect({ jobs: count('job_new'), starts: count(START) }).toEqual({ jobs: 2, starts: 1 });
			expect(await run(created)).toMatchObject({ error: undefined, outputs: [] });
		},
	);

	test('during the start: the start runs to its end, and the next execution skips', async () => {
		const created = await createWorkflow('stopped-start', 'skip');
		await stopAt(created, { where: 'service', operation: START, kind: 'delay', delayMs: 3000 });
		expect(await run(created)).toMatchObject({ error: undefined, outputs: [] });
		expect({ jobs: count('job_new'), starts: count(START) }).toEqual({ jobs: 1, starts: 1 });
	});

	test.each([
		['creation', { where: 'service', operation: 'job_new', kind: 'delay', delayMs: 3000 }],
		['upload', { where: 'store', operation: 'put', kind: 'stall', bytes: 1000 }],
		['start', { where: 'service', operation: START, kind: 'delay', delayMs: 3000 }],
	])('during the %s, then Retry and a further execution: one start in all', async (name, fault) => {
		const created = await createWorkflow(`retried-${name}`, 'skip');
		const stopped = await stopAt(created, /** @type {any} */ (fault));
		await world.n8n.client.retryExecution(stopped).catch(() => {});
		const { error } = await run(created);
		expect(error).toBeUndefined();
		expect(count(START)).toBe(1);
	});
});

test('Retry with the saved workflow goes on with the same job after Max Attempts was raised', async () => {
	const { client } = world.n8n;
	/** @param {number} maxAttempts */
	const flowWith = (maxAttempts) => {
		const submit = world.verbit('Submit', 'recording:submit', {
			profile: { __rl: true, mode: 'name', value: 'standard' },
			options: { maxAttempts },
		});
		return workflow('raised', [manualTrigger(), readFiles(world.recordings.partOne), submit]);
	};
	const fault = { where: 'store', operation: 'put', kind: 'status', status: 500, times: 3 };
	world.emulator.faults.add(/** @type {any} */ (fault));
	const created = await client.createWorkflow(flowWith(1));
	const first = await client.waitForExecution(await client.runWorkflow(created.id));
	expect(first.data.resultData.error).toBeDefined();
	await client.updateWorkflow(created, { ...flowWith(5), id: created.id });
	const second = await client.retryExecution(first.id, { loadWorkflow: true });
	expect(itemsOf(second.data, 'Submit')[0].json).toMatchObject({ transcription_started: true });
	expect({ jobs: count('job_new'), puts: count('put') }).toEqual({ jobs: 1, puts: 4 });
});

describe('An execution that fails with the word "canceled" has failed', () => {
	const reason = 'this was canceled';

	/** @param {{ id: string }} created */
	async function endOf(created) {
		const id = await world.n8n.client.runWorkflow(created.id);
		const { status, data } = await world.n8n.client.waitForExecution(id);
		return { status, message: /** @type {any} */ (data.resultData.error).message };
	}

	test('where Verbit said it', async () => {
		const body = { ErrorType: 'INVALID_OPTION', ErrorComment: reason };
		world.emulator.faults.add({
			where: 'service',
			operation: 'job_new',
			kind: 'status',
			status: 422,
			body,
		});
		const { status, message } = await endOf(await createWorkflow('word', 'create'));
		expect(message).toMatch(/this was canceled/i);
		expect(status).toBe('error');
	});

	test('where the storage said it', async () => {
		const body = `<Error><Code>InvalidArgument</Code><Message>${reason}</Message></Error>`;
		world.emulator.faults.add({
			where: 'store',
			operation: 'put',
			kind: 'status',
			status: 400,
			body,
		});
		const { status, message } = await endOf(await createWorkflow('word', 'create'));
		expect(message).toMatch(/this was canceled/i);
		expect(status).toBe('error');
	});

	test('where n8n said it', async () => {
		const broken = world.verbit('Create', 'job:create', {
			profile: { __rl: true, mode: 'name', value: 'standard' },
		});
		broken.credentials = { verbitApi: { id: 'canceled', name: 'Gone' } };
		const flow = workflow('word', [manualTrigger(), broken]);
		const { status, message } = await endOf(await world.n8n.client.createWorkflow(flow));
		expect(message).toMatch(/canceled/i);
		expect(status).toBe('error');
	});
});
