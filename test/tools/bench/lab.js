const fs = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const { createInstance } = require('../../support/n8n/instance');
const {
	manualTrigger,
	ownNode,
	readFiles,
	verbit,
	workflow,
} = require('../../support/n8n/workflow');
const { ensureTarball } = require('../../support/setup/package');
const { memoryOf, resetPeakMemory } = require('../measure/machine');

/** Each look at an execution takes n8n's main thread some 10 ms. */
const LIMITS = { maxMs: 3_600_000, pollMs: 1000 };

/** The node whose time is measured. */
const UPLOAD = 'Upload';

/** @typedef {'workflow' | 'verbit' | 'verbitOld' | 'http'} LabWay `workflow` uploads nothing, for comparison */

/** A real n8n with the packed node in it, whose memory is watched. */
class Lab {
	/** Whether it has run nothing. */
	isFresh = true;
	/** Bytes that it takes when it does nothing; NaN before `refresh`. */
	idle = NaN;

	/** @param {string} folder with a folder `files`, which n8n may read @param {NodeJS.ProcessEnv} env */
	static async create(folder, env) {
		const access = { N8N_RESTRICT_FILE_ACCESS_TO: `${folder}/files` };
		const settings = { ...access, N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem', ...env };
		const userFolder = fs.mkdtempSync(`${folder}/n8n-`);
		const n8n = await createInstance({ userFolder, env: settings });
		await n8n.installNode(await ensureTarball());
		await n8n.start();
		// Nothing calls Verbit: each upload has its URL already.
		const data = { apiKey: 'unused' };
		const details = { name: 'Verbit account', type: 'verbitApi', data };
		return new Lab(n8n, await n8n.client.createCredential(details));
	}

	/** @param {Awaited<ReturnType<typeof createInstance>>} n8n @param {{ id: string, name: string }} credential */
	constructor(n8n, credential) {
		this.n8n = n8n;
		this.credential = credential;
	}

	get pid() {
		return Number(this.n8n.server?.pid);
	}

	/**
	 * Brings memory back to where it was before anything large was run, with its code loaded.
	 * @param {Parameters<Lab['upload']>} warmUp
	 */
	async refresh(...warmUp) {
		if (!this.isFresh) {
			await this.n8n.stop();
			await this.n8n.start();
		}
		await this.upload(...warmUp);
		await this.upload(...warmUp);
		this.idle = Infinity;
		// n8n gives back what its start took some ten seconds after it.
		for (let second = 0; second < 14; second++) {
			await sleep(1000);
			this.idle = Math.min(this.idle, memoryOf(this.pid, 'VmRSS'));
		}
	}

	/**
	 * Reads files from the disk into n8n's storage and, unless this is the workflow to compare with, uploads them.
	 * @param {LabWay} way @param {string} selector a path or a glob @param {string} url of the sink
	 */
	async upload(way, selector, url) {
		// An upload URL of its own for each item: this node takes one URL for one file.
		const uploadUrl = `=${url.replace('?', '-{{ $itemIndex }}?')}`;
		if (way === 'workflow') return await this.run(selector);
		if (way === 'http') return await this.run(selector, httpRequestUpload(uploadUrl));
		const options = { concurrency: 3, uploadUrl };
		const action = { resource: 'asset', operation: 'upload', jobId: 1, options };
		return await this.run(selector, verbit(UPLOAD, action, this.credential));
	}

	/**
	 * @param {string} selector @param {import('../../support/n8n/workflow').WorkflowNode[]} upload
	 * @returns {Promise<{ ms: number, peak: number }>} time of the upload alone; peak above idle, of the whole workflow
	 */
	async run(selector, ...upload) {
		this.isFresh = false;
		const { client } = this.n8n;
		const flow = workflow('Measured', [manualTrigger(), readFiles(selector), ...upload]);
		const { id: workflowId } = await client.createWorkflow(flow);
		// n8n gives some of what its start took back only now.
		this.idle = Math.min(this.idle, memoryOf(this.pid, 'VmRSS'));
		resetPeakMemory(this.pid);
		const id = await client.runWorkflow(workflowId);
		await sleep(LIMITS.pollMs);
		const { status, data } = await client.waitForExecution(id, LIMITS);
		const peak = memoryOf(this.pid, 'VmHWM') - this.idle;
		// Its copy of the files goes with it.
		await client.request('POST', '/executions/delete', { ids: [id] });
		if (status !== 'success') throw new Error(data.resultData.error?.message ?? status);
		return { ms: data.resultData.runData[UPLOAD]?.[0].executionTime ?? NaN, peak };
	}
}

/** What a user wires by hand. @param {string} url pre-signed, which another request has to bring first */
const httpRequestUpload = (url) =>
	ownNode(UPLOAD, 'httpRequest', 4.2, {
		method: 'PUT',
		url,
		sendBody: true,
		contentType: 'binaryData',
		inputDataFieldName: 'data',
		options: { timeout: 3_600_000 },
	});

module.exports = { httpRequestUpload, Lab };
