const { randomBytes } = require('node:crypto');
const { PassThrough, Readable } = require('node:stream');
const FormData = require('form-data');
const { World } = require('../e2e/world');
const { createInstance } = require('../support/n8n/instance');
const { randomRecording } = require('../support/recordings/heads');
const { step } = require('../support/setup/progress');
const { until } = require('../support/until');
const { Postgres, Redis } = require('./servers');

/** No limit of its own: each test has one, and the slowest takes many minutes. */
const MAX_MS = 3_600_000;

/** n8n says so before it looks at a call. */
const NOT_READY = /Database is not ready/;

const WORKER_CONCURRENCY = 5;

const SETTINGS = {
	EXECUTIONS_MODE: 'queue',
	N8N_LOG_LEVEL: 'debug',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	QUEUE_HEALTH_CHECK_ACTIVE: 'true',
	// A worker that is gone is noticed after some 20 s, not after n8n's minute and a half; one that is only busy on a slow
	// machine never is.
	QUEUE_WORKER_LOCK_DURATION: '15000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
	// Of each process: with n8n's default of two connections, webhooks wait for one, and fail, where many are called at once.
	// By default, waiting for one ends with an error after 20 s: on a busy machine too soon for 200 calls.
	DB_POSTGRESDB_POOL_SIZE: '10',
	DB_POSTGRESDB_CONNECTION_TIMEOUT: String(2 * 60_000),
};

/** @typedef {import('../support/n8n/instance').Instance} Instance */
/** @typedef {{ jobId: number, content: Buffer }} FileForJob */

/**
 * n8n in queue mode with the packed node in each of its processes, and the emulator: a main, a process for webhooks, and
 * workers, which share Postgres and Redis and no folder.
 */
class QueueWorld extends World {
	postgres = new Postgres('postgres');
	redis = new Redis('redis');

	/** @type {Instance[]} */
	workers = [];

	/** @type {Instance[]} */
	processes = [];

	/** @type {Instance} */
	webhooks = /** @type {any} */ (undefined);

	/** @override @param {NodeJS.ProcessEnv} [more] settings of n8n */
	async startN8n(more) {
		await Promise.all([this.postgres.open(), this.redis.open()]);
		const servers = { ...this.postgres.settings, ...this.redis.settings };
		const N8N_ENCRYPTION_KEY = randomBytes(16).toString('hex');
		const env = { ...servers, ...SETTINGS, N8N_ENCRYPTION_KEY, ...more };
		/** @param {import('../support/n8n/instance').Role} role */
		const start = async (role) => {
			const flags = role === 'worker' ? [`--concurrency=${WORKER_CONCURRENCY}`] : [];
			const instance = await createInstance({ env, role, flags });
			this.processes.push(instance);
			await instance.start();
			return instance;
		};
		return await step('Start n8n: a main, a process for webhooks, two workers', async () => {
			// It makes the tables that the others need.
			const main = await start('start');
			const others = [start('webhook'), start('worker'), start('worker')];
			[this.webhooks, ...this.workers] = await Promise.all(others);
			return main;
		});
	}

	/** @override */
	async stop() {
		await Promise.all(this.processes.map(async (instance) => await instance.stop('SIGKILL')));
		await Promise.all(this.processes.map(async (instance) => await instance.remove()));
		await Promise.all([this.redis.stop(), this.postgres.stop()]);
		await super.stop();
	}

	/** The worker that has an execution, or had it. @param {string} executionId */
	workerOf(executionId) {
		const started = new RegExp(`Worker started execution ${executionId} `);
		return this.workers.find((worker) => started.test(worker.logs()));
	}

	/** Uploads the file that a webhook gets, and attaches it. @param {'lastNode' | 'onReceived'} responseMode */
	async publishUpload(responseMode) {
		const upload = this.verbit('Upload', 'asset:upload', {
			jobId: '={{ $json.body.jobId }}',
			binaryPropertyName: '*',
		});
		const add = this.verbit('Add', 'media:add', {
			jobId: '={{ $json.job_id }}',
			mediaSource: 'assetIds',
			assetIds: '={{ $json.asset_id }}',
		});
		return await this.publish([upload, add], { responseMode });
	}

	/**
	 * Streams a form to the webhook of a workflow as senders do: again, where n8n is too busy to take the call.
	 * @param {{ path: string }} workflow @param {FileForJob} file
	 */
	async post({ path: webhookPath }, { jobId, content }) {
		const url = `${this.webhooks.url}/webhook/${webhookPath}`;
		const isTaken = async () => {
			const form = new FormData();
			form.append('jobId', String(jobId));
			form.append('recording', Readable.from([content]), 'talk.wav');
			const body = /** @type {any} */ (Readable.toWeb(form.pipe(new PassThrough())));
			const request = { headers: form.getHeaders(), body, duplex: /** @type {const} */ ('half') };
			const response = await fetch(url, { method: 'POST', ...request });
			const answer = await response.text();
			if (response.ok) return true;
			if (response.status === 503 && NOT_READY.test(answer)) return false;
			throw new Error(`${url}: ${response.status} ${answer}`);
		};
		await until(isTaken, { maxMs: MAX_MS, pollMs: 250 });
	}

	/** A file for a new job. @param {number} bytes @returns {FileForJob} */
	fileForJob(bytes) {
		return { jobId: this.newJob(), content: randomRecording(bytes) };
	}

	/** What has become of files, for each of them: everything that is not as it has to be. @param {FileForJob[]} files */
	flaws(files) {
		return files.flatMap(({ jobId, content }) => {
			const media = this.emulator.job(jobId)?.media;
			if (media === undefined) return [`job ${jobId} has no media`];
			const calls = this.emulator.journal.count({ operation: 'add_media', status: 200, jobId });
			const [assetId] = media.assetIds;
			return [
				...(media.assetIds.length === 1 ? [] : [`job ${jobId} has several files`]),
				...(calls === 1 ? [] : [`job ${jobId} was given media ${calls} times`]),
				...(this.stored(assetId).equals(content) ? [] : [`job ${jobId} has other bytes`]),
			];
		});
	}
}

module.exports = { QueueWorld };
