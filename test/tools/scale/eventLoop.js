const fs = require('node:fs');
const path = require('node:path');
const { ensureTarball } = require('../../support/setup/package');
const { startEmulatorProcess } = require('../bench/emulatorProcess');
const { flowOf, httpRequestUpload, Lab, verbitUpload } = require('../bench/lab');
const { makeFiles, MIB, temporaryFolder } = require('../bench/machine');
const { startSink } = require('../bench/sink');

const PRELOAD = path.join(__dirname, 'loopDelay.js');

/** @typedef {{ way: 'verbit' | 'http', p50: number, p99: number, max: number, ms: number }} LoopDelay all in ms */

/**
 * The delay of n8n's event loop while files are uploaded at the same time, over a line of this rate each.
 * @param {import('./scope').Scope['eventLoop']} scope
 * @returns {Promise<LoopDelay[]>}
 */
async function measureEventLoop({ files, mib, bitsPerSecond }) {
	const folder = temporaryFolder();
	const sink = await startSink();
	const emulator = await startEmulatorProcess(path.join(folder, 'emulator'));
	try {
		const source = path.join(folder, 'files');
		makeFiles(source, mib * MIB, files);
		const url = sink.url({ bitsPerSecond });
		const results = [];
		for (const way of /** @type {const} */ (['http', 'verbit'])) {
			results.push(await measure({ way, folder, source, url, emulator }));
		}
		return results;
	} finally {
		await emulator.stop();
		sink.stop();
		fs.rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * @param {object} options
 * @param {'verbit' | 'http'} options.way
 * @param {string} options.folder
 * @param {string} options.source the folder with the files
 * @param {string} options.url
 * @param {Awaited<ReturnType<typeof startEmulatorProcess>>} options.emulator
 * @returns {Promise<LoopDelay>}
 */
async function measure({ way, folder, source, url, emulator }) {
	const report = path.join(folder, `${way}.json`);
	const lab = await Lab.create({
		folder,
		files: source,
		tarball: await ensureTarball(),
		credential: emulator.credential,
		env: { NODE_OPTIONS: `--require=${PRELOAD}`, LOOP_REPORT: report },
	});
	try {
		const upload =
			way === 'http' ? httpRequestUpload(url) : verbitUpload(lab.credential, { jobId: 1, url });
		const { ms } = await lab.run(flowOf(path.join(source, '*.bin'), upload));
		return { way, ms, ...JSON.parse(fs.readFileSync(report, 'utf8')) };
	} finally {
		await lab.remove();
	}
}

module.exports = { measureEventLoop };
