const { randomBytes } = require('node:crypto');
const { PassThrough, Readable } = require('node:stream');
const FormData = require('form-data');
const { useWorld, World } = require('../e2e/world');
const { webhook, workflow } = require('../support/n8n/workflow');
const { randomRecording } = require('../support/recordings/heads');
const { step } = require('../support/setup/progress');
const { until } = require('../support/until');
const { Queue } = require('./queue');

const POLL_MS = 250;

/** No limit of its own: each test has one, and the slowest takes many minutes. */
const MAX_MS = 3_600_000;

/** n8n says so before it looks at a call. */
const NOT_READY = /Database is not ready/;

const UNDER_WAY = ['new', 'running', 'waiting'];

/**
 * For n8n, of each process: with its default of two connections, webhooks wait for one, and fail, where many are called at
 * once. By default, waiting for one ends with an error after 20 s: on a busy machine too soon for 200 calls.
 */
const DATABASE = {
	DB_POSTGRESDB_POOL_SIZE: '10',
	DB_POSTGRESDB_CONNECTION_TIMEOUT: String(2 * 60_000),
};

/**
 * @typedef {{ jobId: number, content: Buffer }} FileForJob
 * @typedef {{ path: string, id: string }} Published a workflow, and the path of its webhook
 */

/** n8n in queue mode with the packed node in each of its processes, and the emulator, for one test file. @param {NodeJS.ProcessEnv} env more settings of n8n */
const useQueue = (env) => useWorld(new QueueWorld(env));

class QueueWorld extends World {
	queue = new Queue();

	/** @param {NodeJS.ProcessEnv} env */
	constructor(env) {
		super();
		this.env = env;
	}

	/** @override */
	async startN8n() {
		await step(
			'Start Postgres, Redis and n8n: a main, a process for webhooks, two workers',
			async () => await this.queue.start({ ...DATABASE, ...this.env }),
		);
		return this.queue.main;
	}

	/** @override */
	async stop() {
		await this.queue.stop();
		await super.stop();
	}

	/** Uploads the file that a webhook gets, and attaches it. @param {'lastNode' | 'onReceived'} responseMode */
	async publish(responseMode) {
		return await this.publishBehind(responseMode, [
			this.verbit('Upload', 'asset:upload', {
				jobId: '={{ $json.body.job_id }}',
				binaryPropertyName: '*',
			}),
			this.verbit('Add', 'media:add', {
				jobId: '={{ $json.job_id }}',
				mediaSource: 'assetIds',
				assetIds: '={{ $json.asset_id }}',
			}),
		]);
	}

	/** A workflow with a webhook in front of its steps. @param {'lastNode' | 'onReceived'} responseMode @param {ReturnType<World['verbit']>[]} steps @returns {Promise<Published>} */
	async publishBehind(responseMode, steps) {
		const path = randomBytes(6).toString('hex');
		const options = { binaryPropertyName: 'recording' };
		const flow = workflow('Behind a webhook', [webhook(path, { responseMode, options }), ...steps]);
		return { path, id: await this.n8n.client.publish(flow) };
	}

	/** Streams a file to the process for webhooks, as a form. @param {Published} workflow @param {FileForJob} file */
	async post(workflow, { jobId, content }) {
		await this.request(workflow, () => {
			const form = new FormData();
			form.append('job_id', String(jobId));
			const type = { filename: `${jobId}.wav`, contentType: 'audio/wav' };
			form.append('recording', Readable.from([content]), type);
			const body = Readable.toWeb(form.pipe(new PassThrough()));
			return { headers: form.getHeaders(), body: /** @type {any} */ (body), duplex: 'half' };
		});
	}

	/** Calls a webhook. @param {Published} workflow @param {object} body */
	async send(workflow, body) {
		const headers = { 'content-type': 'application/json' };
		await this.request(workflow, () => ({ headers, body: JSON.stringify(body) }));
	}

	/** As senders do: again, where n8n is too busy to take the call. @param {Published} workflow @param {() => RequestInit} makeRequest */
	async request({ path: webhookPath }, makeRequest) {
		const url = `${this.queue.webhooks.url}/webhook/${webhookPath}`;
		const isTaken = async () => {
			const response = await fetch(url, { method: 'POST', ...makeRequest() });
			const answer = await response.text();
			if (response.ok) return true;
			if (response.status === 503 && NOT_READY.test(answer)) return false;
			throw new Error(`${url}: ${response.status} ${answer}`);
		};
		await until(isTaken, { maxMs: MAX_MS, pollMs: POLL_MS });
	}

	/** Files for a new job each. @param {number} count @param {(index: number) => number} size in bytes */
	newFiles(count, size) {
		return Array.from({ length: count }, (_, index) => ({
			jobId: this.newJob(),
			content: randomRecording(size(index)),
		}));
	}

	/** Waits until so many executions of a workflow are over. @param {Published} workflow @param {number} count */
	async finished({ id }, count) {
		return await until(
			async () => {
				const executions = await this.n8n.client.listExecutions(id);
				const over = executions.filter(({ status }) => !UNDER_WAY.includes(status));
				return over.length >= count ? over : undefined;
			},
			{ maxMs: MAX_MS, pollMs: POLL_MS },
		);
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

module.exports = { QueueWorld, useQueue };
