const fs = require('node:fs');
const path = require('node:path');
const { inTurn } = require('../results');
const { bytes } = require('../report/format');
const { freeDisk, freeMemory, GIB, makeFile } = require('../source');
const { availableWays, refresh, TITLES, upload } = require('../ways');

/** @typedef {import('../ways').WayName} WayName */

/**
 * Every way with one file, from small to large.
 *
 * @param {import('../bench').Bench} bench
 * @param {import('../scope').Scope['sizes']} sizes
 * @param {import('../results').Results} results
 * @returns {import('../results').Task[]}
 */
function sizeTasks(bench, sizes, results) {
	return sizes.flatMap(({ size, rounds }) => {
		// The file and n8n's copy of it, one at a time, and something for everybody else.
		const needed = 2 * size + 2 * GIB;
		if (size >= GIB && freeDisk(bench.folder) < needed) {
			results.notes.push(`${bytes(size)} was left out: it needs ${bytes(needed)} of free disk.`);
			return [];
		}
		return tasksOfSize(bench, { size, rounds, ways: waysFor(size, results) }, results);
	});
}

/**
 * @param {number} size
 * @param {import('../results').Results} results
 * @returns {Array<WayName | 'workflow'>}
 */
function waysFor(size, results) {
	const ways = availableWays();
	if (size < GIB || freeMemory() > 2 * size) return ['workflow', ...ways];
	results.notes.push(
		`${TITLES.http} was left out at ${bytes(size)}: it keeps the whole file in memory, and this machine has too little.`,
	);
	return ['workflow', ...ways.filter((way) => way !== 'http')];
}

/**
 * @param {import('../bench').Bench} bench
 * @param {{ size: number, rounds: number, ways: Array<WayName | 'workflow'> }} options
 * @param {import('../results').Results} results
 * @returns {import('../results').Task[]}
 */
function tasksOfSize(bench, { size, rounds, ways }, results) {
	const label = bytes(size);
	const file = path.join(bench.files, `${label.replace(' ', '-')}.bin`);
	return [
		{
			label: `${label}: make the file, start each n8n afresh`,
			run: async () => {
				makeFile(file, size);
				await refresh(bench, ['workflow', 'verbit', 'verbitOld', 'http']);
			},
		},
		...inTurn(
			{
				label,
				size,
				rounds,
				ways,
				measure: async (way) => await upload(bench, way, bench.sink.url(), file),
			},
			results.sizes,
			results.notes,
		),
		{ label: `${label}: clean up`, run: () => fs.rmSync(file) },
	];
}

module.exports = { sizeTasks };
