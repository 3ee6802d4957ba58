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
const { peakMemory, residentMemory, resetPeakMemory } = require('./machine');

/** n8n gives back what its start took some ten seconds after it. */
const SETTLE_SECONDS = 14;
const MAX_EXECUTION_MS = 3_600_000;
/** Each look at an execution takes n8n's main thread some 10 ms. */
const POLL_MS = 1000;

/** The node whose time is measured. */
const UPLOAD = 'Upload';

/** A real n8n with the packed node in it, whose memory is watched. */
class Lab {
	/** Whether it has run nothing. */
	isFresh = true;
	/** Bytes that it takes when it does nothing; NaN before `refresh`. */
	idle = NaN;

	/**
	 * @param {Record<string, unknown>} data of its credential
	 * @param {Parameters<typeof createInstance>[0]} options of n8n
	 */
	static async create(data, options) {
		const n8n = await createInstance(options);
		await n8n.installNode(await ensureTarball());
		await n8n.start();
		const details = { name: 'Verbit account', type: 'verbitApi', data };
		return new Lab(n8n, await n8n.client.createCredential(details));
	}

	/** @param {import('../../support/n8n/instance').Instance} n8n @param {{ id: string, name: string }} credential */
	constructor(n8n, credential) {
		this.n8n = n8n;
		this.credential = credential;
	}

	get pid() {
		return /** @type {number} */ (this.n8n.server?.pid);
	}

	/**
	 * Brings memory back to where it was before anything large was run. What runs first loads code, which is no cost of
	 * the files that follow.
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
		for (let second = 0; second < SETTLE_SECONDS; second++) {
			await sleep(1000);
			this.idle = Math.min(this.idle, residentMemory(this.pid));
		}
	}

	/**
	 * Runs the workflow of a way.
	 * @param {import('./bench').LabName} way
	 * @param {string} selector a path or a glob
	 * @param {string} url of the sink
	 */
	async upload(way, selector, url) {
		if (way === 'workflow') return await this.run(flowOf(selector));
		if (way === 'http') return await this.run(flowOf(selector, httpRequestUpload(ownUrl(url))));
		return await this.run(flowOf(selector, verbitUpload(this.credential, { jobId: 1, url })));
	}

	/**
	 * @param {import('../../support/n8n/workflow').Workflow} flow
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
		await sleep(POLL_MS);
		const limits = { maxMs: MAX_EXECUTION_MS, pollMs: POLL_MS };
		const { status, data } = await client.waitForExecution(id, limits);
		const peak = peakMemory(this.pid) - this.idle;
		// Its copy of the files goes with it.
		await client.request('POST', '/executions/delete', { ids: [id] });
		if (status !== 'success') {
			throw new Error(`${flow.name}: ${status} ${data.resultData.error?.message ?? ''}`);
		}
		return { ms: data.resultData.runData[UPLOAD]?.[0].executionTime ?? NaN, peak };
	}
}

/**
 * Files are read from the disk into n8n's storage and, unless this is the workflow to compare with, uploaded.
 * @param {string} selector a path or a glob
 * @param {import('../../support/n8n/workflow').WorkflowNode[]} upload
 */
const flowOf = (selector, ...upload) =>
	workflow('Benchmark', [manualTrigger(), readFiles(selector), ...upload]);

/** An upload URL of its own for each item: this node takes one URL for one file. @param {string} url of the sink */
const ownUrl = (url) => `=${url.replace('?', '-{{ $itemIndex }}?')}`;

/**
 * @param {{ id: string, name: string }} credential
 * @param {{ jobId: number, url?: string, concurrency?: number }} options without a URL, each file gets an asset
 */
function verbitUpload(credential, { jobId, url, concurrency = 3 }) {
	const target = url && { options: { uploadUrl: ownUrl(url) } };
	const parameters = { jobId, ...target, options: { concurrency } };
	return verbit(UPLOAD, { resource: 'asset', operation: 'upload', ...parameters }, credential);
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

module.exports = { flowOf, httpRequestUpload, Lab, verbitUpload };
