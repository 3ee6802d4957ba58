const fs = require('node:fs');
const path = require('node:path');
const { bytes } = require('../report/format');
const { inTurn } = require('../results');
const { freeDisk, freeMemory, GIB, makeFile } = require('../source');
const { refresh, upload } = require('../ways');

/**
 * Several large files at the same time: n8n's HTTP Request node sends all of its items at once, too.
 *
 * @param {import('../bench').Bench} bench
 * @param {import('../scope').Scope['parallel']} scope
 * @param {import('../results').Results} results
 * @returns {import('../results').Task[]}
 */
function parallelTasks(bench, { size, files }, results) {
	const label = `${files} × ${bytes(size)}`;
	if (freeDisk(bench.folder) < (files + 1) * size + GIB) {
		results.notes.push(`${label} at a time was left out: there is too little free disk.`);
		return [];
	}
	const folder = path.join(bench.files, 'parallel');
	/** @type {Array<'workflow' | 'verbit' | 'http'>} */
	const ways = ['workflow', 'verbit'];
	if (freeMemory() > 2 * files * size) ways.push('http');
	results.parallel = { files, size, uploads: [] };
	const measure = async (/** @type {any} */ way) =>
		await upload(bench, way, bench.sink.url(), path.join(folder, '*.bin'));
	return [
		{
			label: `${label}: make the files, start each n8n afresh`,
			run: async () => {
				makeFiles(folder, files, size);
				await refresh(bench, ways);
			},
		},
		...inTurn({ label, size, rounds: 1, ways, measure }, results.parallel.uploads, results.notes),
		{ label: `${label}: clean up`, run: () => fs.rmSync(folder, { recursive: true }) },
	];
}

/**
 * One content under several names: n8n makes a copy of each.
 *
 * @param {string} folder
 * @param {number} files
 * @param {number} size
 */
function makeFiles(folder, files, size) {
	const first = makeFile(path.join(folder, '1.bin'), size);
	for (let number = 2; number <= files; number++) {
		fs.linkSync(first, path.join(folder, `${number}.bin`));
	}
}

module.exports = { makeFiles, parallelTasks };
