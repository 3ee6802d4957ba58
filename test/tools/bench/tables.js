const { aimRow } = require('../docs/markdown');
const { GIB, MIB } = require('./machine');
const { TITLES } = require('./ways');

/** @typedef {import('./scope').Upload} Upload */
/** @typedef {import('./scope').Results} Results */

/** @param {(value: number) => string} show @returns {(value: number) => string} */
const unlessMissing = (show) => (value) => (Number.isNaN(value) ? '–' : show(value));

/** @param {number} value of a file, which is a whole number of its unit */
const bytes = (value) =>
	value >= GIB ? `${+(value / GIB).toFixed(1)} GiB` : `${Math.round(value / MIB)} MiB`;

/** Always in the same unit, to be compared in a column. */
const memory = unlessMissing((value) => `${Math.round(value / MIB)} MiB`);

const duration = unlessMissing((ms) =>
	ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`,
);

const ratio = unlessMissing((value) => `${value.toFixed(2)} ×`);

/** Of a share from 0 to 1. */
const percent = unlessMissing((share) => `${(share * 100).toFixed(1)} %`);

/** Of bytes and ms. @type {(size: number, ms: number) => string} */
const rate = (size, ms) => unlessMissing((value) => `${Math.round(value)} MB/s`)(size / 1e3 / ms);

/** The time of an upload over that of another way with the same file. @param {Upload[]} uploads @param {Upload} upload @param {Upload['way']} way */
function timeOver(uploads, { size, ms }, way) {
	const other = uploads.find((one) => one.size === size && one.way === way);
	return ms / (other?.ms ?? NaN);
}

/** How much more memory a workflow needs for its upload. @param {Upload[]} uploads @param {Upload} upload */
function aboveWorkflow(uploads, { size, way, peak }) {
	if (way !== 'verbit' && way !== 'verbitOld' && way !== 'http') return NaN;
	const without = uploads.find((other) => other.size === size && other.way === 'workflow');
	return peak - (without?.peak ?? NaN);
}

/** How much of a link was used, from 0 to 1. @param {Upload} upload @param {number} bitsPerSecond */
const shareOfLink = ({ size, ms }, bitsPerSecond) => (size * 8000) / ms / bitsPerSecond;

/** The rows of every table of the page but that of the aims. @param {Results} results */
function tablesOf({ sizes, parallel, shaped, many, calls, profile }) {
	return {
		sizes: sizes.map((upload) => ({
			File: bytes(upload.size),
			Way: TITLES[upload.way],
			Time: duration(upload.ms),
			Rate: rate(upload.size, upload.ms),
			'Time / bare pipe': ratio(timeOver(sizes, upload, 'pipe')),
			'Time / HTTP Request': ratio(timeOver(sizes, upload, 'http')),
			'Peak memory above idle': memory(upload.peak),
			'… above the workflow without an upload': memory(aboveWorkflow(sizes, upload)),
		})),
		parallel: parallel.uploads.map((upload) => ({
			Files: `${parallel.files} × ${bytes(parallel.size)}`,
			Way: TITLES[upload.way],
			Time: duration(upload.ms),
			Rate: rate(parallel.files * parallel.size, upload.ms),
			'Peak memory above idle': memory(upload.peak),
			'… above the workflow without an upload': memory(aboveWorkflow(parallel.uploads, upload)),
		})),
		shaped: shaped.uploads.map((upload) => ({
			File: bytes(upload.size),
			Way: TITLES[upload.way],
			Time: duration(upload.ms),
			'Share of the link': percent(shareOfLink(upload, shaped.bitsPerSecond)),
		})),
		many: /** @type {const} */ ([1, 8]).map((concurrency) => ({
			Files: `${many.files} × ${bytes(many.size)}`,
			'At a time': concurrency,
			Time: duration(many.ms[concurrency]),
			'Times as fast as one at a time': ratio(many.ms[1] / many.ms[concurrency]),
		})),
		calls: Object.entries(calls).map(([call, count]) => ({
			Call: call,
			[`For ${many.files} files`]: count,
			'For one': +(count / many.files).toFixed(2),
		})),
		profile: Object.entries(profile.shares).map(([what, share]) => ({
			'What n8n’s main thread does': what,
			'Share of the time': percent(share),
		})),
	};
}

/** @param {string} what @param {number} measured @param {number} most @param {(value: number) => string} show */
const atMost = (what, measured, most, show) =>
	aimRow(what, `at most ${show(most)}`, show(measured), measured <= most);

/** @type {typeof atMost} */
const atLeast = (what, measured, least, show) =>
	aimRow(what, `at least ${show(least)}`, show(measured), measured >= least);

/** @param {Upload} upload */
const isOfNode = ({ way }) => way === 'verbit';

/** What this node is meant to reach, and whether it did. @param {import('./scope').Results} results */
function aimsOf({ sizes, parallel, shaped, many, calls }) {
	const { uploads, size } = parallel;
	const { files } = many;
	const atOnce = `${parallel.files} × ${bytes(size)} at a time, above the workflow without an upload`;
	const { bitsPerSecond } = shaped;
	const link = `Share of a link of ${bitsPerSecond / 1e9} Gbit/s`;
	const inParallel = `${files} files at ${many.delayMs} ms, 8 at a time: times as fast as 1`;
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
		aimRow(each, 'one add_asset and one PUT', made, isOneEach),
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

/** @type {import('../docs/markdown').TableOptions} */
const TABLES = {
	ifEmpty: '*not measured*',
	isFigure: ({ name, cells }) =>
		!/^Files?$/.test(name) && cells.every((cell) => /^[–\d-]/.test(cell)),
};

module.exports = {
	aimsOf,
	bytes,
	percent,
	ratio,
	TABLES,
	tablesOf,
	timeOver,
};
