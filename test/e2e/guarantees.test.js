/** What an External ID and a retry are worth in a whole n8n with its database: killed, stopped, and run twice at a time. */
const { randomUUID } = require('node:crypto');
const { default: axios } = require('axios');
const { itemsOf } = require('../support/n8n/executionData');
const {
	manualTrigger,
	readFiles,
	schedule,
	webhook,
	workflow,
} = require('../support/n8n/workflow');
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

/** What n8n says where an execution has no data to go on with: in its database it may be empty, or missing. */
const N8N_REFUSES = /cannot be retried|reading 'executionData'/;

async function restart() {
	await world.n8n.stop('SIGKILL');
	await world.n8n.start();
}

/** Runs a workflow by hand, and kills n8n while a request is under way. n8n then refuses to retry it: it has saved nothing. @param {{ id: string }} created @param {import('../emulator/faults').Fault} fault */
async function killAt({ id }, fault) {
	world.emulator.faults.add(fault);
	const executionId = await world.n8n.client.runWorkflow(id);
	await until(() => world.emulator.faults.queue.length === 0);
	await restart();
	const sent = world.emulator.journal.count({});
	await expect(world.n8n.client.retryExecution(executionId)).rejects.toThrow(N8N_REFUSES);
	expect(world.emulator.journal.count({})).toBe(sent);
}

test('what is done is skipped by the next execution', async () => {
	const created = await createWorkflow('done', 'skip');
	expect((await run(created)).outputs).toMatchObject([{ transcription_started: true }]);
	expect(await run(created)).toMatchObject({ error: undefined, outputs: [] });
	expect({ jobs: count('job_new'), starts: count(START) }).toEqual({ jobs: 1, starts: 1 });
});

test('after a kill during the upload the recording is submitted, and said to be a possible duplicate', async () => {
	const created = await createWorkflow('upload', 'skip');
	await killAt(created, { where: 'store', operation: 'put', kind: 'stall', bytes: 1000 });
	const { outputs } = await run(created);
	expect(outputs).toMatchObject([{ transcription_started: true, possible_duplicate: true }]);
	expect({ jobs: count('job_new'), starts: count(START) }).toEqual({ jobs: 2, starts: 1 });
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

test('after a kill without an External ID there is a second job, and nothing says so', async () => {
	const created = await createWorkflow('', 'create');
	await killAt(created, { where: 'service', operation: START, kind: 'delay', delayMs: 60_000 });
	const { outputs } = await run(created);
	expect(outputs).toMatchObject([{ transcription_started: true }]);
	expect(outputs[0]).not.toHaveProperty('possible_duplicate');
	expect({ jobs: count('job_new'), starts: count(START) }).toEqual({ jobs: 2, starts: 2 });
});

describe('A production execution that crashed during the start', () => {
	const onCall = () => webhook(randomUUID(), { responseMode: 'onReceived' });
	// n8n runs a schedule once more after its start: not within the minute of this test.
	const everyMinute = () => schedule('Schedule', { field: 'minutes', minutesInterval: 1 });

	/**
	 * @param {import('../support/n8n/workflow').WorkflowNode} trigger
	 * @param {object} [settings] of Submit
	 */
	async function crash(trigger, settings) {
		const { client } = world.n8n;
		const profile = { __rl: true, mode: 'name', value: 'standard' };
		const submit = world.verbit('Submit', 'recording:submit', { profile, ...settings });
		const nodes = [trigger, readFiles(world.recordings.partOne), submit];
		const created = await client.createWorkflow(workflow('crashed', nodes));
		await client.activate(created);
		const delay = /** @type {const} */ ({ kind: 'delay', delayMs: 60_000 });
		world.emulator.faults.add({ where: 'service', operation: START, ...delay });
		const path = /** @type {any} */ (trigger.parameters).path;
		if (path) await axios.post(`${world.n8n.url}/webhook/${path}`, {});
		await until(() => world.emulator.faults.queue.length === 0, { maxMs: 70_000 });
		const [{ id }] = await client.listExecutions(created.id);
		await restart();
		await client.deactivate(created.id);
		const statusOf = async () =>
			(await client.listExecutions(created.id)).find((one) => one.id === id)?.status;
		let status = await statusOf();
		await until(async () => (status = await statusOf()) === 'crashed', {
			tell: () => `It is ${status}`,
		});
		return id;
	}

	test.each([
		['webhook', onCall],
		['schedule', everyMinute],
	])(
		'by a %s can be retried, and without an External ID makes a second job',
		async (_by, trigger) => {
			const id = await crash(trigger());
			const { data } = await world.n8n.client.retryExecution(id);
			expect(itemsOf(data, 'Submit')[0].json).toMatchObject({ transcription_started: true });
			expect({ jobs: count('job_new'), starts: count(START) }).toEqual({ jobs: 2, starts: 2 });
		},
	);

	test('with an External ID and Skip starts nothing unasked when it is retried, and the error names the ID', async () => {
		const id = await crash(onCall(), {
			additionalFields: { externalId: 'lecture-in-doubt', ifExternalIdUsed: 'skip' },
		});
		const { client } = world.n8n;
		const retried = await client.retryExecution(id, {}, { maxMs: 290_000 });
		const error = /** @type {any} */ (retried.data.resultData.error);
		expect(error.message).toContain('lecture-in-doubt');
		expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_UNCLEAR' });
		expect({ jobs: count('job_new'), starts: count(START) }).toEqual({ jobs: 1, starts: 1 });
	}, 420_000);
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
