const http = require('node:http');
const https = require('node:https');
const { buffer } = require('node:stream/consumers');
const { listen } = require('../../engine/linkServer');
const { makeCertificate } = require('../../support/certificate');

/**
 * An HTTP server for one test file, that answers what a test says. Each request is answered when it is whole.
 * @param {{ tls?: boolean }} [options]
 */
function useServer({ tls = false } = {}) {
	const server = new TestServer(tls);
	beforeAll(async () => await server.start());
	beforeEach(() => server.reset());
	afterAll(() => server.stop());
	return server;
}

class TestServer {
	/** @type {Array<{ headers: http.IncomingHttpHeaders, body: Buffer }>} */
	received = [];

	/** @type {(response: http.ServerResponse) => unknown} */
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
		if (this.tls) this.server = https.createServer(await makeCertificate());
		this.server.on('request', (request, response) => {
			// Clients that end in the middle of a request are what is tested.
			this.handle(request, response).catch(() => undefined);
		});
		this.origin = `${this.tls ? 'https' : 'http'}://${await listen(this.server)}`;
	}

	reset() {
		this.received = [];
		this.answer = (response) => response.end();
		this.answerEarly = undefined;
	}

	stop() {
		this.server.closeAllConnections();
		this.server.close();
	}

	/**
	 * @param {http.IncomingMessage} request
	 * @param {http.ServerResponse} response
	 */
	async handle(request, response) {
		const received = { headers: request.headers, body: Buffer.alloc(0) };
		this.received.push(received);
		if (this.answerEarly !== undefined) return void this.answerEarly(response, request);
		received.body = await buffer(request);
		this.answer(response);
	}
}

module.exports = { useServer };
