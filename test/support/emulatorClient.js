const net = require('node:net');
const { startEmulator } = require('../emulator');

/** @typedef {Awaited<ReturnType<typeof send>>} Reply */

/** An emulator for the tests of one file, as new before each of them. */
function useEmulator() {
	// More than `until` waits.
	jest.setTimeout(70_000);
	const client = new TestClient();
	beforeEach(async () => await client.start());
	afterEach(async () => await client.emulator.stop());
	return client;
}

class TestClient {
	/** @type {Awaited<ReturnType<typeof startEmulator>>} */
	emulator = /** @type {any} */ (undefined);

	async start() {
		this.emulator = await startEmulator();
		this.authorization = `ApiToken ${this.emulator.apiKey}`;
		this.jobId = this.emulator.createJob({ profile: 'standard' });
	}

	/** Calls the service about the test's job. @param {string} methodAndPath e.g. `POST /job/add_asset` @param {object} [body] @param {Record<string, unknown>} [query] */
	async call(methodAndPath, body, query = { v: 4, job_id: this.jobId }) {
		const [method, path] = methodAndPath.split(' ');
		const text = new URLSearchParams(/** @type {Record<string, string>} */ (query)).toString();
		const headers = { Authorization: String(this.authorization) };
		return await send(method, `${this.emulator.baseUrl}${path}?${text}`, toJson(body), headers);
	}

	/** @param {string} [apiKey] */
	async authenticate(apiKey = this.emulator.apiKey) {
		const body = toJson({ data: { api_key: apiKey } });
		return await send('POST', `${this.emulator.authUrl}/api/v1/auth`, body);
	}

	/** @param {string} fileName @returns {Promise<{ id: string, url: string }>} */
	async addAsset(fileName = 'talk.wav') {
		const { json } = await this.call('POST /job/add_asset', { file_name: fileName });
		return { id: json.asset_id, url: json.upload_url };
	}

	/** @param {string} [content] */
	async uploadedAsset(content = 'speech') {
		const { id, url } = await this.addAsset();
		await put(url, content);
		return id;
	}
}

/** @param {object | undefined} body */
const toJson = (body) => body && new Blob([JSON.stringify(body)], { type: 'application/json' });

/** @param {string} url @param {string} content @param {Record<string, string>} [headers] */
async function put(url, content, headers) {
	// As a Blob, whose Content-Type is none.
	return await send('PUT', url, new Blob([content]), headers);
}

/** @param {string} method @param {string} url @param {Blob} [body] @param {Record<string, string>} [headers] */
async function send(method, url, body, headers) {
	const response = await fetch(url, { method, body, headers });
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.startsWith('application/json');
	return { status: response.status, text, json: isJson ? JSON.parse(text) : undefined };
}

/**
 * Writes a request byte by byte as given, for what no HTTP client sends.
 * @param {string} url
 * @param {string[]} lines of the head but Host and Connection
 * @param {{ body?: string, isEnded?: boolean }} [options] whether the client closes its side after the body
 * @returns {Promise<string>} all that comes back until the connection ends
 */
function sendRaw(url, lines, { body = '', isEnded = false } = {}) {
	const { hostname, port, host } = new URL(url);
	return new Promise((resolve, reject) => {
		const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
		const head = [...lines, `Host: ${host}`, 'Connection: close'].join('\r\n');
		socket.write(`${head}\r\n\r\n${body}`);
		if (isEnded) socket.end();
		let answer = '';
		socket.on('data', (chunk) => (answer += chunk));
		socket.once('end', () => socket.end());
		socket.once('error', reject);
		socket.once('close', () => resolve(answer));
	});
}

module.exports = { put, sendRaw, useEmulator };
