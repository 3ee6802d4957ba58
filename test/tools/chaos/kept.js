const fs = require('node:fs');
const path = require('node:path');
const { codeOf } = require('../../support/origin');
const { KEPT, keepResults, keptResults } = require('../command');

/** Beside the package that was run: a run of other code is not to be on the page. */
const FOLDER = 'chaos';

/** @typedef {import('./results').RunResult} RunResult */

/** @param {RunResult} result */
const keepRun = (result) =>
	keepResults(path.join(FOLDER, `${result.recordings}-seed-${result.seed}.json`), result);

/**
 * The runs of today's code, by their seeds.
 * @param {number} recordings of each run
 * @returns {RunResult[]}
 */
function keptRuns(recordings) {
	const folder = path.join(KEPT, FOLDER);
	const today = codeOf();
	return (fs.existsSync(folder) ? fs.readdirSync(folder) : [])
		.filter((name) => name.startsWith(`${recordings}-seed-`))
		.map((name) => keptResults(path.join(FOLDER, name)))
		.filter(({ origin }) => origin?.code === today)
		.sort((a, b) => a.seed - b.seed);
}

module.exports = { keepRun, keptRuns };
