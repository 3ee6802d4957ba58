const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { flowOf, httpRequestUpload, verbitUpload } = require('../../bench/n8n/flows');
const { Lab } = require('../../bench/n8n/lab');
const { startEmulatorProcess } = require('../../bench/processes/emulator');
const { startSink } = require('../../bench/processes/sink');
const { makeFile, MIB } = require('../../bench/source');
const { ensureTarball } = require('../../../support/setup/package');

const PRELOAD = path.join(__dirname, '../processes/loopDelay.js');

/** @typedef {{ way: 'verbit' | 'http', p50: number, p99: number, max: number, ms: number }} LoopDelay all in ms */

/**
 * The delay of n8n's event loop while files are uploaded at the same time, over a line of this rate each.
 * @param {import('../scope').Scope['eventLoop']} scope
 * @returns {Promise<LoopDelay[]>}
 */
async function measureEventLoop({ files, mib, bitsPerSecond }) {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-loop-'));
	const sink = await startSink(process.execPath);
	const emulator = await startEmulatorProcess(path.join(folder, 'emulator'));
	try {
		const source = path.join(folder, 'files');
		const first = makeFile(path.join(source, '1.bin'), mib * MIB);
		for (let number = 2; number <= files; number++) {
			fs.linkSync(first, path.join(source, `${number}.bin`));
		}
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
