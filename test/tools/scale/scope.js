/**
 * How much is measured.
 *
 * @typedef {'verbit' | 'http' | 'none'} Way this node, three HTTP Request nodes, or the same workflow with neither
 * @typedef {'database' | 'filesystem'} Mode where n8n keeps files
 *
 * @typedef {object} Series one number of recordings of one size
 * @property {number} workers
 * @property {number} mib size of each recording
 * @property {number} recordings
 *
 * @typedef {object} Scope
 * @property {Mode[]} modes
 * @property {Series[]} series the ones with the most workers first: workers are ended, not started, in between
 * @property {Series} checked a series at three times the load of the one that the model is fitted to
 * @property {{ recordings: number, delayMs: number, workers: number[] }} slow where Verbit takes a while to answer
 * @property {number} items of the series of small items
 * @property {{ files: number, mib: number, bitsPerSecond: number }} eventLoop
 */

/** @param {number[]} workers @param {Array<[mib: number, recordings: number]>} sizes @returns {Series[]} */
const combine = (workers, sizes) =>
	workers.flatMap((count) =>
		sizes.map(([mib, recordings]) => ({ workers: count, mib, recordings })),
	);

/** @type {Scope} */
const FULL = {
	modes: ['filesystem', 'database'],
	series: combine(
		[4, 2, 1],
		[
			[1, 60],
			[20, 15],
			[200, 3],
		],
	),
	checked: { workers: 2, mib: 1, recordings: 180 },
	slow: { recordings: 100, delayMs: 1000, workers: [2, 1] },
	items: 1000,
	eventLoop: { files: 3, mib: 512, bitsPerSecond: 1e9 },
};

/** To see that everything works. @type {Scope} */
const QUICK = {
	modes: ['filesystem'],
	series: combine(
		[2, 1],
		[
			[1, 6],
			[20, 2],
		],
	),
	checked: { workers: 2, mib: 1, recordings: 18 },
	slow: { recordings: 10, delayMs: 300, workers: [2, 1] },
	items: 50,
	eventLoop: { files: 3, mib: 32, bitsPerSecond: 1e9 },
};

module.exports = { FULL, QUICK };
