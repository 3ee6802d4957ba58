const { randomBytes } = require('node:crypto');
const { createInstance } = require('../support/n8n/instance');
const { ensureTarball } = require('../support/setup/package');
const { Postgres, Redis } = require('./servers');

/** How many executions a worker has at a time. */
const WORKER_CONCURRENCY = 5;

/**
 * A worker that is gone is noticed after some 20 s, not after n8n's minute and a half; one that is only busy on a slow
 * machine never is.
 */
const STALL_SETTINGS = {
	QUEUE_WORKER_LOCK_DURATION: '15000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** n8n in queue mode: a main, a process for webhooks, and workers, which share Postgres and Redis and no folder. */
class Queue {
	postgres = new Postgres('postgres');
	redis = new Redis('redis');

	/** @type {Instance[]} */
	workers = [];

	/** @type {Instance[]} */
	processes = [];

	/** @type {Instance} */
	main = /** @type {any} */ (undefined);

	/** @type {Instance} */
	webhooks = /** @type {any} */ (undefined);

	/** @param {NodeJS.ProcessEnv} env more settings of n8n */
	async start(env) {
		await Promise.all([this.postgres.open(), this.redis.open()]);
		/** @type {NodeJS.ProcessEnv} */
		this.env = {
			...this.postgres.settings,
			...this.redis.settings,
			...STALL_SETTINGS,
			EXECUTIONS_MODE: 'queue',
			N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
			N8N_LOG_LEVEL: 'debug',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			...env,
		};
		// It makes the tables that the others need.
		this.main = await this.startProcess('start');
		const [webhooks, ...workers] = await Promise.all([
			this.startProcess('webhook'),
			this.startProcess('worker'),
			this.startProcess('worker'),
		]);
		this.webhooks = webhooks;
		this.workers = workers;
	}

	/** @param {import('../support/n8n/instance').Role} role */
	async startProcess(role) {
		const flags = role === 'worker' ? [`--concurrency=${WORKER_CONCURRENCY}`] : [];
		const instance = await createInstance({ env: { ...this.env }, role, flags });
		this.processes.push(instance);
		await instance.installNode(await ensureTarball());
		await instance.start();
		return instance;
	}

	/** The worker that has an execution, or had it. @param {string} executionId */
	workerOf(executionId) {
		const started = new RegExp(`Worker started execution ${executionId} `);
		return this.workers.find((worker) => started.test(worker.logs()));
	}

	async stop() {
		await Promise.all(this.processes.map(async (instance) => await instance.stop('SIGKILL')));
		await Promise.all(this.processes.map(async (instance) => await instance.remove()));
		await Promise.all([this.redis.stop(), this.postgres.stop()]);
	}
}

/** @typedef {Awaited<ReturnType<typeof createInstance>>} Instance */

module.exports = { Queue };
