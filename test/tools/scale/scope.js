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
 * @property {Mode[]} modes the most important first; everything that needs one mode only is measured in the first
 * @property {number[]} workers the most important number first
 * @property {Array<Pick<Series, 'mib' | 'recordings'>>} sizes each is measured with each number of workers
 * @property {Series} checked a series at three times the load of the one that the model is fitted to
 * @property {{ recordings: number, delayMs: number, workers: number[] }} slow where Verbit takes a while to answer
 * @property {number} items of the series of small items, with one worker
 * @property {{ files: number, mib: number, bitsPerSecond: number }} eventLoop
 *
 * @typedef {Series & { mode: Mode, way: Way } & import('./lab').Measured} MeasuredSeries
 *
 * @typedef {object} Results
 * @property {import('../../support/origin').Origin} origin
 * @property {number} minutes that the run has taken
 * @property {number} loadAfter of the last minute of the run
 * @property {boolean} isQuick
 * @property {MeasuredSeries[]} series
 * @property {MeasuredSeries[]} checked
 * @property {Array<{ workers: number, recordings: number, delayMs: number, seconds: number }>} slow
 * @property {{ items: number, measured: import('./items').SmallItems[] }} small
 * @property {Scope['eventLoop'] & { measured: import('./eventLoop').LoopDelay[] }} eventLoop
 * @property {number | null} workerBytes memory of a worker that has nothing to do
 * @property {Array<{ title: string, why: string }>} missing measures that did not succeed
 */

/** @type {Scope} */
const FULL = {
	modes: ['filesystem', 'database'],
	workers: [2, 1, 4],
	sizes: [
		{ mib: 1, recordings: 60 },
		{ mib: 200, recordings: 3 },
		{ mib: 20, recordings: 15 },
	],
	checked: { workers: 2, mib: 1, recordings: 180 },
	slow: { recordings: 100, delayMs: 1000, workers: [2, 1] },
	items: 1000,
	eventLoop: { files: 3, mib: 512, bitsPerSecond: 1e9 },
};

/** To see that everything works. @type {Scope} */
const QUICK = {
	modes: ['filesystem', 'database'],
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

/**
 * @param {Scope} scope
 * @param {import('../../support/origin').Origin} origin
 * @returns {Results}
 */
const newResults = (scope, origin) => ({
	origin,
	minutes: NaN,
	loadAfter: NaN,
	isQuick: scope === QUICK,
	series: [],
	checked: [],
	slow: [],
	small: { items: scope.items, measured: [] },
	eventLoop: { ...scope.eventLoop, measured: [] },
	workerBytes: null,
	missing: [],
});

module.exports = { FULL, newResults, QUICK };
