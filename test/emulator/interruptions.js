const { STATUS_CODES } = require('node:http');
const { setTimeout: sleep } = require('node:timers/promises');

/**
 * @typedef {import('./faults').Fault} Fault
 * @typedef {import('./journal').JournalEntry} JournalEntry
 *
 * @typedef {object} Exchange
 * @property {import('node:http').IncomingMessage} request
 * @property {import('node:http').ServerResponse} response
 * @property {JournalEntry} entry
 * @property {Fault} [fault] that befalls it
 *
 * @typedef {'status' | 'earlyRefusal' | 'cutAfterBytes' | 'stall' | 'dropConnection'} InterruptionKind
 * @typedef {(exchange: Exchange, fault: Fault) => Promise<void> | void} Interruption
 */

/** Long enough for a client on this machine to read the answer before the connection breaks under its upload. */
const CUT_AFTER_ANSWER_MS = 50;

const ACCESS_DENIED = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';

/** S3's word for 503. */
const SLOW_DOWN =
	'<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';

const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * The faults that come instead of the operation. They act on the bare connection,
 * so that the service and the store share them.
 * @type {Partial<Record<Fault['kind'], Interruption>>}
 */
const interruptions = {
	async status({ request, response, entry }, { status = 503, headers = {}, body }) {
		const ofStore = status === 503 && entry.host === 'store' ? SLOW_DOWN : '';
		const isJson = typeof body === 'object';
		const token = request.headers.authorization?.split(' ')[1] ?? '';
		const text = (isJson ? JSON.stringify(body) : (body ?? ofStore)).replaceAll('{token}', token);
		await readUpTo(request, Infinity, entry);
		entry.status = status;
		const own = { 'content-length': Buffer.byteLength(text), ...(isJson && JSON_TYPE) };
		response.writeHead(status, { ...own, ...headers }).end(text);
	},

	async earlyRefusal({ request, entry }) {
		entry.status = 403;
		writeRawAnswer(request.socket, 403, ACCESS_DENIED);
		await sleep(CUT_AFTER_ANSWER_MS);
		request.socket.destroy();
	},

	async cutAfterBytes({ request, entry }, { bytes = 0 }) {
		await readUpTo(request, bytes, entry);
		request.socket.destroy();
	},

	async stall({ request, entry }, { bytes = 0 }) {
		await readUpTo(request, bytes, entry);
	},

	dropConnection({ request }) {
		request.socket.destroy();
	},
};

/**
 * Reads no more than it has to, and leaves the rest unread on the connection.
 * @param {import('node:http').IncomingMessage} request
 * @param {number} limit
 * @param {JournalEntry} entry
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

/**
 * Answers on the bare socket, for where Node's response can not: it would first read the request to its end.
 * @param {import('node:stream').Duplex} socket
 * @param {number} status
 * @param {string} body
 */
function writeRawAnswer(socket, status, body) {
	if (!socket.writable) return;
	const head = [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		'Content-Type: application/xml',
		`Content-Length: ${Buffer.byteLength(body)}`,
		'Connection: close',
	];
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

module.exports = { interruptions, writeRawAnswer };
