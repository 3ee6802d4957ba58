#!/usr/bin/env node
/**
 * `npm run bench`: this node beside what a user would use instead to upload, as ratios of one run, which it prints.
 * `-- --quick` shows in a few minutes that it works. A full run needs 12 GiB of free disk and 6 GiB of free memory.
 * `-- --external-id` measures what an external ID costs, instead.
 */
const { readOptions, runCommand } = require('../command');

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** @typedef {{ size: number, files?: number, rounds?: number }} Task files of a size in bytes, which n8n's nodes send at a time */

/** @type {Task[]} */
const FULL = [
	{ size: MIB, rounds: 3 },
	{ size: GIB, rounds: 3 },
	{ size: 5 * GIB },
	{ size: GIB, files: 3 },
];

/** Too small and too few to be shown to anybody. @type {Task[]} */
const QUICK = [{ size: MIB }, { size: 64 * MIB }, { size: 64 * MIB, files: 3 }];

const values = readOptions({
	quick: { type: 'boolean', default: false },
	'external-id': { type: 'boolean', default: false },
});

/** @typedef {{ title: string, ms: number, peak?: number }} Figure the medians of a way: `peak` in bytes above idle, of n8n */

/** @param {Task} task @param {Figure[]} figures of one run @returns {import('../docs/markdown').Row[]} */
function rowsOf({ size, files = 1 }, figures) {
	const name = size >= GIB ? `${size / GIB} GiB` : `${size / MIB} MiB`;
	const over = (/** @type {number} */ ms, /** @type {RegExp} */ way) => {
		const other = figures.find(({ title }) => way.test(title));
		return other ? `${(ms / other.ms).toFixed(2)} ×` : '–';
	};
	return figures.map(({ title, ms, peak }) => ({
		Files: `${files > 1 ? `${files} × ` : ''}${name}`,
		Way: title,
		Time: `${(ms / 1000).toFixed(3)} s`,
		Rate: `${((files * size) / 1000 / ms).toFixed(0)} MB/s`,
		'Time / plain Node.js stream': over(ms, /stream$/),
		'Time / HTTP Request': over(ms, /HTTP Request/),
		'Peak memory above idle': peak === undefined ? '–' : `${(peak / MIB).toFixed(0)} MiB`,
	}));
}

runCommand(async ({ n8n }) => {
	// These need what has been installed by now.
	const { measuredOn, printSections } = require('../measure/measure');
	const { Bench } = require('./bench');
	const begun = new Date();
	if (values['external-id']) {
		const ids = await require('./externalId').benchExternalId(values.quick ? 1 : 7);
		return printSections({ 'measured on': measuredOn(begun, n8n), 'An external ID': ids });
	}
	const bench = await Bench.start(n8n);
	const rows = [];
	try {
		for (const task of values.quick ? QUICK : FULL)
			rows.push(...rowsOf(task, await bench.upload(task)));
	} finally {
		await bench.stop();
	}
	printSections({ 'Uploads, measured on': measuredOn(begun, n8n), uploads: rows });
});
