const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { callsIn } = require('../e2e/calls');
const { submitInParallel } = require('../e2e/overlap');
const { useWorld } = require('../e2e/world');
const { itemsOf, setFields } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { QueueWorld } = require('./world');

/**
 * How n8n marks the execution of a killed worker depends on what comes first: a worker that starts (crashed), or the check
 * for jobs that nobody works on (error), after which n8n has no data to retry. That check comes first, unless it comes rarely.
 */
const world = useWorld(new QueueWorld(), {
	QUEUE_WORKER_STALLED_INTERVAL: String(10 * 60_000),
});
const { activate, jobsSeen, newJob } = callsIn(world);

const EXECUTIONS = 200;

const count = (/** @type {Parameters<typeof world.emulator.journal.count>[0]} */ like) =>
	world.emulator.journal.count(like);

/** Kills the worker that has an execution, and starts it again. @param {string} id */
async function killWorkerOf(id) {
	const worker = world.workerOf(id);
	await worker?.stop('SIGKILL');
	await worker?.start();
	expect((await world.n8n.client.waitForExecution(id)).status).toBe('crashed');
}

/** A recording whose execution waits while all workers are killed. n8n looks once a minute for what is due: that is later. */
const long = { url: 'https://media.example.com/long.mp4', workflowId: '' };

const longJobs = () => world.jobs().filter(({ media }) => media?.mediaUrl === long.url);

beforeAll(async () => {
	// Nothing ends by itself.
	world.emulator.switches.set({ transcriptionSeconds: 86_400 });
	const { id, run } = await world.publish([
		world.byUrl('Transcribe', long.url, { options: { timeoutHours: 1 } }),
	]);
	long.workflowId = id;
	const executionId = await run();
	await world.n8n.client.untilStatus(executionId);
	await Promise.all(world.workers.map(async (worker) => await worker.stop('SIGKILL')));
	await Promise.all(world.workers.map(async (worker) => await worker.start()));
	for (const job of longJobs()) world.emulator.setJobStatus(job.id, 'Completed');
	// With a token of its own.
	world.credential = await world.createCredential();
}, 300_000);

test('200 recordings land once each, byte for byte, over all workers, with one token exchange a worker at most', async () => {
	const workflow = await world.publishUpload('lastNode');
	const sizes = Array.from({ length: EXECUTIONS }, (_, index) => 1 + ((index * 7919) % 200_000));
	const files = sizes.map((bytes) => world.fileForJob(bytes));
	await Promise.all(files.map(async (file) => await world.post(workflow, file)));
	expect(world.flaws(files)).toEqual([]);
	expect(count({ operation: 'put' })).toBe(EXECUTIONS);
	expect(count({ operation: 'add_media' })).toBe(EXECUTIONS);
	expect(count({ operation: 'auth' })).toBeGreaterThan(0);
	expect(count({ operation: 'auth' })).toBeLessThanOrEqual(world.workers.length);
	for (const worker of world.workers) {
		const started = worker.logs().match(/Worker started execution/g) ?? [];
		expect(started.length).toBeGreaterThan(EXECUTIONS / 10);
	}
});

test('a recording that takes long is in no worker: it outlives them all, is submitted once, and becomes text', async () => {
	const [{ status, data }] = await world.executionsOf(long.workflowId, { maxMs: 240_000 });
	expect(status).toBe('success');
	const [job, ...others] = longJobs();
	expect(others).toEqual([]);
	expect(itemsOf(data, 'Transcribe')[0].json).toMatchObject({
		job_id: job.id,
		text: String(world.emulator.captions('txt')),
	});
});

test('where executions overlap on several workers, each recording is started by one of them with Skip', async () => {
	const executionIds = await submitInParallel(world, 4, world.webhooks.url);
	expect(new Set(executionIds.map((id) => world.workerOf(id)))).toHaveProperty('size', 2);
});

test('of twenty events that reach two processes at once, each starts the workflow once', async () => {
	const workflow = await activate();
	const jobIds = Array.from({ length: 20 }, () => newJob());
	const { n8n: main, webhooks } = world;
	const calls = jobIds.flatMap((jobId) =>
		[webhooks, main].map(async (process) => {
			const callback = { url: workflow.url.replace(world.n8n.url, process.url) };
			return await world.emulator.deliverCallback(jobId, callback);
		}),
	);
	expect(await Promise.all(calls)).toEqual(calls.map(() => ({ status: 200, answer: 'OK' })));
	const executions = await workflow.executions();
	expect(executions).toHaveLength(40);
	expect(jobsSeen(executions)).toEqual(jobIds);
});

test('an event of a killed worker is retried from the list, and its repeat starts nothing', async () => {
	const jobId = newJob();
	world.fault('job_info', { kind: 'delay', delayMs: 60_000 });
	const get = world.verbit('Get', 'job:get', { jobId: '={{ $json.job_id }}' });
	const workflow = await activate({ options: { confirmJob: false } }, [get, setFields({})]);
	await workflow.call(jobId);
	await until(() => count({ operation: 'job_info', jobId }) > 0);
	const { client } = world.n8n;
	const [{ id }] = await client.listExecutions(workflow.id);
	await killWorkerOf(id);
	world.emulator.faults.clear();
	await workflow.call(jobId);
	expect(jobsSeen(await workflow.executions())).toEqual([]);
	expect(await client.retryExecution(id)).toMatchObject({ status: 'success' });
	const executions = await workflow.executions();
	expect(executions).toHaveLength(3);
	expect(jobsSeen(executions)).toEqual([jobId]);
});

test('a worker that is killed in mid-upload leaves nothing in the store, and the re-run uploads and attaches once', async () => {
	world.fault('put', { kind: 'slow', bytesPerSecond: 400_000 });
	const workflow = await world.publishUpload('onReceived');
	const countObjects = () => Object.keys(world.emulator.state.data.objects).length;
	const before = countObjects();
	// Half a minute's upload: the worker is killed before its end, also where that takes a while.
	const file = world.fileForJob(14_000_000);
	await world.post(workflow, file);
	await until(() =>
		world.emulator.journal.some(({ operation, bytes }) => operation === 'put' && bytes > 200_000),
	);
	const [{ id }] = await world.n8n.client.listExecutions(workflow.id);
	await killWorkerOf(id);
	expect(countObjects()).toBe(before);
	await until(() => readdirSync(path.join(world.emulator.dataDir, 'incoming')).length === 0);
	expect((await world.n8n.client.retryExecution(id)).status).toBe('success');
	expect(world.flaws([file])).toEqual([]);
	expect(countObjects()).toBe(before + 1);
});

/** But for packages, which n8n has not written itself. @param {string} folder */
function readFolder(folder) {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
		.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'latin1'))
		.join('\n');
}

/** A token of the emulator: a JWT whose first claim is `iat`, other than those of n8n's own. */
const TOKEN = /eyJ[\w-]+\.eyJpYXQiOj[\w-]+/;

/** The query of an upload URL of any version of S3's signature. */
const SIGNED_QUERY = /X-Amz-(Signature|Credential)=|AWSAccessKeyId=/;

/** The kinds of secrets that are in a text. @param {string} text @param {string[]} keys */
const secretsIn = (text, keys) => [
	...keys.filter((key) => text.includes(key)).map(() => 'an API key'),
	...(TOKEN.test(text) ? ['an access token'] : []),
	...(SIGNED_QUERY.test(text) ? ['the query of a signed URL'] : []),
];

describe('after all of this, and executions that have failed in every way', () => {
	const SIGNED = 'https://store.example/a?X-Amz-Signature=0123456789abcdef';

	/** @type {Array<import('../emulator/faults').Fault>} */
	const failures = [
		{ where: 'store', kind: 'status', status: 403, body: SIGNED },
		{ where: 'store', kind: 'dropConnection', times: 4 },
		{ where: 'service', kind: 'status', status: 400, body: SIGNED },
		{ where: 'service', kind: 'dropConnection', times: 4 },
	];

	/** Everything that n8n keeps, as text under the name of its place. @type {Record<string, string>} */
	let traces = {};
	const wrongKey = 'a-key-that-is-wrong';

	async function failOnce() {
		const workflow = await world.publishUpload('onReceived');
		await world.post(workflow, world.fileForJob(1000));
		const [{ status }] = await world.executionsOf(workflow.id);
		expect(status).toBe('error');
		world.emulator.faults.clear();
	}

	beforeAll(async () => {
		for (const fault of failures) {
			world.emulator.faults.add(fault);
			await failOnce();
		}
		world.credential = await world.createCredential({ apiKey: wrongKey });
		await failOnce();
		const { postgres, redis, processes } = world;
		traces = {
			database: await postgres.dump(),
			redis: readFolder(redis.folder),
			files: processes.map(({ userFolder }) => readFolder(userFolder)).join('\n'),
		};
	});

	test.each([
		['database', "didn't accept the key"],
		['redis', 'execution'],
		['files', 'Worker started execution'],
	])('no key, no token and no signature is in what was kept: %s', (place, text) => {
		expect(traces[place]).toContain(text);
		expect(secretsIn(traces[place], [world.emulator.apiKey, wrongKey])).toEqual([]);
	});

	test('which would have been found', () => {
		const token = world.emulator.tokens.issue();
		const url = 'https://store.example/a?X-Amz-Credential=id';
		expect(secretsIn(`${wrongKey} ${token} ${url}`, [wrongKey])).toHaveLength(3);
	});
});
