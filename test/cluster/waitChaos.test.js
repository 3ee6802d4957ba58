const { randomBytes } = require('node:crypto');
const os = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { itemsOf } = require('../support/n8n/executionData');
const { fastClock } = require('../support/n8n/settings');
const { setFields, webhook, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { useQueue } = require('./world');

/**
 * Waits in queue mode while its processes are killed at random. For n8n a minute passes in two seconds: see `fastClock`.
 * `WAIT_KILLS=100 npx jest … waitChaos` is the long form, whose figures are in docs/maintainers/guarantees.md; `WAIT_SEED` repeats one.
 */
const world = useQueue({
	env: {
		...fastClock(30),
		// With this module n8n 2.40.7 fails what is due while its main process starts: see docs/wait-for-a-job.md.
		N8N_DISABLED_MODULES: 'mcp-registry,otel',
		// n8n's own defaults: docs/wait-for-a-job.md says what is lost with them.
		DB_POSTGRESDB_POOL_SIZE: '2',
		DB_POSTGRESDB_CONNECTION_TIMEOUT: '20000',
		// Processes start in half the time.
		NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'verbit-wait-chaos'),
	},
});

const KILLS = Number(process.env.WAIT_KILLS ?? 4);
const SEED = Number(process.env.WAIT_SEED ?? Date.now() % 1e6);
/** Executions that wait at a time. */
const WAITING = 24;
/** For n8n; the long ones outlast the test. */
const TIMEOUTS = { long: 30 * 24, short: 0.5 };
const MINUTE = 60_000;

/** @typedef {{ jobs: number[], kind: keyof typeof TIMEOUTS }} Posted */

let state = SEED;
/** Below 1, the same for the same seed. */
const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
const oneOf = (/** @type {any[]} */ list) => list[Math.floor(random() * list.length)];

/** @type {Posted[]} */
const posted = [];
/** @type {Record<string, number>} */
const kills = {};

/** @type {{ path: string, id: string }} */
let flow;

async function publish() {
	const path = `chaos-${randomBytes(6).toString('hex')}`;
	const after = setFields({});
	after.name = 'After';
	flow = await world.activate(
		workflow('Waits', [
			webhook(path, { responseMode: 'onReceived' }),
			{
				name: 'Jobs',
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				parameters: { fieldToSplitOut: 'body.jobs', include: 'allOtherFields', options: {} },
			},
			world.verbit('Wait', 'job:wait', {
				jobId: "={{ $json['body.jobs'] ?? $json.jobs }}",
				options: { timeoutHours: "={{ $('Webhook').first().json.body.timeout }}", pollInterval: 1 },
			}),
			after,
		]),
		path,
	);
}

async function post() {
	const kind = random() < 0.2 ? 'short' : 'long';
	const jobs = [world.newJob(), world.newJob()];
	for (const jobId of jobs) world.emulator.setJobStatus(jobId, 'In Progress');
	await world.postJson(flow, { jobs, timeout: TIMEOUTS[kind] });
	posted.push({ jobs, kind });
}

/** @param {number} jobId */
const isUnderWay = (jobId) => world.emulator.job(jobId)?.status === 'In Progress';

/** Some jobs finish, and as many executions begin to wait. */
async function goOn() {
	const open = posted.filter(({ jobs, kind }) => kind === 'long' && jobs.some(isUnderWay));
	for (const { jobs } of open) {
		if (random() < 0.1) for (const job of jobs) world.emulator.setJobStatus(job, 'Completed');
	}
	const left = open.filter(({ jobs }) => jobs.some(isUnderWay)).length;
	for (let count = left; count < WAITING; count++) await post();
}

/** Kills one process or several at a time, and starts them again. @returns {Promise<number>} how many */
async function killSome() {
	const { main, workers } = world.queue;
	const all = /** @type {const} */ ([
		['main', main],
		['worker', workers[0]],
		['worker', workers[1]],
	]);
	const some = all.filter(() => random() < 0.5);
	const killed = some.length > 0 ? some : [oneOf([...all])];
	const dying = killed.map(async ([role, process]) => {
		const signal = oneOf(['SIGKILL', 'SIGTERM']);
		kills[`${role} ${signal}`] = (kills[`${role} ${signal}`] ?? 0) + 1;
		await process.stop(signal);
	});
	await Promise.all(dying);
	await goOn();
	await Promise.all(killed.map(async ([, process]) => await process.start()));
	console.log(JSON.stringify(kills));
	return killed.length;
}

/** All executions of the workflow, with their data. @returns {Promise<any[]>} */
async function executions() {
	const { client } = world.n8n;
	const filter = encodeURIComponent(JSON.stringify({ workflowId: flow.id }));
	/** @type {Map<string, any>} */
	const found = new Map();
	for (let lastId = ''; ;) {
		const page = lastId === '' ? '' : `&lastId=${lastId}`;
		const { results } = await client.request('GET', `/executions?limit=50&filter=${filter}${page}`);
		const fresh = results.filter((/** @type {any} */ { id }) => !found.has(id));
		if (fresh.length === 0) return [...found.values()];
		for (const result of fresh) found.set(result.id, result);
		lastId = String(Math.min(...results.map((/** @type {any} */ { id }) => Number(id))));
	}
}

const ENDED = ['success', 'error', 'crashed', 'canceled'];

/**
 * Waits until no execution is under way.
 * @param {number} count of all executions: n8n's list leaves out one that ends while it is read
 */
async function allEnded(count) {
	/** @type {any[]} */
	let all = [];
	const tell = () =>
		`${all.length} of ${count}: ${JSON.stringify(all.filter(({ status }) => !ENDED.includes(status)))}`;
	const haveEnded = async () => {
		all = await executions();
		return all.length >= count && all.every(({ status }) => ENDED.includes(status));
	};
	await until(haveEnded, { maxMs: 5 * MINUTE, tell });
	return all;
}

/**
 * @typedef {object} Reckoning
 * @property {Record<string, number>} reasons why executions failed, with how many of them each
 * @property {number[]} kept jobs of executions whose data n8n still has. Where a worker dies under an execution, or the
 *   database is out of reach, n8n overwrites the data, so that nothing is left to retry: with every node
 * @property {number} retried how many were retried
 */

/**
 * Retries what was broken off, half of it with the workflow as it is saved now.
 * @param {any[]} ended the executions of all that was posted
 * @returns {Promise<Reckoning>}
 */
async function retryBroken(ended) {
	/** @type {Reckoning} */
	const reckoning = { reasons: {}, kept: [], retried: 0 };
	for (const [index, { id, status }] of ended.entries()) {
		const { data } = await world.n8n.client.waitForExecution(id);
		const posts = itemsOf(data, 'Webhook').map(({ json }) => /** @type {any} */ (json.body).jobs);
		reckoning.kept.push(...posts.flat());
		if (status === 'success') continue;
		const error = /** @type {any} */ (data.resultData.error);
		const isEmpty = posts.length === 0;
		const reason = error?.context?.code ?? (isEmpty ? `n8n: ${error?.message}` : status);
		reckoning.reasons[reason] = (reckoning.reasons[reason] ?? 0) + 1;
		if (isEmpty || reason === 'WAIT_TIMED_OUT') continue;
		const options = { loadWorkflow: index % 2 === 0 };
		await world.n8n.client.request('POST', `/executions/${id}/retry`, options);
		reckoning.retried++;
	}
	return reckoning;
}

/** @param {{ id: string }} execution @param {string} node */
async function rowsOf({ id }, node) {
	const { data } = await world.n8n.client.waitForExecution(id);
	return itemsOf(data, node).map(({ json }) => json);
}

test(
	`${KILLS} processes are killed: no job is passed on unfinished, and no wait is lost`,
	async () => {
		console.log(`WAIT_SEED=${SEED}`);
		await publish();
		await goOn();
		for (let count = 0; count < KILLS;) {
			// At any moment of a wait: a check takes milliseconds, n8n's pause about two seconds.
			await sleep(random() * 3000);
			count += await killSome();
		}
		for (const { jobs, kind } of posted) {
			if (kind === 'long') for (const job of jobs) world.emulator.setJobStatus(job, 'Completed');
		}
		const first = await allEnded(posted.length);
		const { reasons, kept, retried } = await retryBroken(first);
		const all = await allEnded(posted.length + retried);
		/** @type {Array<Record<string, unknown>>} */
		const passedOn = [];
		for (const execution of all.filter(({ status }) => status === 'success')) {
			passedOn.push(...(await rowsOf(execution, 'After')));
		}
		const finished = new Set(passedOn.map((row) => row.job_id));
		const long = posted.filter(({ kind }) => kind === 'long');
		const missing = long.flatMap(({ jobs }) => jobs).filter((job) => !finished.has(job));
		const succeeded = first.filter(({ status }) => status === 'success').length;
		console.log(JSON.stringify({ kills, executions: posted.length, succeeded, reasons, missing }));
		expect(passedOn.filter((row) => row.job_status !== 'Completed')).toEqual([]);
		expect(missing.filter((job) => kept.includes(job))).toEqual([]);
		expect(all.filter(({ status }) => status === 'canceled')).toEqual([]);
		expect(reasons.WAIT_TIMED_OUT ?? 0).toBeLessThanOrEqual(posted.length - long.length);
	},
	(10 + KILLS) * MINUTE,
);
