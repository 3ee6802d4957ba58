const { once } = require('node:events');
const http = require('node:http');
const { pipeline } = require('node:stream/promises');
const { openCaptions } = require('../captions/file');
const { hamper } = require('../faults');
const { receive } = require('./receive');
const { StoreError } = require('./storeError');

/** @typedef {import('..').Emulator} Context */

/** As the service's: a connection that a client leaves open stays so for longer than a test waits for its end. */
const KEEP_ALIVE_MS = 72_000;

/**
 * The object store that upload URLs point to, and links to captions. As strict as S3, where its look-alikes are lenient:
 * on bare `node:http`, since a framework would tidy up the very things that are to be judged.
 * @param {Context} context
 */
async function startStore(context) {
	const { host, ports } = context;
	const options = {
		// An upload may take hours; Node would end it after five minutes.
		requestTimeout: 0,
		keepAliveTimeout: KEEP_ALIVE_MS,
	};
	const server = http.createServer(options, (request, response) =>
		serve(context, request, response),
	);
	await once(server.listen(ports.store, host), 'listening');
	ports.store = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
	return {
		async close() {
			const closed = once(server.close(), 'close');
			// A client that keeps its connection alive would keep the store from closing.
			server.closeAllConnections();
			await closed;
		},
	};
}

/**
 * @param {Context} context
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function serve(context, request, response) {
	const { journal, faults } = context;
	const operation = String(request.method).toLowerCase();
	const entry = journal.open(request, response, { host: 'store', operation });
	/** @type {import('../faults').Exchange} */
	const exchange = { request, response, entry };
	try {
		if (await faults.befall(exchange)) return;
		const { key, order } = context.grants.judge(request);
		const stored = order === undefined ? await receive(exchange, key, context) : undefined;
		entry.status = 200;
		if (exchange.fault?.kind === 'answerThenDrop') return void request.socket.destroy();
		if (order === undefined)
			return void response.writeHead(200, { ETag: `"${stored?.md5}"`, 'Content-Length': 0 }).end();
		// Captions alone have links to be read: what is uploaded is for the service.
		const { headers, stream } = openCaptions(order, context);
		response.writeHead(200, headers);
		await pipeline(hamper(stream, exchange.fault), response);
	} catch (error) {
		// Whoever cuts a transfer hears nothing.
		if (!(error instanceof StoreError)) return void request.socket.destroy();
		entry.status = error.status;
		response.writeHead(error.status, { 'Content-Type': 'application/xml' }).end(error.xml);
	}
}

module.exports = { startStore };
