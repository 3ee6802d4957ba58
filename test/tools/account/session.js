const { setTimeout: sleep } = require('node:timers/promises');

/** Requests that get no response end after this time, ms. */
const TIMEOUT_MS = 60_000;

/** The longest response that is kept, characters: enough to see what it is. */
const KEPT_CHARACTERS = 100_000;

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
 * @property {string} [token] another one than the session's
 */

/** One account of Verbit, called as the node calls it. It prints nothing. */
class Session {
	/** @type {string | undefined} */
	token;

	/** The jobs that were created, to be deleted by hand. @type {number[]} */
	jobs = [];

	/**
	 * @param {object} account
	 * @param {string} account.baseUrl
	 * @param {string} account.authUrl
	 * @param {string} account.apiKey
	 * @param {(ms: number) => Promise<unknown>} [account.wait] between two looks at a job
	 */
	constructor({ baseUrl, authUrl, apiKey, wait = sleep }) {
		this.baseUrl = baseUrl;
		this.authUrl = authUrl;
		this.apiKey = apiKey;
		this.wait = wait;
	}

	/** @param {string} [apiKey] */
	async authenticate(apiKey = this.apiKey) {
		const body = { data: { api_key: apiKey } };
		return await this.send('POST', `${this.authUrl}/api/v1/auth`, { body });
	}

	/** @param {'GET' | 'POST'} method @param {string} path below the base URL @param {Request} [request] */
	async call(method, path, { query = {}, body, token = this.token } = {}) {
		const url = new URL(`${this.baseUrl}${path}`);
		for (const [name, value] of Object.entries({ v: 4, ...query })) {
			url.searchParams.set(name, String(value));
		}
		return await this.send(method, url.href, {
			body,
			headers: { authorization: `bearer ${token}` },
		});
	}

	/** A call about a job. @param {'GET' | 'POST'} method @param {string} name @param {number} jobId @param {object} [body] @param {Record<string, string>} [query] */
	async job(method, name, jobId, body, query = {}) {
		return await this.call(method, `/job/${name}`, { query: { job_id: jobId, ...query }, body });
	}

	/** @param {object} [details] @returns {Promise<{ reply: Reply, jobId: number }>} */
	async newJob(details = {}) {
		const reply = await this.call('POST', '/job/new', { body: details });
		const jobId = Number(reply.data.job_id);
		if (Number.isSafeInteger(jobId)) this.jobs.push(jobId);
		return { reply, jobId };
	}

	/** Sends a file to an upload URL, with no Content-Type. @param {string} url @param {Buffer} content */
	async put(url, content) {
		return await this.request('PUT', url, { body: content });
	}

	/**
	 * Looks at a job until it is no longer In Progress.
	 * @param {number} jobId
	 * @param {number} maxSeconds
	 */
	async ended(jobId, maxSeconds) {
		for (let waited = 0; ; waited += 5) {
			const { data } = await this.job('GET', 'info', jobId);
			if (!/progress/i.test(String(data.job_status)) || waited >= maxSeconds) {
				return { info: data, waited };
			}
			await this.wait(5000);
		}
	}

	/** @param {string} method @param {string} url @param {{ body?: object, headers?: Record<string, string> }} request */
	async send(method, url, { body, headers }) {
		return await this.request(method, url, {
			body: body === undefined ? undefined : JSON.stringify(body),
			headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
		});
	}

	/**
	 * @param {string} method
	 * @param {string} url
	 * @param {{ body?: string | Buffer, headers?: Record<string, string> }} request
	 * @returns {Promise<Reply>}
	 */
	async request(method, url, { body, headers }) {
		const signal = AbortSignal.timeout(TIMEOUT_MS);
		try {
			const options = { method, body, headers, redirect: /** @type {const} */ ('manual'), signal };
			const response = await fetch(url, options);
			const text = (await response.text()).slice(0, KEPT_CHARACTERS);
			return { status: response.status, headers: response.headers, text, data: readJson(text) };
		} catch (error) {
			const text = String(/** @type {any} */ (error).cause?.code ?? error);
			return { status: 0, headers: new Headers(), text, data: {} };
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

module.exports = { Session };
