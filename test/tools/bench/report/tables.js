const { table } = require('../../docs/markdown');
const { shareOfLink } = require('../measure/shapedLink');
const { aboveWorkflow } = require('../results');
const { TITLES } = require('../ways');
const { bytes, duration, memory, percent, rate, ratio } = require('./format');

/** @typedef {Array<Record<string, string>>} Table */
/** @typedef {import('../results').Upload} Upload */

/**
 * The time of an upload over that of another way with the same file.
 *
 * @param {Upload[]} uploads
 * @param {Upload} upload
 * @param {Upload['way']} way
 */
function timeOver(uploads, { size, ms }, way) {
	const other = uploads.find((one) => one.size === size && one.way === way);
	return ms / (other?.ms ?? NaN);
}

/** @param {Upload[]} uploads @returns {Table} */
const sizeTable = (uploads) =>
	uploads.map((upload) => ({
		File: bytes(upload.size),
		Way: TITLES[upload.way],
		Time: duration(upload.ms),
		Rate: rate(upload.size, upload.ms),
		'Time / bare pipe': ratio(timeOver(uploads, upload, 'pipe')),
		'Time / HTTP Request': ratio(timeOver(uploads, upload, 'http')),
		'Peak memory above idle': memory(upload.peak),
		'… above the workflow without an upload': memory(aboveWorkflow(uploads, upload)),
	}));

/** @param {import('../results').Results['parallel']} parallel @returns {Table} */
const parallelTable = ({ files, size, uploads }) =>
	uploads.map((upload) => ({
		Files: `${files} × ${bytes(size)}`,
		Way: TITLES[upload.way],
		Time: duration(upload.ms),
		Rate: rate(files * size, upload.ms),
		'Peak memory above idle': memory(upload.peak),
		'… above the workflow without an upload': memory(aboveWorkflow(uploads, upload)),
	}));

/** @param {import('../results').Results['shaped']} shaped @returns {Table} */
const shapedTable = ({ bitsPerSecond, uploads }) =>
	uploads.map((upload) => ({
		File: bytes(upload.size),
		Way: TITLES[upload.way],
		Time: duration(upload.ms),
		'Share of the link': percent(shareOfLink(upload, bitsPerSecond)),
	}));

/** @param {import('../results').Results['many']} many @returns {Table} */
const manyTable = ({ files, size, ms }) =>
	/** @type {const} */ ([1, 8]).map((concurrency) => ({
		Files: `${files} × ${bytes(size)}`,
		'At a time': String(concurrency),
		Time: duration(ms[concurrency]),
		'Times as fast as one at a time': ratio(ms[1] / ms[concurrency]),
	}));

/** @param {import('../results').Results['calls']} calls @returns {Table} */
const callsTable = ({ files, calls }) =>
	Object.entries(calls).map(([call, count]) => ({
		Call: call,
		[`For ${files} files`]: String(count),
		'For one': String(+(count / files).toFixed(2)),
	}));

/** @param {import('../results').Results['profile']} profile @returns {Table} */
const profileTable = ({ shares }) =>
	Object.entries(shares).map(([what, share]) => ({
		'What n8n’s main thread does': what,
		'Share of the time': percent(share),
	}));

/** @param {Table} rows @param {{ isPadded?: boolean }} [options] */
function markdownTable(rows, options) {
	if (rows.length === 0) return '*not measured*';
	const isFigure = (/** @type {string} */ name) =>
		rows.every((row) => /^([–\d-])/.test(row[name])) && name !== 'File' && name !== 'Files';
	return table(rows, { ...options, isFigure });
}

module.exports = {
	callsTable,
	manyTable,
	markdownTable,
	parallelTable,
	profileTable,
	shapedTable,
	sizeTable,
	timeOver,
};
