const { PassThrough, Readable } = require('node:stream');
const FormData = require('form-data');
const { World } = require('../e2e/world');
const { randomRecording } = require('../support/recordings/heads');
const { step } = require('../support/setup/progress');
const { until } = require('../support/until');
const { Queue } = require('./queue');

/** No limit of its own: each test has one, and the slowest takes many minutes. */
const MAX_MS = 3_600_000;

/** n8n says so before it looks at a call. */
const NOT_READY = /Database is not ready/;

/**
 * For n8n, of each process: with its default of two connections, webhooks wait for one, and fail, where many are called at
 * once. By default, waiting for one ends with an error after 20 s: on a busy machine too soon for 200 calls.
 */
const DATABASE = {
	DB_POSTGRESDB_POOL_SIZE: '10',
	DB_POSTGRESDB_CONNECTION_TIMEOUT: String(2 * 60_000),
};

/** @typedef {{ jobId: number, content: Buffer }} FileForJob */

/** n8n in queue mode with the packed node in each of its processes, and the emulator. */
class QueueWorld extends World {
	queue = new Queue();

	/** @param {NodeJS.ProcessEnv} env more settings of n8n */
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
	 * @param {{ path: string }} workflow @param {Record<string, unknown> & { content?: Buffer }} fields
	 */
	async post({ path: webhookPath }, { content, ...fields }) {
		const url = `${this.queue.webhooks.url}/webhook/${webhookPath}`;
		const isTaken = async () => {
			const form = new FormData();
			for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
			if (content) form.append('recording', Readable.from([content]), 'talk.wav');
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
