/**
 * @typedef {object} JournalEntry
 * @property {'service' | 'store' | 'callback'} host that it came to; a callback went out
 * @property {string} method
 * @property {string} path without the query
 * @property {Record<string, string>} query of a call to the service; that of an upload URL is a secret
 * @property {number | null} status null while there is no answer
 * @property {string | null} operation `auth`, `put` and so on, as the README names them
 * @property {string | null} authScheme `bearer` or `ApiToken`, as it was written
 * @property {number | null} jobId
 * @property {unknown} body of a call to the service
 * @property {number} bytes that the store has received
 * @property {Record<string, string | string[] | undefined>} headers with lower-case names
 * @property {string | null} fault what was done to it on demand
 * @property {string | null} answer to a callback
 *
 * @typedef {Pick<JournalEntry, 'host' | 'method' | 'path' | 'operation'> & Partial<JournalEntry>} Start
 */

/**
 * Every request that the service and the store have seen, in the order of their arrival, and every callback.
 * @extends {Array<JournalEntry>}
 */
class Journal extends Array {
	underWay = { service: 0, store: 0, callback: 0 };

	/** What is made from a journal, as by `filter`, is a plain list. */
	static get [Symbol.species]() {
		return Array;
	}

	/**
	 * @param {import('node:http').IncomingMessage} request
	 * @param {import('node:http').ServerResponse} response
	 * @param {Omit<Start, 'method' | 'path'>} start
	 * @returns {JournalEntry} to be completed as the request goes on
	 */
	open({ method = '', url = '', headers }, response, start) {
		const { authorization } = headers;
		const [path] = url.split('?');
		const authScheme = /^(\S+) +\S/.exec(authorization ?? '')?.[1] ?? null;
		const masked = authorization !== undefined && { authorization: authScheme ?? '***' };
		const head = { method, path, headers: { ...headers, ...masked } };
		const entry = this.note({ ...head, authScheme, ...start });
		const { underWay } = this;
		underWay[entry.host]++;
		response.once('close', () => underWay[entry.host]--);
		return entry;
	}

	/** @param {Start} start */
	note(start) {
		/** @type {JournalEntry} */
		const entry = {
			query: {},
			status: null,
			authScheme: null,
			jobId: null,
			body: undefined,
			bytes: 0,
			headers: {},
			fault: null,
			answer: null,
			...start,
		};
		this.push(entry);
		return entry;
	}

	clear() {
		this.length = 0;
	}

	/** What was sent with each call of an operation. @param {string} operation */
	bodiesOf(operation) {
		return this.filter((entry) => entry.operation === operation).map(({ body }) => body);
	}

	/** @param {Partial<JournalEntry>} like e.g. `{ operation: 'add_media', status: 200 }` */
	count(like = {}) {
		const wanted = /** @type {Array<[keyof JournalEntry, unknown]>} */ (Object.entries(like));
		return this.filter((entry) => wanted.every(([name, value]) => entry[name] === value)).length;
	}
}

module.exports = { Journal };
