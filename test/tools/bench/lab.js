const fs = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const { World } = require('../../e2e/world');
const { readFiles } = require('../../support/n8n/workflow');

/** Each look at an execution takes n8n's main thread some 10 ms. */
const LIMITS = { maxMs: 3_600_000, pollMs: 1000 };

/** A real n8n whose memory is watched. */
class Lab extends World {
	/** Bytes that it takes when it does nothing. */
	idle = Infinity;

	/** Anew, with its code loaded. @param {import('../../support/n8n/workflow').WorkflowNode} upload @param {string} warmUp a file */
	async restart(upload, warmUp) {
		await this.n8n.stop();
		await this.n8n.start();
		for (let run = 0; run < 2; run++) await this.measure(warmUp, upload);
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
	async measure(selector, upload) {
		const { client, server } = this.n8n;
		// n8n gives some of what its start took back only now.
		this.idle = Math.min(this.idle, this.memory('VmRSS'));
		fs.writeFileSync(`/proc/${server?.pid}/clear_refs`, '5');
		const { id } = await this.begin(readFiles(selector), upload);
		await sleep(LIMITS.pollMs);
		const { status, data } = await client.waitForExecution(id, LIMITS);
		const peak = this.memory('VmHWM') - this.idle;
		// Its copy of the files goes with it.
		await client.request('POST', '/executions/delete', { ids: [id] });
		if (status !== 'success') throw new Error(data.resultData.error?.message ?? status);
		return { ms: Number(data.resultData.runData[upload.name]?.[0].executionTime), peak };
	}
}

module.exports = { Lab, LIMITS };
