const fs = require('node:fs');
const path = require('node:path');
const { ensureTarball } = require('../../support/setup/package');
const { Bench } = require('../bench/bench');
const { makeFiles, MIB } = require('../bench/machine');

const PRELOAD = path.join(__dirname, 'loopDelay.js');

/** @typedef {{ way: 'verbit' | 'http', p50: number, p99: number, max: number, ms: number }} LoopDelay all in ms */

/**
 * The delay of n8n's event loop while files are uploaded at the same time, over a line of this rate each.
 * @param {import('./scope').Scope['eventLoop']} scope
 * @returns {Promise<LoopDelay[]>}
 */
async function measureEventLoop({ files, mib, bitsPerSecond }) {
	const bench = await Bench.open(await ensureTarball(), { restarts: false });
	try {
		const source = path.join(bench.files, 'event-loop');
		makeFiles(source, mib * MIB, files);
		const url = bench.sink.url({ bitsPerSecond });
		const results = [];
		for (const way of /** @type {const} */ (['http', 'verbit'])) {
			const report = path.join(bench.folder, `${way}.json`);
			const env = { NODE_OPTIONS: `--require=${PRELOAD}`, LOOP_REPORT: report };
			const { ms } = await bench.runAlone(way, path.join(source, '*.bin'), url, env);
			results.push({ way, ms, ...JSON.parse(fs.readFileSync(report, 'utf8')) });
		}
		return results;
	} finally {
		await bench.close();
	}
}

module.exports = { measureEventLoop };
