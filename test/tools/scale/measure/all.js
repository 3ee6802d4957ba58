const os = require('node:os');
const { residentMemory } = require('../../bench/processes/memory');
const { ScaleLab } = require('../lab');
const { newResults } = require('../results');
const { measureEventLoop } = require('./eventLoop');
const { measureSeries, publishWays, warmUp } = require('./recordings');
const { measureSmallItems } = require('./smallItems');

/**
 * @typedef {import('../scope').Scope} Scope
 * @typedef {import('../scope').Series} Series
 * @typedef {import('../scope').Mode} Mode
 * @typedef {import('../results').Results} Results
 *
 * @typedef {object} Bench what is measured now, with what
 * @property {Scope} scope
 * @property {Mode} mode
 * @property {ScaleLab} lab
 * @property {Awaited<ReturnType<typeof publishWays>>} flows
 * @property {Results} results
 */

const WAYS = /** @type {const} */ (['none', 'http', 'verbit']);

/**
 * @param {Scope} scope
 * @returns {Promise<Results>}
 */
async function measureAll(scope) {
	const results = newResults();
	console.error('Event loop');
	results.eventLoop = { ...scope.eventLoop, measured: await measureEventLoop(scope.eventLoop) };
	for (const mode of scope.modes) await measureMode(scope, mode, results);
	[results.loadAfter] = os.loadavg();
	return results;
}

/**
 * @param {Scope} scope
 * @param {Mode} mode
 * @param {Results} results
 */
async function measureMode(scope, mode, results) {
	// Workers are ended in between: their start would take from what is measured.
	const counts = [...new Set(scope.series.map(({ workers }) => workers))].sort((a, b) => b - a);
	console.error(`${mode}: start n8n with workers: ${counts[0]}`);
	const lab = await ScaleLab.open({ workers: counts[0], mode });
	try {
		const flows = await publishWays(lab);
		await warmUp(lab, flows);
		results.workerBytes = residentMemory(Number(lab.queue.workers[0].server?.pid));
		for (const workers of counts) {
			await lab.keepWorkers(workers);
			await measureWorkers({ scope, mode, lab, flows, results }, workers);
		}
	} finally {
		await lab.close();
	}
}

/**
 * All that is measured with so many workers.
 * @param {Bench} bench
 * @param {number} workers
 */
async function measureWorkers(bench, workers) {
	const { scope, mode, results, lab } = bench;
	for (const series of scope.series.filter((one) => one.workers === workers)) {
		await measureWays(bench, series, results.series);
	}
	if (mode !== scope.modes[0]) return;
	if (scope.checked.workers === workers) await measureWays(bench, scope.checked, results.checked);
	if (scope.slow.workers.includes(workers)) await measureSlow(bench, workers);
	if (workers > 1) return;
	console.error(`${scope.items} small items`);
	results.small = { items: scope.items, measured: await measureSmallItems(lab, scope.items) };
}

/**
 * @param {Bench} bench
 * @param {Series} series
 * @param {Results['series']} measured
 */
async function measureWays({ mode, lab, flows }, series, measured) {
	for (const way of WAYS) {
		const { workers, recordings, mib } = series;
		console.error(`${mode}: workers: ${workers}, ${recordings} × ${mib} MiB, ${way}`);
		measured.push({ ...series, mode, way, ...(await measureSeries(lab, flows, way, series)) });
	}
}

/**
 * Where executions wait for Verbit, not for a core.
 * @param {Bench} bench
 * @param {number} workers
 */
async function measureSlow({ scope, lab, flows, results }, workers) {
	const { recordings, delayMs } = scope.slow;
	console.error(`Answers after ${delayMs} ms, workers: ${workers}`);
	await lab.emulator.delayAnswers(delayMs);
	const { seconds } = await measureSeries(lab, flows, 'verbit', { mib: 1, recordings });
	await lab.emulator.request('DELETE', 'faults');
	results.slow.push({ workers, recordings, delayMs, seconds });
}

module.exports = { measureAll };
