const { setTimeout: sleep } = require('node:timers/promises');

/** @typedef {import('./state').Job} Job */

/** Tells whoever wants to know it that a job has finished, or that its draft is ready. */
class Callbacks {
	aborter = new AbortController();

	/** @param {import('.').Emulator} emulator */
	constructor(emulator) {
		this.emulator = emulator;
	}

	/**
	 * Tells the receiver, until it takes it.
	 * @param {Job} job that has just finished
	 * @param {boolean} [isDraft] whether it is a draft of it that has just become ready
	 */
	async announce(job, isDraft = false) {
		const url = job.callbackUrl;
		if (url === undefined) return;
		const { status, ...about } = formOf(job);
		const form = { ...about, ...(isDraft ? { draft_ready: 'true' } : { status }) };
		const { state, switches } = this.emulator;
		const { signal } = this.aborter;
		while (!signal.aborted && state.data.jobs[job.id] === job) {
			const { status, answer } = await this.post(job.id, url, form);
			if (answer === 'OK' && String(status).startsWith('2')) return;
			const pauseMs = switches.get('callbackRepeatSeconds') * 1000;
			await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
		}
	}

	/**
	 * Sends one callback once, whatever state the job is in: one more, or one that is not true.
	 * @param {number} jobId
	 * @param {Record<string, string>} [overrides] fields of the form, and `url`
	 * @throws RangeError
	 */
	async deliverCallback(jobId, { url, ...fields } = {}) {
		const job = this.emulator.state.data.jobs[jobId];
		const receiver = url ?? job.callbackUrl;
		if (receiver === undefined) throw new RangeError(`There is no callback URL for job ${jobId}`);
		return await this.post(jobId, receiver, { ...formOf(job), ...fields });
	}

	close() {
		this.aborter.abort();
		this.aborter = new AbortController();
	}

	/** @param {number} jobId @param {string} url @param {Record<string, string>} form @returns what was answered; nulls where nothing was */
	async post(jobId, url, form) {
		const entry = this.emulator.journal.note({
			host: 'callback',
			method: 'POST',
			path: url.replace(/^https?:\/\/[^/?#]*/, '').split('?')[0],
			operation: 'callback',
			jobId,
			body: form,
		});
		try {
			const response = await fetch(url, {
				method: 'POST',
				// On a connection of its own.
				headers: { 'content-type': 'application/x-www-form-urlencoded', connection: 'close' },
				body: String(new URLSearchParams(form)),
				redirect: 'manual',
				signal: this.aborter.signal,
			});
			entry.answer = await response.text();
			entry.status = response.status;
		} catch {
			// Nothing was answered.
		}
		return { status: entry.status, answer: entry.answer };
	}
}

/** @param {Job} job @returns {Record<string, string>} */
function formOf({ id, externalId = '', status }) {
	return { job_id: String(id), external_id: externalId, status };
}

module.exports = { Callbacks };
