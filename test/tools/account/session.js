const { setTimeout: sleep } = require('node:timers/promises');

/** Requests that get no response end after this time, ms. */
const TIMEOUT_MS = 60_000;

/**
 * @typedef {object} Reply
 * @property {number} status 0 where there was no response
 * @property {Headers} headers
 * @property {string} text
 * @property {any} data the JSON, or an empty object
 *
 * @typedef {object} Request
 * @property {Record<string, string | number>} [query]
 * @property {object} [body] sent as JSON
 * @property {string} [authorization] another one than the session's
 */

/** @param {Reply | undefined} reply */
const ok = (reply) =>
	reply !== undefined && reply.status >= 200 && reply.status < 300 && !reply.data.ErrorType;

/** A proxy's or a gateway's answers: none of them says anything of Verbit's API. */
const isOutage = (/** @type {number} */ status) =>
	status === 0 || status === 407 || status === 408 || status === 429 || status >= 500;

/** One account of Verbit, called as the node calls it. */
class Session {
	/** The header that lets calls in. @type {string | undefined} */
	authorization;

	/** The jobs that were created, to be deleted by hand. @type {number[]} */
	jobs = [];

	/**
	 * @param {Record<'baseUrl' | 'authUrl' | 'apiKey', string>} account
	 * @param {(ms: number) => Promise<unknown>} [wait] between two looks at a job
	 * @param {(call: string) => void} [tell] what is being called, without anything secret
	 */
	constructor({ baseUrl, authUrl, apiKey }, wait = sleep, tell = () => {}) {
		this.baseUrl = baseUrl;
		this.authUrl = authUrl;
		this.apiKey = apiKey;
		this.wait = wait;
		this.tell = tell;
	}

	/** @param {string} [apiKey] */
	async exchange(apiKey = this.apiKey) {
		const body = JSON.stringify({ data: { api_key: apiKey } });
		const headers = { 'content-type': 'application/json' };
		return await this.request('POST', `${this.authUrl}/api/v1/auth`, { body, headers });
	}

	/** @param {'GET' | 'POST'} method @param {string} path below the base URL @param {Request} [request] */
	async call(method, path, { query = {}, body, authorization = this.authorization } = {}) {
		const url = new URL(path, `${this.baseUrl}/`);
		for (const [name, value] of Object.entries({ v: 4, ...query }))
			url.searchParams.set(name, String(value));
		return await this.request(method, url.href, {
			...(body !== undefined && { body: JSON.stringify(body) }),
			headers: {
				authorization: String(authorization),
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
		});
	}

	/** A call about a job. @param {'GET' | 'POST'} method @param {string} name @param {number} jobId @param {object} [body] @param {Record<string, string | number>} [query] */
	async job(method, name, jobId, body, query = {}) {
		return await this.call(method, `job/${name}`, { query: { job_id: jobId, ...query }, body });
	}

	/** @param {object} details @throws Error for a job that Verbit doesn't create: everything after it would mean nothing */
	async newJob(details) {
		const reply = await this.call('POST', 'job/new', { body: details });
		const jobId = Number(reply.data.job_id);
		if (!ok(reply) || !Number.isSafeInteger(jobId)) {
			const { ErrorType: type = reply.text, ErrorComment: comment = '' } = reply.data;
			const answer = `${reply.status || 'nothing'} ${String(type).slice(0, 100)} ${comment}`;
			throw new Error(`Verbit created no job: it returned ${answer.trim()}`);
		}
		this.jobs.push(jobId);
		return { reply, jobId };
	}

	/** Looks at a job until it has ended. @param {number} jobId @param {number} maxSeconds */
	async ended(jobId, maxSeconds) {
		/** @type {Set<string>} */
		const states = new Set();
		for (let waited = 0; ; waited += 5) {
			const info = await this.job('GET', 'info', jobId);
			if (ok(info)) states.add(String(info.data.job_status));
			const hasEnded = ok(info) && !/pending|progress/i.test(String(info.data.job_status));
			if (hasEnded || waited >= maxSeconds) return { info, waited, states: [...states], hasEnded };
			await this.wait(5000);
		}
	}

	/** @param {string} method @param {string} url @param {{ body?: string | Buffer, headers?: Record<string, string> }} request @returns {Promise<Reply>} */
	async request(method, url, { body, headers }) {
		const signal = AbortSignal.timeout(TIMEOUT_MS);
		this.tell(`${method} ${new URL(url).host}${new URL(url).pathname}`);
		try {
			const options = { method, body, headers, redirect: /** @type {const} */ ('manual'), signal };
			const response = await fetch(url, options);
			const text = await response.text();
			return { status: response.status, headers: response.headers, text, data: readJson(text) };
		} catch (error) {
			const { cause, name } = /** @type {any} */ (error);
			return {
				status: 0,
				headers: new Headers(),
				text: String(cause?.code ?? (cause?.message || name)),
				data: {},
			};
		}
	}
}

/** @param {string} text @returns {any} */
function readJson(text) {
	try {
		return Object(JSON.parse(text));
	} catch {
		return {};
	}
}

module.exports = { isOutage, ok, Session };
