const fs = require('node:fs');
const path = require('node:path');
const { default: axios } = require('axios');
const { until } = require('../../support/until');
const { openSupervisedQueue } = require('../../cluster/supervisedQueue');
const { cpuSeconds, makeFiles, MIB } = require('../measure/machine');
const { sum } = require('../measure/tally');
const { recordingFlow, WAYS } = require('./flows');

/** Whatever proxy there is for the rest of the world. */
const LOCAL = { proxy: /** @type {const} */ (false) };

/** Warmed up. @param {import('./run').Mode} mode @param {number} workers */
async function openLab(mode, workers) {
	const env = { N8N_DEFAULT_BINARY_DATA_MODE: mode };
	const lab = new QueueLab(mode, workers, await openSupervisedQueue({ workers, env }));
	try {
		await lab.publish();
		// Code is loaded then, and connections and the token are there.
		for (const way of WAYS) await lab.series(way, { mib: 1, recordings: 6 * workers });
		return lab;
	} catch (error) {
		await lab.world.close();
		throw error;
	}
}

/** n8n in queue mode, with workflows whose webhooks are called. */
class QueueLab {
	/** By the paths of their webhooks: IDs of workflows, and how many of their executions have ended. @type {Record<string, { id: string, ended: number }>} */
	flows = {};

	/** @param {import('./run').Mode} mode @param {number} workers @param {import('../../cluster/supervisedQueue').SupervisedQueue} world */
	constructor(mode, workers, world) {
		this.mode = mode;
		this.workers = workers;
		this.world = world;
	}

	/** A workflow for each way. */
	async publish() {
		const { client, credential, emulator } = this.world;
		const { authUrl, apiKey, baseUrl } = emulator;
		const exchange = { data: { api_key: apiKey } };
		const answer = await axios.post(`${authUrl}/api/v1/auth`, exchange, LOCAL);
		const data = { name: 'Authorization', value: `bearer ${answer.data.token}` };
		const header = await client.createCredential({ name: 'Token', type: 'httpHeaderAuth', data });
		const access = { baseUrl, credential, header };
		for (const way of WAYS) {
			this.flows[way] = { id: await client.publish(recordingFlow(way, access)), ended: 0 };
		}
	}

	/** Calls a webhook once for each body, and waits until all of these executions have ended well. @param {string} name @param {object[]} bodies */
	async execute(name, bodies) {
		const { queue } = this.world;
		const flow = this.flows[name];
		flow.ended += bodies.length;
		const url = `${queue.webhooks.url}/webhook/${name}`;
		await Promise.all(bodies.map(async (body) => await axios.post(url, body, LOCAL)));
		const states = `select status from execution_entity where "workflowId" = '${flow.id}'`;
		const haveEnded = async () => {
			const all = (await queue.postgres.query(states)).map(({ status }) => status);
			const bad = all.find((status) => ['error', 'crashed', 'canceled'].includes(status));
			if (bad) throw new Error(`An execution of ${name} ended: ${bad}`);
			return all.filter((status) => status === 'success').length >= flow.ended;
		};
		await until(haveEnded, { maxMs: 600_000, pollMs: 200 });
	}

	/** CPU seconds of n8n since it started. */
	cpu() {
		return sum(this.world.queue.processes.map(({ server }) => cpuSeconds(Number(server?.pid))));
	}

	/** @param {number} count */
	newJobs(count) {
		const { emulator } = this.world;
		return Array.from({ length: count }, () => emulator.createJob({ profile: 'standard' }));
	}

	/** All recordings at once. @param {typeof WAYS[number]} way @param {{ mib: number, recordings: number }} size */
	async series(way, { mib, recordings }) {
		const { folder, emulator } = this.world;
		const file = makeFiles(path.join(folder, String(mib)), mib * MIB);
		const bodies = this.newJobs(recordings).map((job_id) => ({ job_id, file }));
		const [cpu, startedAt] = [this.cpu(), performance.now()];
		await this.execute(way, bodies);
		const seconds = (performance.now() - startedAt) / 1000;
		const used = this.cpu() - cpu;
		const objects = path.join(emulator.dataDir, 'objects');
		for (const name of fs.readdirSync(objects)) fs.rmSync(path.join(objects, name));
		return { seconds, cpu: used };
	}
}

module.exports = { openLab, QueueLab };
