const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const { freePort } = require('../support/n8n/ports');
const { startDaemon, stopDaemon } = require('../support/setup/daemon');
const { requireProgram } = require('./debian');

/** A Redis of its own: data in a temporary folder, a free port of the loopback interface. It keeps its data over a restart. */
class Redis {
	/** @param {number} port */
	constructor(port) {
		this.port = port;
		this.password = randomBytes(16).toString('hex');
		this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-redis-'));
		/** @type {import('node:child_process').ChildProcess | undefined} */
		this.child = undefined;
	}

	get settings() {
		return {
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(this.port),
			QUEUE_BULL_REDIS_PASSWORD: this.password,
		};
	}

	async start() {
		const options = {
			port: this.port,
			bind: '127.0.0.1',
			dir: this.folder,
			requirepass: this.password,
			appendonly: 'yes',
			appendfsync: 'no',
			save: '',
		};
		this.child = await startDaemon({
			name: 'Redis',
			command: requireProgram('redis-server'),
			args: Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
			env: process.env,
			logFile: path.join(this.folder, 'redis.log'),
			isReady: async () => await this.hasLoaded(),
		});
	}

	/** @returns {Promise<boolean>} */
	hasLoaded() {
		return new Promise((resolve) => {
			const socket = net.connect(this.port, '127.0.0.1');
			socket.once('error', () => resolve(false));
			socket.once('connect', () => socket.write(`AUTH ${this.password}\r\nPING\r\n`));
			let answer = '';
			socket.setEncoding('utf8').on('data', (text) => {
				answer += text;
				if (answer.split('\r\n').length < 3) return;
				resolve(answer.includes('+PONG'));
				socket.destroy();
			});
		});
	}

	/**
	 * @param {string} command e.g. `DBSIZE`
	 * @returns {Promise<string>} the answer as it came
	 */
	ask(command) {
		return new Promise((resolve, reject) => {
			const socket = net.connect(this.port, '127.0.0.1');
			let answer = '';
			socket.once('error', reject);
			socket.once('end', () => resolve(answer));
			socket.setEncoding('utf8').on('data', (text) => (answer += text));
			socket.write(`AUTH ${this.password}\r\n${command}\r\nQUIT\r\n`);
		});
	}

	/** @param {NodeJS.Signals} [signal] */
	async end(signal) {
		if (this.child) await stopDaemon(this.child, signal);
		this.child = undefined;
	}

	async stop() {
		await this.end();
		fs.rmSync(this.folder, { recursive: true, force: true });
	}
}

async function startRedis() {
	const redis = new Redis(await freePort());
	await redis.start();
	return redis;
}

module.exports = { startRedis };
