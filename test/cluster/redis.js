const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { freePort } = require('../support/n8n/ports');
const { run } = require('../support/setup/command');
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

	/** What n8n needs to reach it. */
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

	async hasLoaded() {
		const env = { ...process.env, REDISCLI_AUTH: this.password };
		const ping = run('redis-cli', ['-p', String(this.port), 'ping'], { cwd: this.folder, env });
		return (await ping.catch(() => '')).trim() === 'PONG';
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
