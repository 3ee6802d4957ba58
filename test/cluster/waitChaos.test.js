const { randomBytes } = require('node:crypto');
const os = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { itemsOf } = require('../support/n8n/executionData');
const { fastClock } = require('../support/n8n/settings');
const { ownNode, setFields, webhook, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { randomOf } = require('../tools/chaos/plan');
const { tally } = require('../tools/measure/measure');
const { useQueue } = require('./world');

/**
 * Waits in queue mode while its processes are killed at random. For n8n a minute passes in two seconds: see `fastClock`.
 * `WAIT_KILLS=100 npx jest … waitChaos` is the long form, whose figures are in docs/maintainers/guarantees.md; `WAIT_SEED` for others.
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
const random = randomOf(Number(process.env.WAIT_SEED ?? 1));
/** Executions that wait at a time. */
const WAITING = 24;
/** Hours of n8n's time: the long ones outlast the test. */
const TIMEOUTS = { long: 30 * 24, short: 0.5 };
const MINUTE = 60_000;

/** @param {number} chance */
const happens = (chance) => random.between(0, 1) < chance;

/** @type {Array<{ jobs: number[], isLong: boolean }>} */
const posted = [];

/** @type {string[]} */
const kills = [];

/** @type {{ path: string, id: string }} */
let flow;

async function publish() {
	const path = `chaos-${randomBytes(6).toString('hex')}`;
	const split = { fieldToSplitOut: 'body.jobs', include: 'allOtherFields', options: {} };
	flow = await world.activate(
		workflow('Waits', [
			webhook(path, { responseMode: 'onReceived' }),
			ownNode('Jobs', 'splitOut', 1, split),
			world.verbit('Wait', 'job:wait', {
				jobId: "={{ $json['body.jobs'] ?? $json.jobs }}",
				options: { timeoutHours: "={{ $('Webhook').first().json.body.timeout }}", pollInterval: 1 },
			}),
			{ ...setFields({}), name: 'After' },
		]),
		path,
	);
}

/** @param {'In Progress' | 'Completed'} status @param {number[]} jobs */
function become(status, jobs) {
	for (const job of jobs) world.emulator.setJobStatus(job, status);
}

async function post() {
	const isLong = !happens(0.2);
	const jobs = [world.newJob(), world.newJob()];
	become('In Progress', jobs);
	await world.postJson(flow, { jobs, timeout: isLong ? TIMEOUTS.long : TIMEOUTS.short });
	posted.push({ jobs, isLong });
}

const waiting = () =>
	posted.filter(
		({ jobs, isLong }) => isLong && world.emulator.job(jobs[0])?.status === 'In Progress',
	);

/** Some jobs finish, and as many executions begin to wait. */
async function goOn() {
	for (const { jobs } of waiting()) if (happens(0.1)) become('Completed', jobs);
	while (waiting().length < WAITING) await post();
}

/** Kills one process or several at a time, and starts them again. */
async function killSome() {
	const { main, workers } = world.queue;
	const some = [main, ...workers].filter(() => happens(0.5));
	const killed = some.length > 0 ? some : [random.pick([main, ...workers])];
	const dying = killed.map(async (process) => {
		const signal = random.pick(/** @type {const} */ (['SIGKILL', 'SIGTERM']));
		kills.push(`${process.role} ${signal}`);
		await process.stop(signal);
	});
	await Promise.all(dying);
	await goOn();
	await Promise.all(killed.map(async (process) => await process.start()));
}

/** Waits until so many executions are over. @param {number} count @returns {Promise<Array<{ id: string, status: string }>>} */
async function allEnded(count) {
	const { postgres } = world.queue;
	const sql = `select id::text, status from execution_entity where "workflowId" = '${flow.id}'`;
	const haveEnded = async () => {
		const all = await postgres.query(sql);
		const isOver = all.every(({ status }) => !['new', 'running', 'waiting'].includes(status));
		return isOver && all.length >= count ? all : undefined;
	};
	return await until(haveEnded, { maxMs: 5 * MINUTE, pollMs: 1000 });
}

/** @param {{ id: string }} execution */
const dataOf = async ({ id }) => (await world.n8n.client.waitForExecution(id)).data;

/** Retries what was broken off, half of it with the workflow as it is saved now. @param {Awaited<ReturnType<typeof allEnded>>} ended */
async function retryBroken(ended) {
	const found = {
		/** Why executions failed. @type {string[]} */
		reasons: [],
		/** Jobs of executions whose data n8n still has: where a worker died, n8n may have overwritten them. @type {number[]} */
		kept: [],
		retried: 0,
	};
	for (const [index, execution] of ended.entries()) {
		const data = await dataOf(execution);
		const jobs = itemsOf(data, 'Webhook').flatMap(
			({ json }) => /** @type {any} */ (json.body).jobs,
		);
		found.kept.push(...jobs);
		if (execution.status === 'success') continue;
		const error = /** @type {any} */ (data.resultData.error);
		const reason = error?.context?.code ?? (jobs.length > 0 ? execution.status : error?.message);
		found.reasons.push(reason);
		if (jobs.length === 0 || reason === 'WAIT_TIMED_OUT') continue;
		const options = { loadWorkflow: index % 2 === 0 };
		await world.n8n.client.request('POST', `/executions/${execution.id}/retry`, options);
		found.retried++;
	}
	return found;
}

test(
	`${KILLS} processes are killed: no job is passed on unfinished, and no wait is lost`,
	async () => {
		await publish();
		await goOn();
		while (kills.length < KILLS) {
			// At any moment of a wait: a check takes milliseconds, n8n's pause about two seconds.
			await sleep(random.between(0, 3000));
			await killSome();
		}
		const long = posted.filter(({ isLong }) => isLong).flatMap(({ jobs }) => jobs);
		become('Completed', long);
		const first = await allEnded(posted.length);
		const { reasons, kept, retried } = await retryBroken(first);
		const all = await allEnded(posted.length + retried);
		const passedOn = /** @type {any[]} */ ([]);
		for (const execution of all.filter(({ status }) => status === 'success')) {
			passedOn.push(...itemsOf(await dataOf(execution), 'After').map(({ json }) => json));
		}
		const missing = long.filter((job) => !passedOn.some((row) => row.job_id === job));
		const timedOut = reasons.filter((reason) => reason === 'WAIT_TIMED_OUT');
		console.log(`${tally(kills)}; ${posted.length} executions; ${tally(reasons)}`);
		expect(passedOn.length).toBeGreaterThan(0);
		expect(passedOn.filter((row) => row.job_status !== 'Completed')).toEqual([]);
		expect(missing.filter((job) => kept.includes(job))).toEqual([]);
		expect(all.filter(({ status }) => status === 'canceled')).toEqual([]);
		expect(timedOut.length).toBeLessThanOrEqual(posted.length - long.length / 2);
	},
	(10 + KILLS) * MINUTE,
);
