const fs = require('node:fs');
const path = require('node:path');
const { openBench } = require('../bench/bench');
const { makeFiles, MIB } = require('../bench/machine');

const PRELOAD = path.join(__dirname, 'loopDelay.js');

/** @typedef {{ way: 'verbit' | 'http', p50: number, p99: number, max: number, ms: number }} LoopDelay all in ms */

const LOOP_WAYS = /** @type {const} */ (['http', 'verbit']);

/**
 * The delay of n8n's event loop while files are uploaded at the same time, over a line of this rate each.
 * @param {import('./scope').Scope['eventLoop']} scope
 * @param {'verbit' | 'http'} way
 * @returns {Promise<LoopDelay>}
 */
async function measureEventLoop({ files, mib, bitsPerSecond }, way) {
	const bench = await openBench();
	try {
		const source = path.join(bench.files, 'event-loop');
		makeFiles(source, mib * MIB, files);
		const report = path.join(bench.folder, 'loop.json');
		const env = { NODE_OPTIONS: `--require=${PRELOAD}`, LOOP_REPORT: report };
		const url = bench.sink.url({ bitsPerSecond });
		const { ms } = await bench.runAlone(way, path.join(source, '*.bin'), url, env);
		return { way, ms, ...JSON.parse(fs.readFileSync(report, 'utf8')) };
	} finally {
		await bench.close();
	}
}

module.exports = { LOOP_WAYS, measureEventLoop };
