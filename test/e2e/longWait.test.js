const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, setFields, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { useN8n } = require('./world');

/**
 * A wait of n8n's is real time, 66 seconds at the least, so that there is one for all of this: workflows begin to wait,
 * n8n is started anew, the jobs end each in its own way, and each test looks at what has become of one workflow.
 */
const world = useN8n();

const CASES = /** @type {const} */ (['completed', 'failed', 'continued', 'divided', 'stopped']);

/** @type {Record<string, { onError?: string, retryOnFail?: boolean }>} */
const NODE_SETTINGS = {
	continued: { onError: 'continueRegularOutput', retryOnFail: true },
	divided: { onError: 'continueErrorOutput' },
};

/** @type {Record<typeof CASES[number], { jobIds: number[], workflowId: string, executionId: string }>} */
const runs = /** @type {any} */ ({});

/** @type {Record<string, string[]>} the statuses of all executions of a workflow */
const whileWaiting = {};

/** What follows the wait tells to which input item an output belongs. */
const splitOut = {
	name: 'Jobs',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'jobs', options: {} },
};
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

/** @param {typeof CASES[number]} name */
async function begin(name) {
	const jobIds = [world.newJob(), world.newJob(), world.newJob()];
	for (const jobId of jobIds) world.emulator.setJobStatus(jobId, 'In Progress');
	const wait = world.verbit('Wait for It', 'job:wait', {
		jobId: '={{ $json.jobs }}',
		options: { timeout: 3600 },
	});
	const nodes = [
		manualTrigger(),
		setFields({ jobs: jobIds }),
		splitOut,
		{ ...wait, ...NODE_SETTINGS[name] },
		after,
	];
	const { id } = await world.n8n.client.createWorkflow(workflow(`Wait: ${name}`, nodes));
	const executionId = await world.n8n.client.runWorkflow(id);
	runs[name] = { jobIds, workflowId: id, executionId };
}

/** @param {string} workflowId @returns {Promise<string[]>} */
async function statusesOf(workflowId) {
	const executions = await world.n8n.client.listExecutions(workflowId);
	return executions.map((/** @type {{ status: string }} */ { status }) => status);
}

async function untilAllWait() {
	for (const name of CASES) {
		const { workflowId } = runs[name];
		await until(async () => {
			whileWaiting[name] = await statusesOf(workflowId);
			return whileWaiting[name].length >= 2 && !whileWaiting[name].includes('running');
		});
	}
}

/** Ends the jobs of a case, one status each. @param {typeof CASES[number]} name @param {any[]} statuses */
function end(name, statuses) {
	statuses.forEach((status, index) => {
		const errors = status === 'Failure' ? [{ code: 'no_speech', message: 'Silence' }] : undefined;
		world.emulator.setJobStatus(runs[name].jobIds[index], status, { errors });
	});
}

beforeAll(async () => {
	for (const name of CASES) await begin(name);
	await untilAllWait();
	await world.n8n.stop();
	await world.n8n.start();
	await world.n8n.client.stopExecution(runs.stopped.executionId);
	end('completed', ['Completed', 'Completed', 'Completed']);
	end('failed', ['In Progress', 'Failure', 'In Progress']);
	end('continued', ['Failure', 'Completed', 'Canceled']);
	end('divided', ['Completed', 'Failure', 'Completed']);
}, 300_000);

test('a workflow that waits for jobs is in no worker: n8n has put it to wait', () => {
	expect(whileWaiting).toEqual(
		Object.fromEntries(CASES.map((name) => [name, ['waiting', 'waiting']])),
	);
});

// The first that waits, so that its looks are in the journal.
test('where the execution was stopped, its jobs are no longer looked at', async () => {
	const { executionId, jobIds, workflowId } = runs.stopped;
	expect((await world.n8n.client.waitForExecution(executionId)).status).toBe('canceled');
	// The sub-workflow's wait is the shortest that n8n puts into the database: more than a minute.
	const hasEnded = async () => !(await statusesOf(workflowId)).includes('waiting');
	await until(hasEnded, { maxMs: 100_000 });
	const looks = world.emulator.journal.filter(({ jobId }) => jobIds.includes(Number(jobId)));
	expect(looks).toHaveLength(0);
});

test('it goes on after a restart of n8n with what the jobs have become, item by item', async () => {
	const { executionId, jobIds, workflowId } = runs.completed;
	const { status, data } = await world.n8n.client.waitForExecution(executionId);
	expect(status).toBe('success');
	expect(itemsOf(data, 'Wait for It').map(({ json }) => json)).toMatchObject(
		jobIds.map((jobId) => ({ job_id: jobId, job_status: 'Completed', profile: 'standard' })),
	);
	expect(itemsOf(data, 'After').map(({ json }) => json)).toMatchObject(
		jobIds.map((jobId) => ({ job: jobId, of: jobId })),
	);
	// The execution in between is not kept.
	expect(await statusesOf(workflowId)).toEqual(['success']);
});

test('a job that fails meanwhile ends it with its error', async () => {
	const { executionId, jobIds } = runs.failed;
	const { status, data } = await world.n8n.client.waitForExecution(executionId);
	expect(status).toBe('error');
	expect(data.resultData.error).toMatchObject({
		name: 'NodeApiError',
		message: `Wait for completion for job ${jobIds[1]}: the transcription did not succeed (status Failure): no_speech (Silence)`,
		description: expect.stringContaining('There is no speech'),
		node: expect.objectContaining({ name: 'Wait for It' }),
	});
});

test('where the node continues on fail, each item has its own outcome, also with Retry On Fail', async () => {
	const { executionId, jobIds } = runs.continued;
	const { status, data } = await world.n8n.client.waitForExecution(executionId);
	expect(status).toBe('success');
	const rows = itemsOf(data, 'After').map(({ json }) => json);
	expect(rows).toMatchObject([
		{ of: jobIds[0], error: expect.stringContaining('no_speech (Silence)') },
		{ of: jobIds[1], status: 'Completed' },
		{ of: jobIds[2], error: expect.stringContaining('was canceled') },
	]);
});

test('where it has an error output, each item goes to its own', async () => {
	const { executionId, jobIds } = runs.divided;
	const { status, data } = await world.n8n.client.waitForExecution(executionId);
	expect(status).toBe('success');
	const [completed, failed] = [0, 1].map((output) => itemsOf(data, 'Wait for It', output));
	expect(completed.map(({ json }) => json.job_id)).toEqual([jobIds[0], jobIds[2]]);
	expect(failed).toMatchObject([
		{ json: { error: expect.stringContaining('no_speech (Silence)') }, pairedItem: { item: 1 } },
	]);
});
