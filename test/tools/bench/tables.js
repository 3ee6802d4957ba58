const { table } = require('../docs/markdown');
const { GIB, MIB } = require('./machine');

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

/**
 * Every table of the page but that of the aims.
 * @param {Results} results
 * @param {Record<import('./ways').WayName | 'workflow', string>} titles
 */
function tablesOf({ sizes, parallel, shaped, many, calls, profile }, titles) {
	return {
		sizes: markdownTable(
			sizes.map((upload) => ({
				File: bytes(upload.size),
				Way: titles[upload.way],
				Time: duration(upload.ms),
				Rate: rate(upload.size, upload.ms),
				'Time / bare pipe': ratio(timeOver(sizes, upload, 'pipe')),
				'Time / HTTP Request': ratio(timeOver(sizes, upload, 'http')),
				'Peak memory above idle': memory(upload.peak),
				'… above the workflow without an upload': memory(aboveWorkflow(sizes, upload)),
			})),
		),
		parallel: markdownTable(
			parallel.uploads.map((upload) => ({
				Files: `${parallel.files} × ${bytes(parallel.size)}`,
				Way: titles[upload.way],
				Time: duration(upload.ms),
				Rate: rate(parallel.files * parallel.size, upload.ms),
				'Peak memory above idle': memory(upload.peak),
				'… above the workflow without an upload': memory(aboveWorkflow(parallel.uploads, upload)),
			})),
		),
		shaped: markdownTable(
			shaped.uploads.map((upload) => ({
				File: bytes(upload.size),
				Way: titles[upload.way],
				Time: duration(upload.ms),
				'Share of the link': percent(shareOfLink(upload, shaped.bitsPerSecond)),
			})),
		),
		many: markdownTable(
			/** @type {const} */ ([1, 8]).map((concurrency) => ({
				Files: `${many.files} × ${bytes(many.size)}`,
				'At a time': concurrency,
				Time: duration(many.ms[concurrency]),
				'Times as fast as one at a time': ratio(many.ms[1] / many.ms[concurrency]),
			})),
		),
		calls: markdownTable(
			Object.entries(calls.calls).map(([call, count]) => ({
				Call: call,
				[`For ${calls.files} files`]: count,
				'For one': +(count / calls.files).toFixed(2),
			})),
		),
		profile: markdownTable(
			Object.entries(profile.shares).map(([what, share]) => ({
				'What n8n’s main thread does': what,
				'Share of the time': percent(share),
			})),
		),
	};
}

/** @param {Array<Record<string, string | number>>} rows */
function markdownTable(rows) {
	if (rows.length === 0) return '*not measured*';
	const isFigure = (/** @type {string} */ name) =>
		rows.every((row) => /^([–\d-])/.test(String(row[name]))) && name !== 'File' && name !== 'Files';
	return table(rows, { isFigure });
}

module.exports = {
	aboveWorkflow,
	bytes,
	markdownTable,
	memory,
	percent,
	ratio,
	shareOfLink,
	tablesOf,
	timeOver,
};
