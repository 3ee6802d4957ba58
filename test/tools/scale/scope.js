/**
 * @typedef {typeof WAYS[number]} Way the same workflow with neither, three HTTP Request nodes, or this node
 * @typedef {'database' | 'filesystem'} Mode where n8n keeps files
 * @typedef {{ workers: number, mib: number, recordings: number }} Series one number of recordings of one size
 * @typedef {Series & { mode: Mode, way: Way } & import('./lab').Measured} MeasuredSeries
 * @typedef {typeof FULL} Scope how much is measured
 * @typedef {ReturnType<typeof newResults>} Results
 */

/** The baseline first: the others are compared with it. */
const WAYS = /** @type {const} */ (['none', 'http', 'verbit']);

const FULL = {
	/** The most important first; everything that needs one mode only is measured in the first. */
	modes: /** @type {Mode[]} */ (['filesystem', 'database']),
	/** The most important number first. */
	workers: [2, 1, 4],
	/** Each is measured with each number of workers. */
	sizes: [
		{ mib: 1, recordings: 60 },
		{ mib: 200, recordings: 3 },
		{ mib: 20, recordings: 15 },
	],
	/** At three times the load of the series that the model is fitted to. */
	checked: { workers: 2, mib: 1, recordings: 180 },
	/** Where Verbit takes a while to answer. */
	slow: { recordings: 100, delayMs: 1000, workers: [2, 1] },
	/** Of the series of small items, with one worker. */
	items: 1000,
	eventLoop: { files: 3, mib: 512, bitsPerSecond: 1e9 },
	/** Of what an aim compares. */
	rounds: 3,
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
	rounds: 2,
};

/** Whether an aim compares the ways of this series. @param {Pick<Series, 'mib' | 'workers'>} series */
const isCompared = ({ mib, workers }) => mib === 1 && workers === 2;

/** @param {Scope} scope @param {import('../../support/origin').Origin} origin */
const newResults = (scope, origin) => ({
	origin,
	/** That the run has taken. */
	minutes: NaN,
	/** Of the last minute of the run. */
	loadAfter: NaN,
	isQuick: scope === QUICK,
	rounds: scope.rounds,
	series: /** @type {MeasuredSeries[]} */ ([]),
	checked: /** @type {MeasuredSeries[]} */ ([]),
	slow: /** @type {Array<{ workers: number, recordings: number, delayMs: number, seconds: number }>} */ ([]),
	small: {
		items: scope.items,
		measured: /** @type {import('./series').SmallItems[]} */ ([]),
	},
	eventLoop: {
		...scope.eventLoop,
		measured: /** @type {import('./eventLoop').LoopDelay[]} */ ([]),
	},
	/** Memory of a worker that has nothing to do. */
	workerBytes: /** @type {number | null} */ (null),
	/** Measures that did not succeed. */
	missing: /** @type {Array<{ title: string, why: string }>} */ ([]),
});

module.exports = { FULL, isCompared, newResults, QUICK, WAYS };
