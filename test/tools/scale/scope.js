const os = require('node:os');

/**
 * @typedef {'verbit' | 'http' | 'none'} Way this node, three HTTP Request nodes, or the same workflow with neither
 * @typedef {'database' | 'filesystem'} Mode where n8n keeps files
 *
 * @typedef {object} Series one number of recordings of one size
 * @property {number} workers
 * @property {number} mib size of each recording
 * @property {number} recordings
 *
 * @typedef {object} Scope how much is measured
 * @property {Mode[]} modes
 * @property {number[]} workers the most first: they are ended, not started, in between
 * @property {Array<Pick<Series, 'mib' | 'recordings'>>} sizes each is measured with each number of workers
 * @property {Series} checked a series at three times the load of the one that the model is fitted to
 * @property {{ recordings: number, delayMs: number, workers: number[] }} slow where Verbit takes a while to answer
 * @property {number} items of the series of small items
 * @property {{ files: number, mib: number, bitsPerSecond: number }} eventLoop
 *
 * @typedef {Series & { mode: Mode, way: Way } & import('./lab').Measured} MeasuredSeries
 *
 * @typedef {object} Results
 * @property {string} date
 * @property {number} load of the minute before
 * @property {number} loadAfter of the last minute of the run
 * @property {MeasuredSeries[]} series
 * @property {MeasuredSeries[]} checked
 * @property {Array<{ workers: number, recordings: number, delayMs: number, seconds: number }>} slow
 * @property {{ items: number, measured: import('./measure').SmallItems[] }} small
 * @property {{ files: number, mib: number, bitsPerSecond: number, measured: import('./eventLoop').LoopDelay[] }} eventLoop
 * @property {number} workerBytes memory of a worker that has nothing to do
 * @property {string[]} notes what was left out, and why
 */

/** @type {Scope} */
const FULL = {
	modes: ['filesystem', 'database'],
	workers: [4, 2, 1],
	sizes: [
		{ mib: 1, recordings: 60 },
		{ mib: 20, recordings: 15 },
		{ mib: 200, recordings: 3 },
	],
	checked: { workers: 2, mib: 1, recordings: 180 },
	slow: { recordings: 100, delayMs: 1000, workers: [2, 1] },
	items: 1000,
	eventLoop: { files: 3, mib: 512, bitsPerSecond: 1e9 },
};

/** To see that everything works. @type {Scope} */
const QUICK = {
	modes: ['filesystem'],
	workers: [2, 1],
	sizes: [
		{ mib: 1, recordings: 6 },
		{ mib: 20, recordings: 2 },
	],
	checked: { workers: 2, mib: 1, recordings: 18 },
	slow: { recordings: 10, delayMs: 300, workers: [2, 1] },
	items: 50,
	eventLoop: { files: 3, mib: 32, bitsPerSecond: 1e9 },
};

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

module.exports = { FULL, newResults, QUICK };
