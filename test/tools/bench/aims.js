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

/** @param {Upload} upload */
const isOfNode = ({ way }) => way === 'verbit';

/** What this node is meant to reach, and whether it did. @param {import('./scope').Results} results */
function aimsOf({ sizes, parallel, shaped, many, calls: { calls, files } }) {
	const { uploads, size } = parallel;
	const atOnce = `${parallel.files} × ${bytes(size)} at a time, above the workflow without an upload`;
	const { bitsPerSecond } = shaped;
	const link = `Share of a link of ${bitsPerSecond / 1e9} Gbit/s`;
	const inParallel = `${many.files} files at ${many.delayMs} ms, 8 at a time: times as fast as 1`;
	const made = `${calls.add_asset / files} add_asset, ${calls.put / files} PUT, ${calls.auth} for the token`;
	const isOneEach = calls.add_asset === files && calls.put === files && calls.auth === 0;
	const each = 'Calls for each file, with a token that is there';
	return [
		...sizes
			.filter((upload) => isOfNode(upload) && upload.size >= 64 * MIB)
			.flatMap((upload) => aimsOfSize(sizes, upload)),
		...uploads
			.filter(isOfNode)
			.map((one) => atMost(`Memory of ${atOnce}`, aboveWorkflow(uploads, one), 128 * MIB, memory)),
		...shaped.uploads
			.filter(isOfNode)
			.map((one) => atLeast(link, shareOfLink(one, bitsPerSecond), 0.97, percent)),
		atLeast(inParallel, many.ms[1] / many.ms[8], 4, ratio),
		row(each, 'one add_asset and one PUT', made, isOneEach),
	];
}

/** @param {Upload[]} sizes @param {Upload} upload */
function aimsOfSize(sizes, upload) {
	const file = bytes(upload.size);
	const above = `Memory with ${file}, above the workflow without an upload`;
	const overHttp = timeOver(sizes, upload, 'http');
	return [
		atMost(above, aboveWorkflow(sizes, upload), 64 * MIB, memory),
		...(Number.isNaN(overHttp)
			? []
			: [atMost(`Time with ${file} over n8n's HTTP Request node`, overHttp, 0.5, ratio)]),
		atMost(`Time with ${file} over the bare pipe`, timeOver(sizes, upload, 'pipe'), 1.5, ratio),
	];
}

module.exports = { aimsOf, row };
