const fs = require('node:fs');
const path = require('node:path');
const { default: axios } = require('axios');
const { until } = require('../../support/until');
const { openSupervisedQueue } = require('../../cluster/supervisedQueue');
const { cpuSeconds, makeFiles, MIB } = require('../measure/machine');
const { sum } = require('../measure/tally');
const { ITEMS, itemsFlow, recordingFlow, WAYS } = require('./flows');

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

	/** A workflow for each way, and for each kind of small items. */
	async publish() {
		const { client, credential, emulator } = this.world;
		const { authUrl, apiKey, baseUrl } = emulator;
		const exchange = { data: { api_key: apiKey } };
		const answer = await axios.post(`${authUrl}/api/v1/auth`, exchange, LOCAL);
		const data = { name: 'Authorization', value: `bearer ${answer.data.token}` };
		const header = await client.createCredential({ name: 'Token', type: 'httpHeaderAuth', data });
		const access = { baseUrl, credential, header };
		const flows = [
			...WAYS.map((way) => recordingFlow(way, access)),
			...itemsFlow('get', access),
			...itemsFlow('addMedia', access),
		];
		for (const flow of flows) this.flows[flow.name] = { id: await client.publish(flow), ended: 0 };
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

	/** Many small calls in one execution. @param {import('./flows').SmallJob} job @param {'verbit' | 'http'} way @param {number} items @returns {Promise<number>} seconds of the node alone */
	async items(job, way, items) {
		const name = `${job}-${way}`;
		const { client } = this.world;
		// The first run loads code.
		if (this.flows[name].ended === 0) await this.execute(name, [{ jobs: this.newJobs(10) }]);
		await this.execute(name, [{ jobs: this.newJobs(items) }]);
		const [{ id }] = await client.listExecutions(this.flows[name].id);
		const { data } = await client.waitForExecution(id);
		const [{ executionTime, data: output }] = data.resultData.runData[ITEMS];
		const outputs = output?.main[0]?.length;
		if (outputs !== items) throw new Error(`${name}: ${outputs} items for ${items}`);
		return executionTime / 1000;
	}
}

module.exports = { openLab, QueueLab };
