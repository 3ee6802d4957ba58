/**
 * @typedef {import('./scope').Series & { mode: import('./scope').Mode, way: import('./scope').Way } & import('./lab').Measured} MeasuredSeries
 *
 * @typedef {object} Results
 * @property {string} date
 * @property {number} load of the minute before
 * @property {number} loadAfter of the last minute of the run
 * @property {MeasuredSeries[]} series
 * @property {MeasuredSeries[]} checked
 * @property {Array<{ workers: number, recordings: number, delayMs: number, seconds: number }>} slow
 * @property {{ items: number, measured: import('./measure/smallItems').SmallItems[] }} small
 * @property {{ files: number, mib: number, bitsPerSecond: number, measured: import('./measure/eventLoop').LoopDelay[] }} eventLoop
 * @property {number} workerBytes memory of a worker that has nothing to do
 * @property {string[]} notes what was left out, and why
 */

const os = require('node:os');

/** @returns {Results} */
const newResults = () => ({
	date: new Date().toISOString(),
	load: os.loadavg()[0],
	loadAfter: NaN,
	series: [],
	checked: [],
	slow: [],
	small: { items: 0, measured: [] },
	eventLoop: { files: 0, mib: 0, bitsPerSecond: 0, measured: [] },
	workerBytes: NaN,
	notes: [],
});

module.exports = { newResults };
