const { once } = require('node:events');
const http = require('node:http');
const { until } = require('../support/until');

/**
 * A host of files, as a cloud drive is one: each test says what its next calls are answered.
 * @typedef {(request: http.IncomingMessage, response: http.ServerResponse) => void} Answer
 */
class LinkServer {
	/** The paths that were called, in order, with their queries. @type {string[]} */
	calls = [];

	/** One for each call; the last one stays. @type {Answer[]} */
	answers = [];

	async start() {
		// A connection that is left open stays so for longer than a test waits for its end.
		this.server = http.createServer({ keepAliveTimeout: 0 }, (request, response) => {
			this.calls.push(String(request.url));
			const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
			answer?.(request, response);
		});
		this.url = `http://${await listen(this.server)}`;
	}

	/** Answers the calls that follow. @param {Answer[]} answers */
	answer(...answers) {
		this.calls = [];
		this.answers = answers;
	}

	/** This end is told a moment later. */
	async hasNoConnections() {
		const count = async () =>
			await new Promise((resolve) => this.server?.getConnections((_, open) => resolve(open)));
		await until(async () => (await count()) === 0);
	}

	async stop() {
		this.server?.closeAllConnections();
		this.server?.close();
	}
}

/** Starts a server on this machine, and says where. @param {import('node:net').Server} server */
async function listen(server) {
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	return `127.0.0.1:${port}`;
}

/** The whole file, with its length. @param {Buffer} content @param {http.OutgoingHttpHeaders} [headers] @returns {Answer} */
const file =
	(content, headers = {}) =>
	(_request, response) => {
		const own = { 'content-type': 'audio/mpeg', 'content-length': content.length };
		response.writeHead(200, { ...own, ...headers }).end(content);
	};

/** @param {number} status @param {http.OutgoingHttpHeaders} [headers] @returns {Answer} */
const status =
	(status, headers = {}) =>
	(_request, response) => {
		response.writeHead(status, headers).end();
	};

/** The first half, and then the connection is cut. @param {Buffer} content @returns {Answer} */
const cutHalfway = (content) => (request, response) => {
	response.writeHead(200, { 'content-length': content.length });
	response.write(content.subarray(0, content.length / 2), () => request.socket.end());
};

/** One for a test file. */
function useLinkServer() {
	const links = new LinkServer();
	beforeAll(async () => await links.start());
	afterAll(async () => await links.stop());
	return links;
}

module.exports = { cutHalfway, file, LinkServer, listen, status, useLinkServer };
