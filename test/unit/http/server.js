const { once } = require('node:events');
const http = require('node:http');

/**
 * @typedef {object} Received
 * @property {string | undefined} method
 * @property {string | undefined} url
 * @property {http.IncomingHttpHeaders} headers
 * @property {Buffer} body what has come by now
 *
 * @typedef {(response: http.ServerResponse, received: Received, request: http.IncomingMessage) => unknown} Answer
 */

/** An HTTP server for one test file, that answers what a test says. Each request is answered when it is whole. */
function useServer() {
	const server = new TestServer();
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

	server = http.createServer((request, response) => {
		// Clients that end in the middle of a request are what is tested.
		this.handle(request, response).catch(() => undefined);
	});

	origin = '';

	async start() {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		const { port } = /** @type {import('node:net').AddressInfo} */ (this.server.address());
		this.origin = `http://127.0.0.1:${port}`;
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
		const received = { method, url, headers, body: Buffer.alloc(0) };
		this.received.push(received);
		if (this.answerEarly !== undefined) return void this.answerEarly(response, request);
		for await (const chunk of request) received.body = Buffer.concat([received.body, chunk]);
		this.answer(response, received, request);
	}
}

module.exports = { useServer };
