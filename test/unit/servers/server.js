const http = require('node:http');
const https = require('node:https');
const { buffer } = require('node:stream/consumers');
const { listen } = require('../../engine/linkServer');
const { makeCertificate } = require('../../support/certificate');

/** @typedef {http.ServerResponse} Response */

const fresh = () => ({
	/** @type {Array<{ headers: http.IncomingHttpHeaders, body: Buffer }>} */
	received: [],
	/** @type {(response: Response) => unknown} */
	answer: (response) => response.end(),
});

/** An HTTP server for one test file, that answers what a test says. Each request is answered when it is whole. */
function useServer({ tls = false } = {}) {
	const test = { origin: '', ...fresh() };
	/** @type {http.Server} */
	let server;
	beforeAll(async () => {
		server = tls ? https.createServer(await makeCertificate()) : http.createServer();
		server.on('request', async (request, response) => {
			const received = { headers: request.headers, body: Buffer.alloc(0) };
			test.received.push(received);
			// Clients that end in the middle of a request are what is tested.
			const body = await buffer(request).catch(() => undefined);
			if (body === undefined) return;
			received.body = body;
			test.answer(response);
		});
		test.origin = `http${tls ? 's' : ''}://${await listen(server)}`;
	});
	beforeEach(() => Object.assign(test, fresh()));
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return test;
}

module.exports = { useServer };
