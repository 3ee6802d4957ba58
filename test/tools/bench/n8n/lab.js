const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { createInstance } = require('../../../support/n8n/instance');
const { peakMemory, residentMemory, resetPeakMemory } = require('../processes/memory');
const { UPLOAD } = require('./flows');

/** n8n gives back what its start took some ten seconds after it. */
const SETTLE_SECONDS = 14;
const MAX_EXECUTION_MS = 3_600_000;
/** Each look at an execution takes n8n's main thread some 10 ms. */
const POLL_MS = 1000;

/**
 * @typedef {object} LabOptions
 * @property {string} folder where n8n's own folder is made
 * @property {string} files the folder that workflows may read
 * @property {string} tarball of the node
 * @property {Record<string, unknown>} credential
 * @property {NodeJS.ProcessEnv} [env]
 */

/** A real n8n with the packed node in it, whose memory is watched. */
class Lab {
	/** @param {LabOptions} options */
	static async create({ folder, files, tarball, credential, env }) {
		fs.mkdirSync(folder, { recursive: true });
		const n8n = await createInstance({
			userFolder: fs.mkdtempSync(path.join(folder, 'n8n-')),
			env: {
				N8N_RESTRICT_FILE_ACCESS_TO: files,
				N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
				...env,
			},
		});
		await n8n.installNode(tarball);
		await n8n.start();
		const details = { name: 'Verbit account', type: 'verbitApi', data: credential };
		return new Lab(n8n, await n8n.client.createCredential(details));
	}

	/**
	 * @param {import('../../../support/n8n/instance').Instance} n8n
	 * @param {{ id: string, name: string }} credential
	 */
	constructor(n8n, credential) {
		this.n8n = n8n;
		this.credential = credential;
		this.isFresh = true;
		/** Bytes, before anything was measured. */
		this.idle = NaN;
	}

	/** Whether it is known how much it takes when it does nothing. */
	get isReady() {
		return !Number.isNaN(this.idle);
	}

	get pid() {
		return /** @type {number} */ (this.n8n.server?.pid);
	}

	/**
	 * Brings memory back to where it was before anything large was run. What runs first loads code, which is no cost of
	 * the files that follow.
	 *
	 * @param {import('../../../support/n8n/workflow').Workflow} warmUp
	 */
	async refresh(warmUp) {
		if (!this.isFresh) {
			await this.n8n.stop();
			await this.n8n.start();
		}
		await this.run(warmUp);
		await this.run(warmUp);
		this.idle = Infinity;
		for (let second = 0; second < SETTLE_SECONDS; second++) {
			await sleep(1000);
			this.idle = Math.min(this.idle, residentMemory(this.pid));
		}
	}

	/**
	 * @param {import('../../../support/n8n/workflow').Workflow} flow
	 * @returns {Promise<{ ms: number, peak: number }>} time of the upload alone; peak above idle, of the whole workflow
	 */
	async run(flow) {
		this.isFresh = false;
		const { client } = this.n8n;
		const { id: workflowId } = await client.createWorkflow(flow);
		// n8n gives some of what its start took back only now.
		this.idle = Math.min(this.idle, residentMemory(this.pid));
		resetPeakMemory(this.pid);
		const id = await client.runWorkflow(workflowId);
		do await sleep(POLL_MS);
		while (!(await this.hasEnded(id)));
		const peak = peakMemory(this.pid) - this.idle;
		const { status, data } = await client.waitForExecution(id, MAX_EXECUTION_MS);
		// Its copy of the files goes with it.
		await client.request('POST', '/executions/delete', { ids: [id] });
		if (status !== 'success') {
			throw new Error(`${flow.name}: ${status} ${data.resultData.error?.message ?? ''}`);
		}
		return { ms: data.resultData.runData[UPLOAD]?.[0].executionTime ?? NaN, peak };
	}

	/** @param {string} id */
	async hasEnded(id) {
		const { status } = await this.n8n.client.request('GET', `/executions/${id}`);
		return !['new', 'running', 'waiting'].includes(status);
	}

	async remove() {
		await this.n8n.remove();
		fs.rmSync(this.n8n.userFolder, { recursive: true, force: true });
	}
}

module.exports = { Lab };
