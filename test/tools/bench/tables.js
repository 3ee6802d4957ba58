const { GIB, MIB } = require('../measure/machine');
const { aim, show } = require('../measure/measure');
const { TITLES } = require('./ways');

/**
 * @typedef {import('./bench').Upload} Upload
 * @typedef {import('./run').Scope} Scope
 * @typedef {{ sizes: Upload[], parallel: Upload[], shaped: Upload[] }} Figures
 */

/** @param {number} value of a file, which is a whole number of its unit */
const bytes = (value) => (value >= GIB ? `${+(value / GIB).toFixed(1)} GiB` : mib(value));

/** @param {number} value */
const mib = (value) => show(value / MIB, ' MiB', 0);

/** @param {number} ms */
const seconds = (ms) => show(ms / 1000, ' s', 3);

/** The time of an upload over that of another way with the same file. @param {Upload[]} uploads @param {Upload} upload @param {Upload['way']} way */
const timeOver = (uploads, { size, ms }, way) =>
	ms / (uploads.find((one) => one.size === size && one.way === way)?.ms ?? NaN);

/** How much more memory a workflow needs for its upload. @param {Upload[]} uploads @param {Upload} upload */
function aboveWorkflow(uploads, { size, way, peak }) {
	if (!['verbit', 'verbitOld', 'http'].includes(way)) return NaN;
	const without = uploads.find((other) => other.size === size && other.way === 'workflow');
	return peak - (without?.peak ?? NaN);
}

/** Of a link, in percent. @param {Upload} upload @param {Scope} scope */
const shareOfLink = ({ size, ms }, { shaped }) => (size * 800_000) / ms / shaped.bitsPerSecond;

/** @param {Upload[]} uploads @param {number} [files] at a time */
const rowsOf = (uploads, files = 1) =>
	uploads.map((upload) => ({
		Files: `${files > 1 ? `${files} × ` : ''}${bytes(upload.size)}`,
		Way: TITLES[upload.way],
		Time: seconds(upload.ms),
		Rate: show((files * upload.size) / 1e3 / upload.ms, ' MB/s', 0),
		'Time / plain Node.js stream': show(timeOver(uploads, upload, 'pipe'), ' ×'),
		'Time / HTTP Request': show(timeOver(uploads, upload, 'http'), ' ×'),
		'Peak memory above idle': mib(upload.peak),
		'… above the workflow without an upload': mib(aboveWorkflow(uploads, upload)),
	}));

/** @param {Scope} scope @param {Figures} figures */
const sectionsOf = (scope, figures) => ({
	aims: aimsOf(scope, figures),
	'one file': rowsOf(figures.sizes),
	'several large files': rowsOf(figures.parallel, scope.parallel.files),
	'a slow link': figures.shaped.map((upload) => ({
		Way: TITLES[upload.way],
		Time: seconds(upload.ms),
		'Share of the link': show(shareOfLink(upload, scope), ' %', 1),
	})),
});

/** What this node is meant to reach, and whether it did. @param {Scope} scope @param {Figures} figures */
function aimsOf(scope, { sizes, parallel, shaped }) {
	const atOnce = `${scope.parallel.files} × ${bytes(scope.parallel.size)} at a time`;
	const ofNode = (/** @type {Upload[]} */ uploads) => uploads.filter(({ way }) => way === 'verbit');
	return [
		...ofNode(sizes)
			.filter(({ size }) => size >= 64 * MIB)
			.flatMap((upload) => aimsOfSize(sizes, upload)),
		...ofNode(parallel).map((one) => {
			const above = `Memory of ${atOnce}, above the workflow without an upload`;
			return aim(above, aboveWorkflow(parallel, one) / MIB, '≤', 128, ' MiB', 0);
		}),
		...ofNode(shaped).map((one) => {
			const link = `Share of a link of ${scope.shaped.bitsPerSecond / 1e9} Gbit/s`;
			return aim(link, shareOfLink(one, scope), '≥', 97, ' %', 1);
		}),
	];
}

/** @param {Upload[]} sizes @param {Upload} upload */
function aimsOfSize(sizes, upload) {
	const file = bytes(upload.size);
	const above = `Memory with ${file}, above the workflow without an upload`;
	const overHttp = `Time with ${file} over n8n's HTTP Request node`;
	return [
		aim(above, aboveWorkflow(sizes, upload) / MIB, '≤', 64, ' MiB', 0),
		aim(overHttp, timeOver(sizes, upload, 'http'), '≤', 0.5, ' ×'),
		aim(
			`Time with ${file} over the plain Node.js stream`,
			timeOver(sizes, upload, 'pipe'),
			'≤',
			1.5,
			' ×',
		),
	];
}

module.exports = { bytes, sectionsOf };
