const fs = require('node:fs');
const path = require('node:path');
const { default: axios } = require('axios');
const { startQueue } = require('../../cluster/queue');
const { until } = require('../../support/until');
const { startEmulatorProcess } = require('../../support/emulatorProcess');
const { cpuSeconds, makeFiles, MIB, temporaryFolder } = require('../bench/machine');
const { pathOf, recordingFlow } = require('./flows');
const { WAYS } = require('./scope');

/** Whatever proxy there is for the rest of the world. */
const LOCAL = { proxy: /** @type {const} */ (false) };

const POLL_MS = 200;

/** Longer than any measure has. */
const MAX_SERIES_MS = 600_000;

/**
 * @typedef {ReturnType<ScaleLab['usage']>} Usage
 * @typedef {{ seconds: number, cpu: Usage, databaseBytes: number, redisBytes: number, redisKeys: number }} Measured
 *   of all recordings of a series; bytes and keys are what is left behind
 * @typedef {Awaited<ReturnType<typeof startEmulatorProcess>>} EmulatorProcess
 */

/** n8n in queue mode, with the emulator in a process of its own. */
class ScaleLab {
	/** @type {import('./flows').Access} */
	access = /** @type {any} */ (undefined);
	/** Workflows by the names of their webhooks, and how many of their executions have ended. @type {Record<string, { id: string, ended: number }>} */
	flows = {};

	/** Without workers. @param {import('./scope').Mode} mode */
	static async open(mode) {
		const folder = temporaryFolder();
		fs.mkdirSync(path.join(folder, 'files'));
		const queue = await startQueue(0, {
			env: {
				N8N_DEFAULT_BINARY_DATA_MODE: mode,
				N8N_LOG_LEVEL: 'info',
				N8N_RESTRICT_FILE_ACCESS_TO: path.join(folder, 'files'),
				...(mode === 'filesystem' && { N8N_STORAGE_PATH: path.join(folder, 'storage') }),
			},
		});
		const lab = new ScaleLab(folder, await startEmulatorProcess(), queue);
		await lab.publish().catch(async (error) => {
			await lab.close();
			throw error;
		});
		return lab;
	}

	/** @param {string} folder @param {EmulatorProcess} emulator @param {Awaited<ReturnType<typeof startQueue>>} queue */
	constructor(folder, emulator, queue) {
		this.folder = folder;
		this.emulator = emulator;
		this.queue = queue;
	}

	/** A credential for each kind of node, and a workflow for each way. */
	async publish() {
		const { client } = this.queue.main;
		const { credential: data } = this.emulator;
		const credential = await client.createCredential({ name: 'Verbit', type: 'verbitApi', data });
		const exchange = { data: { api_key: data.apiKey } };
		const { token } = (await axios.post(`${data.authUrl}/api/v1/auth`, exchange, LOCAL)).data;
		const header = await client.createCredential({
			name: 'Token',
			type: 'httpHeaderAuth',
			data: { name: 'Authorization', value: `bearer ${token}` },
		});
		this.access = { baseUrl: data.baseUrl, credential, header };
		for (const way of WAYS) await this.addFlow(way, recordingFlow(way, this.access));
	}

	/** @param {string} name of its webhook @param {ReturnType<typeof recordingFlow>} workflow */
	async addFlow(name, workflow) {
		this.flows[name] = { id: await this.queue.main.client.publish(workflow), ended: 0 };
	}

	/** Ends the workers beyond this number, or starts more. @param {number} count @returns whether there are new ones */
	async setWorkers(count) {
		const { queue } = this;
		await Promise.all(queue.workers.splice(count).map(async (worker) => await worker.stop()));
		const missing = Math.max(0, count - queue.workers.length);
		const more = Array.from({ length: missing }, async () => await queue.startProcess('worker'));
		queue.workers.push(...(await Promise.all(more)));
		return missing > 0;
	}

	/** Jobs without media. @param {number} count @returns {Promise<number[]>} ids */
	async newJobs(count) {
		const jobs = [];
		for (let index = 0; index < count; index++) jobs.push(await this.emulator.newJob());
		return jobs;
	}

	/** @param {number} mib @returns {string} */
	file(mib) {
		const folder = path.join(this.folder, 'files', String(mib));
		return fs.existsSync(folder) ? path.join(folder, '1.bin') : makeFiles(folder, mib * MIB);
	}

	/** @param {string} name of the webhook @param {object} body */
	async post(name, body) {
		await axios.post(`${this.queue.webhooks.url}/webhook/${pathOf(name)}`, body, LOCAL);
	}

	/**
	 * Waits until so many more executions of a workflow have ended.
	 * @param {string} name of its webhook
	 * @param {number} count
	 * @throws Error when one has not ended well
	 */
	async ended(name, count) {
		const flow = this.flows[name];
		const sql = `select count(*) filter (where status = 'success')::int ok, count(*) filter (where status in ('error', 'crashed', 'canceled'))::int bad from execution_entity where "workflowId" = '${flow.id}'`;
		const wanted = (flow.ended += count);
		let ended = 0;
		const tell = () => `Only ${ended} of ${wanted} executions have ended`;
		const haveEnded = async () => {
			const [{ ok, bad }] = await this.queue.postgres.query(sql);
			if (bad > 0) throw new Error(`${bad} executions of workflow ${flow.id} have failed`);
			ended = ok;
			return ok >= wanted;
		};
		await until(haveEnded, { maxMs: MAX_SERIES_MS, pollMs: POLL_MS, tell });
	}

	/** CPU seconds since everything started. */
	usage() {
		const { queue, emulator } = this;
		const n8n = [queue.main, queue.webhooks, ...queue.workers];
		return {
			n8n: n8n.reduce((sum, { server }) => sum + cpuSeconds(server?.pid), 0),
			database: cpuSeconds(queue.postgres.child?.pid),
			redis: cpuSeconds(queue.redis.child?.pid),
			/** Verbit's stand-in, on the same cores. */
			emulator: cpuSeconds(emulator.child.pid),
		};
	}

	/** Frees the disk of what was uploaded. */
	forgetUploads() {
		const folder = path.join(this.emulator.dataDir, 'objects');
		for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name));
	}

	async close() {
		await this.queue.stop();
		await this.emulator.stop();
		fs.rmSync(this.folder, { recursive: true, force: true });
	}
}

module.exports = { ScaleLab };
