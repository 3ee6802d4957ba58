const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { freePort } = require('../support/n8n/ports');
const { startDaemon, stopDaemon } = require('../support/setup/daemon');

/** A server of the tests' own: data in a temporary folder, which outlive a restart, a free port of the loopback interface. */
class Server {
	/** @type {import('../support/setup/daemon').Daemon | undefined} */
	child = undefined;

	/** @param {string} name */
	constructor(name) {
		this.name = name;
		this.folder = fs.mkdtempSync(path.join(os.tmpdir(), `verbit-${name}-`));
		this.port = 0;
	}

	async create() {
		this.port = await freePort();
	}

	/** @abstract @returns {[command: string, args: string[]]} what runs it */
	command() {
		throw new Error('Each server has its own');
	}

	/** @abstract @returns {Promise<unknown>} rejected, or false, where it can't be worked with yet */
	async ask() {
		return true;
	}

	async open() {
		await this.create();
		return await this.start();
	}

	async start() {
		const [command, args] = this.command();
		this.child = await startDaemon({
			name: this.name,
			command,
			args,
			env: process.env,
			logFile: path.join(this.folder, `${this.name}.log`),
			// Some listen before they have started.
			isReady: async () => await this.ask().then(Boolean, () => false),
		});
		return this;
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

module.exports = { Server };
