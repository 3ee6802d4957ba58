const { once } = require('node:events');
const http = require('node:http');
const https = require('node:https');
const selfsigned = require('selfsigned');

/**
 * @typedef {object} Received
 * @property {string | undefined} method
 * @property {string | undefined} url
 * @property {http.IncomingHttpHeaders} headers
 * @property {Buffer} body what has come by now
 *
 * @typedef {(response: http.ServerResponse, received: Received, request: http.IncomingMessage) => unknown} Answer
 */

/**
 * An HTTP server for one test file, that answers what a test says. Each request is answered when it is whole.
 * @param {{ tls?: boolean }} [options]
 */
function useServer({ tls = false } = {}) {
	const server = new TestServer(tls);
	beforeAll(async () => await server.start());
	beforeEach(() => server.reset());
	afterAll(async () => await server.stop());
	return server;
}

class TestServer {
	/** @type {Received[]} */
	received = [];

	/** @type {Answer} */
	answer = (response) => response.end();

	/** Answers before the body is read. @type {((response: http.ServerResponse, request: http.IncomingMessage) => unknown) | undefined} */
	answerEarly = undefined;

	server = http.createServer();

	origin = '';

	/** @param {boolean} tls */
	constructor(tls) {
		this.tls = tls;
	}

	async start() {
		if (this.tls) this.server = await createTlsServer();
		this.server.on('request', (request, response) => {
			// Clients that end in the middle of a request are what is tested.
			this.handle(request, response).catch(() => undefined);
		});
		await once(this.server.listen(0, '127.0.0.1'), 'listening');
		const { port } = /** @type {import('node:net').AddressInfo} */ (this.server.address());
		this.origin = `${this.tls ? 'https' : 'http'}://127.0.0.1:${port}`;
	}

	reset() {
		this.received = [];
		this.answer = (response) => response.end();
		this.answerEarly = undefined;
	}

	async stop() {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}

	/** Answers the requests in turn, and the last of them again and again. @param {Answer[]} answers */
	answerInTurn(...answers) {
		this.answer = (response, received, request) =>
			answers[Math.min(this.received.length, answers.length) - 1](response, received, request);
	}

	/**
	 * @param {http.IncomingMessage} request
	 * @param {http.ServerResponse} response
	 */
	async handle(request, response) {
		const { method, url, headers } = request;
		/** @type {Buffer[]} */
		const chunks = [];
		const received = {
			method,
			url,
			headers,
			get body() {
				return Buffer.concat(chunks);
			},
		};
		this.received.push(received);
		if (this.answerEarly !== undefined) return void this.answerEarly(response, request);
		for await (const chunk of request) chunks.push(chunk);
		this.answer(response, received, request);
	}
}

async function createTlsServer() {
	const { private: key, cert } = await selfsigned.generate([
		{ name: 'commonName', value: '127.0.0.1' },
	]);
	return https.createServer({ key, cert });
}

module.exports = { useServer };
