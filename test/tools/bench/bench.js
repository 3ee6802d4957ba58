const fs = require('node:fs');
const path = require('node:path');
const { ensureN8n } = require('../../support/setup/n8n');
const { startEmulatorProcess } = require('./emulatorProcess');
const { Lab, uploadFlow } = require('./lab');
const { makeFiles, MIB, temporaryFolder } = require('./machine');
const { startSink } = require('./sink');

/** @typedef {'workflow' | 'verbit' | 'verbitOld' | 'http'} LabName `workflow` uploads nothing, for comparison */

/** n8n then can't give memory back before its garbage collector does: as with Node.js before 22. */
const WITHOUT_TRANSFER = 'data:text/javascript,delete%20ArrayBuffer.prototype.transfer';

/** @type {Partial<Record<LabName, NodeJS.ProcessEnv>>} */
const ENV = { verbitOld: { NODE_OPTIONS: `--import=${WITHOUT_TRANSFER}` } };

/** What all measurements share. It holds processes and files until `close`. */
class Bench {
	/**
	 * @param {string} tarball of the node
	 * @param {{ restarts: boolean }} scope
	 */
	static async open(tarball, { restarts }) {
		const n8n = await ensureN8n();
		const folder = temporaryFolder();
		const sink = await startSink(n8n.node);
		const emulator = await startEmulatorProcess();
		return new Bench({ folder, tarball, n8n, sink, emulator, restarts });
	}

	/**
	 * @param {object} parts
	 * @param {string} parts.folder
	 * @param {string} parts.tarball
	 * @param {import('../../support/setup/n8n').N8nInstall} parts.n8n
	 * @param {import('./sink').Sink} parts.sink
	 * @param {import('./emulatorProcess').EmulatorProcess} parts.emulator
	 * @param {boolean} parts.restarts whether each size meets an n8n that has just been started
	 */
	constructor({ folder, tarball, n8n, sink, emulator, restarts }) {
		this.restarts = restarts;
		this.folder = folder;
		this.files = path.join(folder, 'files');
		this.tarball = tarball;
		this.n8n = n8n;
		this.sink = sink;
		this.emulator = emulator;
		this.warmUpFile = makeFiles(path.join(this.files, 'warm-up'), MIB);
		/** @type {Partial<Record<LabName, Promise<Lab>>>} */
		this.labs = {};
	}

	/** An n8n for each way, so that they can take turns without leaving memory to one another. @param {LabName} name */
	async lab(name) {
		return await (this.labs[name] ??= this.newLab(ENV[name]));
	}

	/** @param {NodeJS.ProcessEnv} [env] */
	async newLab(env) {
		const { folder, files, tarball, emulator } = this;
		return await Lab.create({ folder, files, tarball, credential: emulator.credential, env });
	}

	/**
	 * A run in an n8n of its own, which has ended afterwards.
	 * @param {'verbit' | 'http'} way
	 * @param {string} selector a path or a glob
	 * @param {string} url of the sink
	 * @param {NodeJS.ProcessEnv} env
	 */
	async runAlone(way, selector, url, env) {
		const lab = await this.newLab(env);
		try {
			return await lab.run(uploadFlow(way, selector, url, lab.credential));
		} finally {
			await lab.remove();
		}
	}

	async close() {
		await Promise.allSettled(Object.values(this.labs).map(async (lab) => (await lab).remove()));
		await this.emulator.stop();
		this.sink.stop();
		fs.rmSync(this.folder, { recursive: true, force: true });
	}
}

module.exports = { Bench };
