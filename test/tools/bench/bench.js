const fs = require('node:fs');
const path = require('node:path');
const { ensureN8n } = require('../../support/setup/n8n');
const { startEmulatorProcess } = require('../../support/emulatorProcess');
const { Lab } = require('./lab');
const { makeFiles, MIB, temporaryFolder } = require('./machine');
const { startSink } = require('./sink');

/** @typedef {'workflow' | 'verbit' | 'verbitOld' | 'http'} LabName `workflow` uploads nothing, for comparison */
/** @typedef {Awaited<ReturnType<typeof openBench>>} Bench */

/** n8n then can't give memory back before its garbage collector does: as with Node.js before 22. */
const WITHOUT_TRANSFER = 'data:text/javascript,delete%20ArrayBuffer.prototype.transfer';

/** @type {Partial<Record<LabName, NodeJS.ProcessEnv>>} */
const ENV = { verbitOld: { NODE_OPTIONS: `--import=${WITHOUT_TRANSFER}` } };

/** What all measurements share. It holds processes and files until `close`. */
async function openBench() {
	const n8n = await ensureN8n();
	const folder = temporaryFolder();
	const files = path.join(folder, 'files');
	const warmUpFile = makeFiles(path.join(files, 'warm-up'), MIB);
	const sink = await startSink(n8n.node);
	const emulator = await startEmulatorProcess();
	/** @type {Partial<Record<LabName, Promise<Lab>>>} */
	const labs = {};
	const newLab = async (/** @type {NodeJS.ProcessEnv} */ env = {}) => {
		const userFolder = fs.mkdtempSync(path.join(folder, 'n8n-'));
		const own = { N8N_RESTRICT_FILE_ACCESS_TO: files, N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };
		return await Lab.create(emulator.credential, { userFolder, env: { ...own, ...env } });
	};
	return {
		n8n,
		folder,
		files,
		warmUpFile,
		sink,
		emulator,

		/** An n8n for each way, so that they can take turns without leaving memory to one another. @param {LabName} name */
		lab: async (name) => await (labs[name] ??= newLab(ENV[name])),

		/**
		 * A run in an n8n of its own, which has ended afterwards.
		 * @param {'verbit' | 'http'} way
		 * @param {string} selector a path or a glob
		 * @param {string} url of the sink
		 * @param {NodeJS.ProcessEnv} env
		 */
		runAlone: async (way, selector, url, env) => {
			const lab = await newLab(env);
			return await lab.upload(way, selector, url).finally(async () => await lab.n8n.stop());
		},

		close: async () => {
			await Promise.allSettled(Object.values(labs).map(async (lab) => (await lab).n8n.stop()));
			await emulator.stop();
			sink.stop();
			fs.rmSync(folder, { recursive: true, force: true });
		},
	};
}

module.exports = { openBench };
