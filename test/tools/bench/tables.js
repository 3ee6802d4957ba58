const { GIB, MIB } = require('../measure/machine');
const { show } = require('../measure/measure');
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
	'one file': rowsOf(figures.sizes),
	'several large files': rowsOf(figures.parallel, scope.parallel.files),
	'a slow link': figures.shaped.map((upload) => ({
		Way: TITLES[upload.way],
		Time: seconds(upload.ms),
		'Share of the link': show(shareOfLink(upload, scope), ' %', 1),
	})),
});

module.exports = { bytes, sectionsOf };
