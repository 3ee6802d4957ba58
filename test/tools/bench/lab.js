const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { createInstance } = require('../../support/n8n/instance');
const { manualTrigger, readFiles, workflow } = require('../../support/n8n/workflow');
const { ensureTarball } = require('../../support/setup/package');

/** Each look at an execution takes n8n's main thread some 10 ms. */
const LIMITS = { maxMs: 3_600_000, pollMs: 1000 };

/** A real n8n with the packed node in it, whose memory is watched. */
class Lab {
	/** Bytes that it takes when it does nothing. */
	idle = Infinity;

	/** @param {string} files the folder that n8n may read @param {string} warmUp a file in it */
	static async create(files, warmUp) {
		const n8n = await createInstance({
			env: { N8N_RESTRICT_FILE_ACCESS_TO: files, N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
		});
		// Its copies of the files are large: gone when this process is ended, too.
		process.once('exit', () => fs.rmSync(n8n.userFolder, { recursive: true, force: true }));
		await n8n.installNode(await ensureTarball());
		await n8n.start();
		return new Lab(n8n, path.join(files, warmUp));
	}

	/** @param {import('../../support/n8n/instance').Instance} n8n @param {string} warmUp */
	constructor(n8n, warmUp) {
		this.n8n = n8n;
		this.warmUp = warmUp;
	}

	/** Anew, with its code loaded. @param {import('../../support/n8n/workflow').WorkflowNode} upload */
	async restart(upload) {
		await this.n8n.stop();
		await this.n8n.start();
		for (let run = 0; run < 2; run++) await this.run(this.warmUp, upload);
		// n8n gives back what its start took some ten seconds after it.
		await sleep(14_000);
		this.idle = this.memory('VmRSS');
	}

	/** As Linux counts it, in bytes: it keeps the peak, and resets it on demand. @param {'VmRSS' | 'VmHWM'} field */
	memory(field) {
		const status = fs.readFileSync(`/proc/${this.n8n.server?.pid}/status`, 'utf8');
		return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
	}

	/**
	 * Reads files from the disk into n8n's storage, and uploads them.
	 * @param {string} selector a path or a glob @param {import('../../support/n8n/workflow').WorkflowNode} upload
	 * @returns {Promise<{ ms: number, peak: number }>} time of the upload alone; peak above idle, of the whole workflow
	 */
	async run(selector, upload) {
		const { client, server } = this.n8n;
		const flow = workflow('Measured', [manualTrigger(), readFiles(selector), upload]);
		const { id: workflowId } = await client.createWorkflow(flow);
		// n8n gives some of what its start took back only now.
		this.idle = Math.min(this.idle, this.memory('VmRSS'));
		fs.writeFileSync(`/proc/${server?.pid}/clear_refs`, '5');
		const id = await client.runWorkflow(workflowId);
		await sleep(LIMITS.pollMs);
		const { status, data } = await client.waitForExecution(id, LIMITS);
		const peak = this.memory('VmHWM') - this.idle;
		// Its copy of the files goes with it.
		await client.request('POST', '/executions/delete', { ids: [id] });
		if (status !== 'success') throw new Error(data.resultData.error?.message ?? status);
		return { ms: Number(data.resultData.runData[upload.name]?.[0].executionTime), peak };
	}
}

module.exports = { Lab };
