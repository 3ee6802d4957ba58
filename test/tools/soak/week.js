const { setTimeout: sleep } = require('node:timers/promises');
const { until } = require('../../support/until');
const { openWorld } = require('../chaos/world');
const { plainFlows, verbitFlows } = require('./flows');
const { HOUR, MEAN_HOURS, Outside } = require('./outside');

/** @typedef {keyof Week['processes']} ProcessName */

const TICK_MS = 100;
const FAILED = ['error', 'crashed', 'canceled'];
const UNDER_WAY = ['new', 'running', 'waiting'];

/** What has begun ends within this time of the real clock. */
const MAX_END_MS = 600_000;

const SETTINGS = {
	// n8n keeps executions for two days of its time.
	EXECUTIONS_DATA_MAX_AGE: '48',
	GENERIC_TIMEZONE: 'UTC',
	// See docs/wait-for-a-job.md.
	N8N_DISABLED_MODULES: 'mcp-registry,otel',
};

/** n8n in queue mode with a schedule and a trigger, and all that happens around it. */
class Week {
	/** @type {Outside} */
	outside = /** @type {any} */ (undefined);
	/** Their IDs. */
	workflows = { schedule: '', trigger: '' };
	/** By ID, with their last status. @type {Map<string, { flow: string, status: string, isRetry: boolean }>} */
	executions = new Map();
	/** What failed executions said. @type {string[]} */
	errors = [];
	/** Failed executions that have been looked at. @type {Set<string>} */
	seen = new Set();
	/** Of the slowest restart. */
	downHours = 0;
	/** @type {import('./samples').Sample[]} */
	samples = [];
	isOver = false;

	/** @param {import('./flows').Kind} kind @param {NodeJS.ProcessEnv} clock settings of the fast clock */
	static async open(kind, clock) {
		// In the sandbox, jobs finish when the week lets them.
		const switches = /** @type {const} */ ({ environment: 'sandbox' });
		const env = { ...clock, ...SETTINGS };
		return new Week(kind, await openWorld({ env, switches }));
	}

	/** @param {import('./flows').Kind} kind @param {import('../chaos/world').World} world */
	constructor(kind, world) {
		this.kind = kind;
		this.world = world;
		this.queue = world.queue;
		this.emulator = world.emulator;
	}

	get processes() {
		const { main, webhooks, workers } = this.queue;
		return { main, webhooks, 'worker 1': workers[0], 'worker 2': workers[1] };
	}

	/**
	 * Publishes the workflows, and lets the week begin.
	 * @param {() => number} now the time of n8n
	 * @param {number} count of recordings
	 */
	async begin(now, count) {
		const { kind, emulator } = this;
		const { client, credential, folder } = this.world;
		const webhooksUrl = `${this.queue.webhooks.url}/webhook`;
		const { path: triggerPath, ...flows } =
			kind === 'verbit'
				? verbitFlows({ folder, webhooksUrl, credential })
				: plainFlows({ folder, hours: MEAN_HOURS });
		const receiver = kind === 'plain' ? `${webhooksUrl}/${triggerPath}` : undefined;
		this.outside = new Outside({ now, folder, count, emulator, receiver });
		this.outside.record();
		this.workflows.trigger = await client.publish(flows.trigger);
		this.workflows.schedule = await client.publish(flows.schedule);
	}

	/** Lets everything around n8n happen until the week is over. */
	async live() {
		while (!this.isOver) {
			await this.outside.tick();
			await sleep(TICK_MS);
		}
	}

	/** @param {ProcessName} name @param {NodeJS.Signals} signal */
	async restart(name, signal) {
		const since = this.outside.now();
		await this.processes[name].stop(signal);
		await this.world.supervisor.allUp();
		this.downHours = Math.max(this.downHours, (this.outside.now() - since) / HOUR);
	}

	/** Before n8n deletes them. */
	async noteExecutions() {
		const rows = await this.queue.postgres.query(
			'select id::text, status, "workflowId", "retryOf" from execution_entity',
		);
		for (const { id, status, workflowId, retryOf } of rows) {
			const flow = workflowId === this.workflows.schedule ? 'schedule' : 'trigger';
			this.executions.set(id, { flow, status, isRetry: retryOf !== null });
		}
		return [...this.executions.values()];
	}

	/** n8n's session ends after a week, and on a busy machine its database isn't always ready. */
	async signIn() {
		const { client, owner } = this.queue.main;
		await until(async () => await client.signIn(owner).catch(() => false), { pollMs: 1000 });
		return client;
	}

	/** What an operator does who looks once a day: retries each execution that has failed, once. */
	async retryFailed() {
		const client = await this.signIn();
		await this.noteExecutions();
		for (const [id, { status, isRetry }] of this.executions) {
			if (!FAILED.includes(status) || this.seen.has(id)) continue;
			this.seen.add(id);
			const { data } = await client.waitForExecution(id).catch(() => ({ data: undefined }));
			this.errors.push(data?.resultData?.error?.message ?? `${status}, without a message`);
			if (isRetry) continue;
			await client
				.request('POST', `/executions/${id}/retry`, {})
				.catch(({ message }) => this.errors.push(`n8n doesn't retry: ${message}`));
		}
	}

	/**
	 * Waits until all recordings have been reported and no execution is under way, with the schedule ended. What doesn't
	 * come to its end is in the counts of executions.
	 */
	async finish() {
		const limits = { maxMs: MAX_END_MS, pollMs: 1000 };
		await until(() => this.outside.isOver(), limits).catch(() => undefined);
		await this.retryFailed();
		await (await this.signIn()).deactivate(this.workflows.schedule);
		const isQuiet = async () =>
			(await this.noteExecutions()).every(({ status }) => !UNDER_WAY.includes(status));
		await until(isQuiet, limits).catch(() => undefined);
	}

	async close() {
		this.isOver = true;
		await this.world.close();
	}
}

module.exports = { Week };
