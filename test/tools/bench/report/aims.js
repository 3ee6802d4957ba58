const { shareOfLink } = require('../measure/shapedLink');
const { aboveWorkflow } = require('../results');
const { bytes, memory, MIB, percent, ratio } = require('./format');
const { timeOver } = require('./tables');

/**
 * @typedef {object} Aim
 * @property {string} what
 * @property {string} aim
 * @property {string} measured
 * @property {boolean} isReached
 */

/**
 * @param {string} what
 * @param {number} measured
 * @param {number} most
 * @param {(value: number) => string} show
 * @returns {Aim}
 */
const atMost = (what, measured, most, show) => ({
	what,
	aim: `at most ${show(most)}`,
	measured: show(measured),
	isReached: measured <= most,
});

/** @type {typeof atMost} */
const atLeast = (what, measured, least, show) => ({
	what,
	aim: `at least ${show(least)}`,
	measured: show(measured),
	isReached: measured >= least,
});

/** What this node is meant to reach, and whether it did. @param {import('../results').Results} results @returns {Aim[]} */
function aimsOf({ sizes, parallel, shaped, many, calls }) {
	const ofNode = sizes.filter(({ way, size }) => way === 'verbit' && size >= 64 * MIB);
	const files = calls.files;
	return [
		...ofNode.flatMap((upload) => aimsOfSize(sizes, upload)),
		...only(parallel.uploads).map((upload) =>
			atMost(
				`Memory of ${parallel.files} × ${bytes(parallel.size)} at a time, above the workflow without an upload`,
				aboveWorkflow(parallel.uploads, upload),
				128 * MIB,
				memory,
			),
		),
		...only(shaped.uploads).map((upload) =>
			atLeast(
				`Share of a link of ${shaped.bitsPerSecond / 1e9} Gbit/s`,
				shareOfLink(upload, shaped.bitsPerSecond),
				0.97,
				percent,
			),
		),
		atLeast(
			`${many.files} files at ${many.delayMs} ms, 8 at a time: times as fast as 1`,
			many.ms[1] / many.ms[8],
			4,
			ratio,
		),
		{
			what: 'Calls for each file, with a token that is there',
			aim: 'one add_asset and one PUT',
			measured: `${calls.calls.add_asset / files} add_asset, ${calls.calls.put / files} PUT, ${calls.calls.auth} for the token`,
			isReached:
				calls.calls.add_asset === files && calls.calls.put === files && calls.calls.auth === 0,
		},
	];
}

/** @param {import('../results').Upload[]} uploads */
const only = (uploads) => uploads.filter(({ way }) => way === 'verbit');

/**
 * @param {import('../results').Upload[]} sizes
 * @param {import('../results').Upload} upload
 */
function aimsOfSize(sizes, upload) {
	const file = bytes(upload.size);
	const overHttp = timeOver(sizes, upload, 'http');
	return [
		atMost(
			`Memory with ${file}, above the workflow without an upload`,
			aboveWorkflow(sizes, upload),
			64 * MIB,
			memory,
		),
		...(Number.isNaN(overHttp)
			? []
			: [atMost(`Time with ${file} over n8n's HTTP Request node`, overHttp, 0.5, ratio)]),
		atMost(`Time with ${file} over the bare pipe`, timeOver(sizes, upload, 'pipe'), 1.5, ratio),
	];
}

module.exports = { aimsOf };
