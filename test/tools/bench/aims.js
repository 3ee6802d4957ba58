const { MIB } = require('./machine');
const { aboveWorkflow, bytes, memory, percent, ratio, shareOfLink, timeOver } = require('./tables');

/** @typedef {import('./scope').Upload} Upload */

/** A row of the table; a figure that is missing is said to be. @param {string} What @param {string} Aim @param {string} Measured @param {boolean} isReached */
const row = (What, Aim, Measured, isReached) =>
	Measured.includes('NaN')
		? { What, Aim, Measured: 'not measured', Reached: '–' }
		: { What, Aim, Measured, Reached: isReached ? 'yes' : '**no**' };

/** @param {string} what @param {number} measured @param {number} most @param {(value: number) => string} show */
const atMost = (what, measured, most, show) =>
	row(what, `at most ${show(most)}`, show(measured), measured <= most);

/** @type {typeof atMost} */
const atLeast = (what, measured, least, show) =>
	row(what, `at least ${show(least)}`, show(measured), measured >= least);

/** What this node is meant to reach, and whether it did. @param {import('./scope').Results} results */
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
		row(
			'Calls for each file, with a token that is there',
			'one add_asset and one PUT',
			`${calls.calls.add_asset / files} add_asset, ${calls.calls.put / files} PUT, ${calls.calls.auth} for the token`,
			calls.calls.add_asset === files && calls.calls.put === files && calls.calls.auth === 0,
		),
	];
}

/** @param {Upload[]} uploads */
const only = (uploads) => uploads.filter(({ way }) => way === 'verbit');

/**
 * @param {Upload[]} sizes
 * @param {Upload} upload
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

module.exports = { aimsOf, row };
