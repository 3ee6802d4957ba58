const { spawn } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { itemsOf } = require('../support/n8n/executionData');
const { ownNode, setFields, verbitTrigger, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { useN8n } = require('./world');

const world = useN8n();

/** A node that fails. */
const failing = ownNode('Fail', 'stopAndError', 1, { errorMessage: 'This workflow fails' });

/** A workflow that begins with the trigger. @param {Record<string, unknown>} [parameters] @param {import('../support/n8n/workflow').WorkflowNode[]} [nodes] behind it @param {{ binaryMode?: string, typeVersion?: number }} [settings] of the workflow, and the trigger's version */
async function createWorkflow(
	parameters = {},
	nodes = [setFields({ seen: true })],
	{ typeVersion = 1.1, ...settings } = {},
) {
	const trigger = { ...verbitTrigger(parameters, world.credential), typeVersion };
	const flow = workflow('When a job has ended', [trigger, ...nodes], { settings });
	const created = await world.n8n.client.createWorkflow(flow);
	return { created, path: `${trigger.webhookId}/webhook` };
}

/** @param {Parameters<typeof createWorkflow>} workflowParts */
async function activate(...workflowParts) {
	const { created, path } = await createWorkflow(...workflowParts);
	await world.n8n.client.activate(created);
	const id = /** @type {string} */ (created.id);
	return {
		id,
		url: `${world.n8n.url}/webhook/${path}`,
		call: async (/** @type {number} */ jobId) => await post(`/webhook/${path}`, jobId),
		executions: async () => await executionsOf(id),
	};
}

/** The service's call. @param {string} path @param {number} jobId @param {Record<string, string>} [ofBody] headers */
async function post(path, jobId, ofBody = {}) {
	const call = { job_id: `${jobId}`, external_id: 'lecture-7', status: 'Completed' };
	const response = await fetch(world.n8n.url + path, {
		method: 'POST',
		body: new URLSearchParams(call),
		headers: { connection: 'close', ...ofBody },
	});
	const { status, headers } = response;
	return { status, headers, body: await response.text() };
}

/** What the service was answered when it told of the job's end. @param {number} jobId */
const answersTo = (jobId) =>
	world.emulator.journal
		.filter((entry) => entry.operation === 'callback' && entry.jobId === jobId && entry.status)
		.map(({ status, answer }) => `${status} ${answer}`);

/** All executions of a workflow, ended. @param {string} workflowId */
async function executionsOf(workflowId) {
	const { client } = world.n8n;
	const list = await client.listExecutions(workflowId);
	return await Promise.all(list.map(async ({ id }) => await client.waitForExecution(id)));
}

/** The jobs whose events came to the node behind the trigger. @param {Awaited<ReturnType<typeof executionsOf>>} executions */
const jobsSeen = (executions) =>
	executions
		.flatMap(({ data }) => itemsOf(data, 'Set Fields').map(({ json }) => Number(json.job_id)))
		.sort((a, b) => a - b);

/** @param {import('../emulator/state').JobStatus} [status] */
const newJob = (status = 'Completed') =>
	world.emulator.createJob({ profile: 'standard', status, externalId: 'lecture-7' });

test('a recording that is submitted with the URL brings its end back, through an outage, once', async () => {
	world.emulator.switches.set({ callbackRepeatSeconds: 1 });
	const { url, executions } = await activate();
	const { data } = await world.run(
		world.byUrl('Submit', 'https://example.com/lecture.mp4', { options: { callbackUrl: url } }),
	);
	const jobId = Number(itemsOf(data, 'Submit')[0].json.job_id);
	const outage = /** @type {const} */ ({ where: 'service', kind: 'status', status: 503 });
	world.emulator.faults.add({ ...outage, operation: 'job_info' });
	world.emulator.clock.advance(60_000);
	await until(() => answersTo(jobId).includes('200 OK'));
	expect(answersTo(jobId)).toEqual(["503 The call can't be handled right now", '200 OK']);
	await world.emulator.deliverCallback(jobId);
	expect(answersTo(jobId).at(-1)).toBe('200 OK');
	expect(jobsSeen(await executions())).toEqual([jobId]);
});

test('captions come with the call, in the storage of the execution', async () => {
	const { call, executions } = await activate({ downloadCaptions: true, captionFormat: 'vtt' });
	await call(newJob());
	const [{ id, data }] = await executions();
	const [{ binary }] = itemsOf(data, 'Verbit Trigger');
	const file = /** @type {import('n8n-workflow').IBinaryData} */ (binary?.data);
	expect(file.id).toContain(`/executions/${id}/`);
	const content = await world.n8n.client.downloadBinary(file);
	expect(content.equals(world.emulator.captions('vtt'))).toBe(true);
});

describe('after a restart of n8n', () => {
	const OK = { status: 200, body: 'OK' };
	const jobIds = [0, 0, 0];

	/** @type {Array<Awaited<ReturnType<typeof post>>>} */
	const answers = [];

	/** Whose workflow succeeds, and whose workflow fails. @type {Array<Awaited<ReturnType<typeof activate>>>} */
	const called = [];

	// One for both of them.
	beforeAll(async () => {
		called.push(await activate(), await activate({}, [failing]));
		jobIds.forEach((_, index) => (jobIds[index] = newJob()));
		const [succeeding, fails] = called;
		for (const jobId of jobIds) {
			for (const { call, executions } of [succeeding, succeeding, fails]) {
				answers.push(await call(jobId));
				await executions();
			}
		}
		await world.n8n.stop();
		await world.n8n.start();
	});

	test('the execution of a repeated call ends at the trigger, for every event', async () => {
		const [{ call, executions }] = called;
		expect(answers).toEqual(answers.map(() => expect.objectContaining(OK)));
		for (const { headers } of answers) {
			expect(headers.get('content-type')).toContain('text/plain');
			expect(headers.get('content-length')).toBe('2');
		}
		for (const jobId of jobIds) expect(await call(jobId)).toMatchObject(OK);
		const [repeat, ...others] = await executions();
		// Each call is an execution, also a repeat before the restart.
		expect(others).toHaveLength(3 * jobIds.length - 1);
		expect(jobsSeen([repeat, ...others])).toEqual(jobIds);
		expect(repeat.status).toBe('success');
		const [{ hints }] = repeat.data.resultData.runData['Verbit Trigger'];
		expect(hints).toMatchObject([
			{ message: expect.stringContaining('An earlier execution started') },
		]);
	});

	test('an event is known when the workflow that it started has failed', async () => {
		const [, { call, executions }] = called;
		expect((await executions()).map(({ status }) => status)).toEqual(jobIds.map(() => 'error'));
		for (const jobId of jobIds) expect(await call(jobId)).toMatchObject(OK);
		const repeats = (await executions()).slice(0, jobIds.length);
		expect(repeats.map(({ status }) => status)).toEqual(jobIds.map(() => 'success'));
	});
});

/** Keeps n8n from writing to its database, as a slow disk does. @returns ends it */
async function lockDatabase() {
	const { n8n, userFolder } = world.n8n;
	const script = `
		const db = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 10_000 });
		db.exec('BEGIN EXCLUSIVE');
		process.stdout.write('locked');
		process.stdin.once('end', () => db.exec('ROLLBACK')).resume();
	`;
	const file = path.join(userFolder, '.n8n/database.sqlite');
	const lock = spawn(n8n.node, ['-e', script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
	await once(lock.stdout, 'data');
	return async () => {
		lock.stdin.end();
		await once(lock, 'exit');
	};
}

/** n8n stops waiting for its database meanwhile. */
const LOCKED_MS = 8000;

test('no call gets OK before n8n has its execution, on a locked database too, and the workflow runs once', async () => {
	const { url, call, executions } = await activate();
	const [earlier, jobId] = [newJob(), newJob()];
	await call(earlier);
	await executions();
	const unlock = await lockDatabase();
	const unlocked = sleep(LOCKED_MS).then(unlock);
	const body = new URLSearchParams({ job_id: `${jobId}`, status: 'Completed' });
	const hungUp = fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(1000) });
	await expect(hungUp).rejects.toThrow('timeout');
	const second = call(jobId);
	const early = await Promise.race([second, sleep(2000)]);
	await Promise.all([second, unlocked]);
	// Nothing yet, or a refusal.
	expect(early?.status).not.toBe(200);
	for (const _repeat of [1, 2, 3]) expect(await call(jobId)).toMatchObject({ body: 'OK' });
	expect(jobsSeen(await executions())).toEqual([earlier, jobId]);
});

test('a call that the trigger could not handle is a failed execution, whose retry starts nothing', async () => {
	const { call, executions } = await activate({ events: '={{ null }}' });
	expect(await call(newJob())).toMatchObject({ status: 500 });
	// n8n responds before it saves one.
	const { id, status } = await until(async () => (await executions())[0]);
	expect(status).toBe('error');
	const retried = await world.n8n.client.retryExecution(id);
	expect(retried.status).toBe('success');
	expect(itemsOf(retried.data, 'Verbit Trigger')).toEqual([]);
});

test("the editor's test event takes the same job again and again", async () => {
	const { client } = world.n8n;
	const { created, path } = await createWorkflow();
	const id = /** @type {string} */ (created.id);
	const jobId = newJob();
	for (const run of [1, 2]) {
		const answer = await client.request('POST', `/workflows/${id}/run`, {
			triggerToStartFrom: { name: 'Verbit Trigger' },
		});
		expect(answer).toMatchObject({ waitingForWebhook: true });
		expect(await post(`/webhook-test/${path}`, jobId)).toMatchObject({ status: 200, body: 'OK' });
		expect(await executionsOf(id)).toHaveLength(run);
	}
});

test.each([
	['separate', 1],
	['separate', 1.1],
	['combined', 1.1],
])(
	'a call of any Content-Type starts a workflow whose files are %s, with version %s of the trigger',
	async (binaryMode, typeVersion) => {
		const { url, executions } = await activate({}, undefined, { binaryMode, typeVersion });
		const path = url.slice(world.n8n.url.length);
		const types = ['application/x-www-form-urlencoded', 'application/octet-stream'];
		const jobIds = types.map(() => newJob());
		for (const [index, type] of types.entries()) {
			const answer = await post(path, jobIds[index], { 'content-type': type });
			expect(answer).toMatchObject({ status: 200, body: 'OK' });
		}
		expect(jobsSeen(await executions())).toEqual(jobIds);
	},
);
