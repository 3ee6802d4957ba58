const { aimRow } = require('../docs/markdown');
const { isCompared } = require('./scope');
const { aboveFile, beside } = require('./tables');

/** @typedef {import('./scope').Results} Results */

/**
 * The aims of the project, and what was measured. A figure that is missing is said to be.
 * @param {Results} results
 */
function aimsOf(results) {
	const { slow, series } = results;
	const own = series.filter(({ way }) => way === 'verbit');
	const small = own.filter(({ mode, mib }) => mode === 'filesystem' && mib === 1);
	return [
		workersAim('while Verbit responds slowly', slow),
		workersAim('all on the cores of one machine', small, busyCores(small)),
		...own.filter(isCompared).map((one) => cpuAim(results, one)),
		loopAim(results),
		...['get', 'addMedia'].map((job) => itemsAim(results, job)),
	];
}

/**
 * @param {string} where
 * @param {Array<{ workers: number, recordings: number, seconds: number }>} runs
 * @param {string} [why] it is not reached, if it isn't
 */
function workersAim(where, runs, why = '') {
	const rate = (/** @type {number} */ number) => {
		const one = runs.find(({ workers }) => workers === number);
		return one === undefined ? NaN : one.recordings / one.seconds;
	};
	const ratio = rate(2) / rate(1);
	const isReached = ratio >= 1.8;
	const measured = `${ratio.toFixed(2)} ×${isReached ? '' : why}`;
	const what = `Recordings a minute of 2 workers beside 1, ${where}`;
	return aimRow(what, '≥ 1.8 ×', measured, isReached);
}

/** Why a second worker can't help: what one worker leaves of the cores. @param {Results['series']} series */
function busyCores(series) {
	const one = series.find(({ workers }) => workers === 1);
	if (one === undefined) return '';
	const { n8n, database, redis, emulator } = one.cpu;
	const busy = (n8n + database + redis + emulator) / one.seconds;
	return `. With 1 worker, n8n, Postgres, Redis and the emulator use ${busy.toFixed(1)} of its cores already`;
}

/** @param {Results} results @param {Results['series'][0]} one */
function cpuAim({ series }, one) {
	const http = beside(series, one, 'http');
	const [own, others] = [aboveFile(series, one), http ? aboveFile(series, http) : NaN];
	const name = `CPU of a 1 MiB recording beside three HTTP Request nodes, ${one.mode}`;
	const values = `${own.toFixed(3)} s, HTTP Request ${others.toFixed(3)} s`;
	return aimRow(name, 'no more', values, own <= others);
}

/** @param {Results} results */
function loopAim({ eventLoop: { measured } }) {
	const of = (/** @type {string} */ way) => measured.find((one) => one.way === way)?.p99 ?? NaN;
	const values = `${of('verbit').toFixed(1)} ms, HTTP Request ${of('http').toFixed(1)} ms`;
	return aimRow("p99 of the event loop's delay", '≤ 25 ms', values, of('verbit') <= 25);
}

/** @param {Results} results @param {string} job */
function itemsAim({ small }, job) {
	const of = (/** @type {string} */ way) =>
		small.measured.find((one) => one.job === job && one.way === way)?.seconds ?? NaN;
	const name = `${small.items} × ${job === 'get' ? 'Get' : 'Add Media by URL'} beside HTTP Request`;
	const values = `${of('verbit').toFixed(2)} s, HTTP Request ${of('http').toFixed(2)} s`;
	return aimRow(name, 'at least as fast', values, of('verbit') <= of('http'));
}

module.exports = { aimsOf };
