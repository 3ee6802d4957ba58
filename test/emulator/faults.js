const { setTimeout: sleep } = require('node:timers/promises');

/**
 * Something that goes wrong on demand: the README says what each kind does.
 *
 * @typedef {object} Fault
 * @property {'service' | 'store'} where
 * @property {keyof INTERRUPTIONS | 'slow' | 'answerThenDrop' | 'cutDownload' | 'stallDownload' | 'delay'} kind
 * @property {string} [operation] as in the journal; any when left out
 * @property {number} [times] how many requests it befalls, 1 when left out
 * @property {number} [delayMs]
 * @property {Promise<unknown>} [held] what its requests wait for, in a test that runs the emulator itself
 * @property {number} [status]
 * @property {Record<string, string>} [headers]
 * @property {string | object} [body] an object becomes JSON; `{token}` in it becomes the token or key of the request
 * @property {number} [bytes]
 * @property {number} [bytesPerSecond]
 * @property {() => Promise<unknown>} [betweenChunks] what a slow transfer waits for, in a test that runs the emulator itself
 *
 * @typedef {object} Exchange
 * @property {import('node:http').IncomingMessage} request
 * @property {import('node:http').ServerResponse} response
 * @property {import('./journal').JournalEntry} entry
 * @property {Fault} [fault] that befalls it
 */

/** Faults that wait for their requests, first come, first served. */
class Faults {
	/** @type {Array<Fault & { times: number }>} */
	queue = [];

	/** @param {Fault[]} faults */
	add(...faults) {
		this.queue.push(...faults.map((fault) => ({ ...fault, times: fault.times ?? 1 })));
	}

	clear() {
		this.queue.length = 0;
	}

	/** Whether each has befallen its requests: one that is held has arrived then. */
	areOver() {
		return this.queue.length === 0;
	}

	/**
	 * Lets the next fault that is meant for it befall a request. The fault is used up by that.
	 * @param {Exchange} exchange
	 * @returns {Promise<boolean>} whether it came instead of the operation
	 */
	async befall(exchange) {
		const { entry } = exchange;
		const fault = this.queue.find(
			({ where, operation }) =>
				where === entry.host && [undefined, entry.operation].includes(operation),
		);
		if (fault === undefined) return false;
		fault.times--;
		if (fault.times <= 0) this.queue.splice(this.queue.indexOf(fault), 1);
		exchange.fault = fault;
		entry.fault = fault.kind;
		// Nobody has to wait for a delay that the emulator's end has overtaken.
		await sleep(fault.delayMs ?? 0, undefined, { ref: false });
		await fault.held;
		if (!(fault.kind in INTERRUPTIONS)) return false;
		await INTERRUPTIONS[/** @type {keyof INTERRUPTIONS} */ (fault.kind)](exchange, fault);
		return true;
	}
}

/** Long enough for a client on this machine to read the answer before the connection breaks under its upload. */
const CUT_AFTER_ANSWER_MS = 50;

const ACCESS_DENIED = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';

const JSON_TYPE = { 'content-type': 'application/json' };

/** The faults that come instead of the operation. They act on the bare connection, so that the service and the store share them. */
const INTERRUPTIONS = {
	/** @param {Exchange} exchange @param {Fault} fault */
	async status({ request, response, entry }, { status = 503, headers = {}, body = '' }) {
		const isJson = typeof body === 'object';
		const token = request.headers.authorization?.split(' ')[1] ?? '';
		const text = (isJson ? JSON.stringify(body) : body).replaceAll('{token}', token);
		await readUpTo(request, Infinity, entry);
		entry.status = status;
		const own = { 'content-length': Buffer.byteLength(text), ...(isJson && JSON_TYPE) };
		response.writeHead(status, { ...own, ...headers }).end(text);
	},

	/** @param {Exchange} exchange */
	async earlyRefusal({ request, response, entry }) {
		entry.status = 403;
		// Without its end: Node would read the request then.
		response.writeHead(403, { 'content-length': ACCESS_DENIED.length }).write(ACCESS_DENIED);
		await sleep(CUT_AFTER_ANSWER_MS);
		request.socket.destroy();
	},

	cutAfterBytes: cut,

	dropConnection: cut,

	/** @param {Exchange} exchange @param {Fault} fault */
	async stall({ request, entry }, { bytes = 0 }) {
		await readUpTo(request, bytes, entry);
	},
};

/** @param {Exchange} exchange @param {Fault} fault */
async function cut({ request, entry }, { bytes = 0 }) {
	await readUpTo(request, bytes, entry);
	request.socket.destroy();
}

/**
 * Reads no more than it has to, and leaves the rest unread on the connection.
 * @param {import('node:http').IncomingMessage} request
 * @param {number} limit
 * @param {Exchange['entry']} entry
 * @returns {Promise<void>}
 */
function readUpTo(request, limit, entry) {
	return new Promise((resolve) => {
		request.once('close', resolve).once('end', resolve);
		if (limit <= 0) return resolve();
		request.on('data', (chunk) => {
			entry.bytes += chunk.length;
			if (entry.bytes < limit) return;
			request.pause();
			resolve();
		});
	});
}

/** A file on its way, up or down, as a fault lets it through. @param {AsyncIterable<Buffer>} file @param {Partial<Fault>} [fault] */
async function* hamper(file, { kind, bytes = Infinity, bytesPerSecond, betweenChunks } = {}) {
	let left = bytes;
	for await (const chunk of file) {
		if (bytesPerSecond)
			await sleep((chunk.length / bytesPerSecond) * 1000, undefined, { ref: false });
		if (left > 0) yield chunk.subarray(0, left);
		await betweenChunks?.();
		left -= chunk.length;
		if (left > 0) continue;
		// Whoever sends the file cuts the connection then.
		if (kind === 'cutDownload') throw new Error('The download is cut on demand');
		await new Promise(() => {});
	}
}

module.exports = { Faults, hamper };
