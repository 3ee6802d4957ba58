const path = require('node:path');
const { flowOf, verbitUpload } = require('../n8n/flows');
const { bytes } = require('../report/format');
const { median } = require('../results');
const { makeFiles } = require('./parallel');

/** @typedef {1 | 8} Concurrency */

/**
 * Many small files, each with an asset of its own, where service and store take a while to answer: one at a time, and
 * eight. And how often each was called for it.
 *
 * @param {import('../bench').Bench} bench
 * @param {import('../scope').Scope['many']} scope
 * @param {import('../results').Results} results
 * @returns {import('../results').Task[]}
 */
function manyFilesTasks(bench, { size, files, delayMs, rounds }, results) {
	const label = `${files} × ${bytes(size)}, answers after ${delayMs} ms`;
	const folder = path.join(bench.files, 'many');
	/** @type {Record<Concurrency, number[]>} */
	const times = { 1: [], 8: [] };
	results.many = { files, size, delayMs, ms: { 1: NaN, 8: NaN } };
	const prepare = async () => {
		makeFiles(folder, files, size);
		// The first run brings the access token.
		await run(bench, bench.warmUpFile, 1);
		await bench.emulator.delayAnswers(delayMs);
	};
	const measure = async (/** @type {Concurrency} */ concurrency) => {
		await bench.emulator.forgetCalls();
		const { ms } = await run(bench, path.join(folder, '*.bin'), concurrency);
		times[concurrency].push(ms);
		results.many.ms[concurrency] = median(times[concurrency]);
		results.calls = { files, calls: countCalls(await bench.emulator.calls()) };
	};
	const turns = Array.from({ length: rounds }, () => /** @type {const} */ ([1, 8])).flat();
	return [
		{ label: `${label}: make the files`, run: prepare },
		...turns.map((concurrency) => ({
			label: `${label}: ${concurrency} at a time`,
			run: async () => await measure(concurrency),
		})),
	];
}

/**
 * @param {import('../bench').Bench} bench
 * @param {string} selector
 * @param {number} concurrency
 */
async function run(bench, selector, concurrency) {
	const lab = await bench.lab('verbit');
	const jobId = await bench.emulator.newJob();
	return await lab.run(flowOf(selector, verbitUpload(lab.credential, { jobId, concurrency })));
}

/** @param {import('../processes/emulator').Call[]} calls */
function countCalls(calls) {
	/** @type {Record<string, number>} */
	const counts = { auth: 0, add_asset: 0, put: 0 };
	for (const { operation } of calls) counts[operation] = (counts[operation] ?? 0) + 1;
	return counts;
}

module.exports = { manyFilesTasks };
