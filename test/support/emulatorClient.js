const net = require('node:net');
const { startEmulator } = require('../emulator');
const { newStateData } = require('../emulator/state');
const { Session } = require('../tools/account/session');

/** An emulator for the tests of one file, as new before each of them. */
function useEmulator() {
	const client = new TestClient();
	beforeAll(async () => void (client.emulator = await startEmulator()));
	beforeEach(() => client.renew());
	afterAll(async () => await client.emulator.stop());
	return client;
}

class TestClient extends Session {
	/** @type {Awaited<ReturnType<typeof startEmulator>>} */
	emulator = /** @type {any} */ (undefined);

	jobId = 0;

	constructor() {
		super({ baseUrl: '', authUrl: '', apiKey: '' });
		this.tell = () => {};
	}

	renew() {
		const { faults, journal, state } = this.emulator;
		faults.clear();
		journal.clear();
		state.data = newStateData();
		const { baseUrl, authUrl, apiKey } = this.emulator;
		Object.assign(this, { baseUrl, authUrl, apiKey, authorization: `ApiToken ${apiKey}` });
		this.jobId = this.emulator.createJob({ profile: 'standard' });
	}

	/** @returns {Promise<{ id: string, url: string }>} */
	async addAsset() {
		const { data } = await this.job('POST', 'add_asset', this.jobId, { file_name: 'talk.wav' });
		return { id: data.asset_id, url: data.upload_url };
	}

	/** @param {string} url @param {string} content */
	async put(url, content) {
		return await this.request('PUT', url, Buffer.from(content));
	}

	async uploadedAsset() {
		const { id, url } = await this.addAsset();
		await this.put(url, 'speech');
		return id;
	}
}

/**
 * Writes a request byte by byte as given, for what no HTTP client sends.
 * @param {string} url @param {string[]} lines of the head but Host and Connection
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

module.exports = { sendRaw, useEmulator };
