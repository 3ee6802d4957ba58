const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { ensureN8n } = require('../../support/setup/n8n');
const { Lab } = require('./n8n/lab');
const { startEmulatorProcess } = require('./processes/emulator');
const { startSink } = require('./processes/sink');
const { makeFile, MIB } = require('./source');

/** @typedef {'workflow' | 'verbit' | 'verbitOld' | 'http'} LabName `workflow` uploads nothing, for comparison */

const withoutTransfer = path.join(__dirname, 'processes/withoutTransfer.js');

/** @type {Partial<Record<LabName, NodeJS.ProcessEnv>>} */
const ENV = { verbitOld: { NODE_OPTIONS: `--require=${JSON.stringify(withoutTransfer)}` } };

/** What all measurements share. It is created by `openBench`, and holds processes and files until `close`. */
class Bench {
	/**
	 * @param {object} parts
	 * @param {string} parts.folder
	 * @param {string} parts.tarball
	 * @param {import('../../support/setup/n8n').N8nInstall} parts.n8n
	 * @param {import('./processes/sink').Sink} parts.sink
	 * @param {import('./processes/emulator').EmulatorProcess} parts.emulator
	 * @param {boolean} parts.restarts
	 */
	constructor({ folder, tarball, n8n, sink, emulator, restarts }) {
		/** Whether each size meets an n8n that has just been started. */
		this.restarts = restarts;
		this.folder = folder;
		this.files = path.join(folder, 'files');
		this.tarball = tarball;
		this.n8n = n8n;
		this.sink = sink;
		this.emulator = emulator;
		this.warmUpFile = makeFile(path.join(this.files, 'warm-up.bin'), MIB);
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

	async close() {
		await Promise.allSettled(Object.values(this.labs).map(async (lab) => (await lab).remove()));
		await this.emulator.stop();
		this.sink.stop();
		fs.rmSync(this.folder, { recursive: true, force: true });
	}
}

/**
 * @param {string} tarball of the node
 * @param {{ restarts: boolean }} scope
 */
async function openBench(tarball, { restarts }) {
	const n8n = await ensureN8n();
	// Not in the checkout: the lint would walk through what n8n writes below it.
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-bench-'));
	const sink = await startSink(n8n.node);
	const emulator = await startEmulatorProcess(path.join(folder, 'emulator'));
	return new Bench({ folder, tarball, n8n, sink, emulator, restarts });
}

module.exports = { Bench, openBench };
