const { setTimeout: sleep } = require('node:timers/promises');

const TIMEOUT_MS = 60_000;

/** How long is waited for a job to end, seconds: beyond it, what told it to was not read, or was in minutes. */
const LONGEST_WAIT_S = 120;

/** @typedef {{ status: number, headers: Headers, text: string, data: any }} Reply `status` is 0 where there was no response, `data` the JSON or an empty object */

const ok = (/** @type {Reply | undefined} */ reply) =>
	reply !== undefined && reply.status >= 200 && reply.status < 300 && !reply.data.ErrorType;

/** A proxy's or a gateway's answers: none of them says anything of Verbit's API. */
const isOutage = (/** @type {number} */ status) =>
	status === 0 || status === 407 || status === 408 || status === 429 || status >= 500;

/** A response without its values: nothing secret is shown. @param {Reply} reply */
function inWords({ status, headers, text, data }) {
	const { ErrorType: type, ErrorComment: comment } = data;
	if (type !== undefined) return `returned ${status} ${type} (${String(comment).slice(0, 100)})`;
	if (status === 0) return `didn't answer (${text})`;
	if (headers.has('location')) return `returned ${status}, a redirect`;
	if (text === '') return `returned ${status} with no body`;
	if (Object.keys(data).length > 0) return `returned ${status} with ${formOf(data)}`;
	if (/^\s*</.test(text)) return `returned ${status} with a page or XML`;
	const named = headers.has('content-disposition') ? ', with a name' : '';
	return `returned ${status} with a text of the type ${headers.get('content-type')}${named}`;
}

/** Which fields are in a JSON, and of which type. @param {any} value @returns {string} */
function formOf(value) {
	if (value === null) return 'null';
	if (Array.isArray(value)) return value.length ? `${value.length} × ${formOf(value[0])}` : '[]';
	if (typeof value !== 'object') return typeof value;
	const fields = Object.entries(value).slice(0, 20);
	const forms = fields.map(([name, inner]) =>
		name === 'job_status' ? `${name}: ${inner}` : `${name}: ${formOf(inner)}`,
	);
	return `{ ${forms.join(', ')} }`;
}

/** One account of Verbit, called as the node calls it. */
class Session {
	/** The header that lets calls in. @type {string | undefined} */
	authorization;

	/** The jobs that were created, to be deleted by hand. @type {number[]} */
	jobs = [];

	/** Between two looks at a job. @type {(ms: number) => Promise<unknown>} */
	wait = sleep;

	/** What is being called, without anything secret. @type {(call: string) => void} */
	tell = console.log;

	/** @param {Record<'baseUrl' | 'authUrl' | 'apiKey', string>} account */
	constructor({ baseUrl, authUrl, apiKey }) {
		this.baseUrl = baseUrl;
		this.authUrl = authUrl;
		this.apiKey = apiKey;
	}

	async exchange(apiKey = this.apiKey) {
		return await this.request('POST', `${this.authUrl}/api/v1/auth`, { data: { api_key: apiKey } });
	}

	/**
	 * @param {string} method @param {string} path below the base URL @param {Record<string, string | number>} [query]
	 * @param {object} [body] sent as JSON @param {string} [authorization]
	 */
	async call(method, path, query, body, authorization = this.authorization) {
		const url = new URL(path, `${this.baseUrl}/`);
		for (const [name, value] of Object.entries({ v: 4, ...query }))
			if (value !== undefined) url.searchParams.set(name, String(value));
		return await this.request(method, url.href, body, { authorization: String(authorization) });
	}

	/** A call about a job. @param {string} method @param {string} name @param {number} jobId @param {object} [body] @param {object} [query] */
	async job(method, name, jobId, body, query) {
		return await this.call(method, `job/${name}`, { job_id: jobId, ...query }, body);
	}

	/** @param {object} details @throws Error for a job that Verbit doesn't create: everything after it would mean nothing */
	async newJob(details) {
		const reply = await this.call('POST', 'job/new', {}, details);
		const jobId = Number(reply.data.job_id);
		if (!ok(reply) || !Number.isSafeInteger(jobId))
			throw new Error(`Verbit created no job: it ${inWords(reply)}`);
		this.jobs.push(jobId);
		return reply;
	}

	/** Looks at a job until it has ended. @param {number} jobId */
	async ended(jobId) {
		/** @type {Set<string>} */
		const states = new Set();
		for (let waited = 0; ; waited += 5) {
			const info = await this.job('GET', 'info', jobId);
			const status = String(info.data.job_status);
			if (ok(info)) states.add(status);
			const hasEnded = ok(info) && !/pending|progress/i.test(status);
			const told = `${[...states].join(', then ')} after ${waited} s`;
			if (hasEnded || waited >= LONGEST_WAIT_S) return { info, told, hasEnded };
			await this.wait(5000);
		}
	}

	/** @param {string} method @param {string} url @param {object} [body] a Buffer as it is, anything else as JSON @param {Record<string, string>} [headers] @returns {Promise<Reply>} */
	async request(method, url, body, headers = {}) {
		const { host, pathname } = new URL(url);
		this.tell(`${method} ${host}${pathname}`);
		const isJson = body !== undefined && !Buffer.isBuffer(body);
		try {
			const response = await fetch(url, {
				method,
				body: isJson ? JSON.stringify(body) : body,
				headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
				redirect: 'manual',
				signal: AbortSignal.timeout(TIMEOUT_MS),
			});
			const { status, headers: received } = response;
			const text = await response.text();
			return { status, headers: received, text, data: readJson(text) };
		} catch (error) {
			const { cause, name } = /** @type {any} */ (error);
			const text = String(cause?.code ?? (cause?.message || name));
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

module.exports = { formOf, inWords, isOutage, ok, Session };
