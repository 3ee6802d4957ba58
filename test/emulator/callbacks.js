/** @typedef {import('./state').Job} Job */
/** @typedef {import('./state').Callback} Callback */

/** How long a receiver may take. */
const TIMEOUT_MS = 30_000;

/** Tells whoever wants to know it that a job has finished, or that its draft is ready. */
class Callbacks {
	/** @param {import('.').Emulator} context */
	constructor(context) {
		this.context = context;
		this.aborter = new AbortController();
		/** @type {Map<Callback, Promise<void>>} */
		this.underWay = new Map();
	}

	/**
	 * To be told to the receiver until it takes it.
	 * @param {Job} job that has just finished
	 * @param {boolean} [isDraft] whether it is a draft of it that has just become ready
	 */
	announce(job, isDraft = false) {
		const url = job.callbackUrl;
		if (url === undefined) return;
		const { status, ...about } = formOf(job);
		const form = { ...about, ...(isDraft ? { draft_ready: 'true' } : { status }) };
		const { clock, state } = this.context;
		state.data.callbacks.push({ jobId: job.id, url, form, nextAt: clock.now() });
	}

	/** Sends those that are due. @returns {number} when the next one is, ms since 1970; Infinity for none */
	sendDue() {
		const { state, clock } = this.context;
		const now = clock.now();
		let next = Infinity;
		for (const callback of [...state.data.callbacks]) {
			if (this.underWay.has(callback)) continue;
			if (callback.nextAt > now) next = Math.min(next, callback.nextAt);
			else this.underWay.set(callback, this.attempt(callback));
		}
		return next;
	}

	/**
	 * Sends one callback once, whatever state the job is in: one more, or one that is not true.
	 * @param {number} jobId
	 * @param {Record<string, string>} [overrides] fields of the form, and `url`
	 * @throws RangeError
	 */
	async deliverCallback(jobId, { url, ...fields } = {}) {
		const job = this.context.state.data.jobs[jobId];
		const receiver = url ?? job.callbackUrl;
		if (receiver === undefined) throw new RangeError(`There is no callback URL for job ${jobId}`);
		return await this.post(jobId, receiver, { ...formOf(job), ...fields });
	}

	/** What is under way is sent again when the emulator listens again. */
	async close() {
		this.aborter.abort();
		await Promise.all(this.underWay.values());
		this.aborter = new AbortController();
	}

	/** @param {Callback} callback */
	async attempt(callback) {
		const { clock, state, switches } = this.context;
		const { jobId, url, form } = callback;
		const { status, answer } = await this.post(jobId, url, form);
		this.underWay.delete(callback);
		if (this.aborter.signal.aborted) return;
		const { data } = state;
		if (answer === 'OK' && String(status).startsWith('2'))
			data.callbacks = data.callbacks.filter((other) => other !== callback);
		else callback.nextAt = clock.now() + switches.get('callbackRepeatSeconds') * 1000;
		clock.wake();
	}

	/** @param {number} jobId @param {string} url @param {Record<string, string>} form @returns what was answered; nulls where nothing was */
	async post(jobId, url, form) {
		const entry = this.context.journal.note({
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
				signal: AbortSignal.any([this.aborter.signal, AbortSignal.timeout(TIMEOUT_MS)]),
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
