const fs = require('node:fs');
const path = require('node:path');
const { inTurn } = require('../results');
const { makeFile } = require('../source');
const { availableWays, upload } = require('../ways');

/**
 * Every way to a receiver that reads no faster than a link of this rate would carry.
 *
 * @param {import('../bench').Bench} bench
 * @param {import('../scope').Scope['shaped']} scope
 * @param {import('../results').Results} results
 * @returns {import('../results').Task[]}
 */
function shapedLinkTasks(bench, { size, bitsPerSecond }, results) {
	const label = `A link of ${bitsPerSecond / 1e9} Gbit/s`;
	const file = path.join(bench.files, 'shaped.bin');
	results.shaped = { bitsPerSecond, uploads: [] };
	const measure = async (/** @type {import('../results').Upload['way']} */ way) =>
		await upload(bench, way, bench.sink.url({ bitsPerSecond }), file);
	// The line, not the process, is the limit here.
	const ways = availableWays().filter((way) => way !== 'verbitOld');
	return [
		{
			label: `${label}: make the file`,
			run: () => void makeFile(file, size),
		},
		...inTurn({ label, size, rounds: 1, ways, measure }, results.shaped.uploads, results.notes),
		{ label: `${label}: clean up`, run: () => fs.rmSync(file) },
	];
}

/**
 * @param {import('../results').Upload} upload
 * @param {number} bitsPerSecond
 * @returns {number} how much of the link was used, from 0 to 1
 */
const shareOfLink = ({ size, ms }, bitsPerSecond) => (size * 8000) / ms / bitsPerSecond;

module.exports = { shapedLinkTasks, shareOfLink };
