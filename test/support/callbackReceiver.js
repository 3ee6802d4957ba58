const { once } = require('node:events');
const http = require('node:http');

/** Takes callbacks as a client's server does, and answers them with what is next, and then with OK. */
class Receiver {
	/** @type {Array<{ method?: string, path?: string, type?: string, form: Record<string, string> }>} */
	received = [];

	/** @type {Array<{ status?: number, body: string } | 'nothing' | 'cut'>} */
	answers = [];

	server = http.createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		const { method, url: path, headers } = request;
		const form = Object.fromEntries(new URLSearchParams(body));
		this.received.push({ method, path, type: headers['content-type'], form });
		const answer = this.answers.shift() ?? { body: 'OK' };
		if (answer === 'cut') request.socket.destroy();
		else if (answer !== 'nothing') response.writeHead(answer.status ?? 200).end(answer.body);
	});

	async start() {
		this.received = [];
		this.answers = [];
		await once(this.server.listen(0, '127.0.0.1'), 'listening');
	}

	get url() {
		const { port } = /** @type {import('node:net').AddressInfo} */ (this.server.address());
		return `http://127.0.0.1:${port}/hook?secret=1`;
	}

	async stop() {
		this.server.closeAllConnections();
		await once(this.server.close(), 'close');
	}
}

module.exports = { Receiver };
