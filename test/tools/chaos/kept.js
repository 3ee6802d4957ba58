const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { codeOf } = require('../../support/origin');

/** Beside the package that was run: a run of other code is not to be on the page. */
const folder = path.join(checkout, '.runtime/chaos');

/** @typedef {import('./results').RunResult} RunResult */

/** @param {RunResult} result */
function keepResult(result) {
	fs.mkdirSync(folder, { recursive: true });
	const file = path.join(folder, `${result.recordings}-seed-${result.seed}.json`);
	fs.writeFileSync(file, JSON.stringify(result, null, '\t'));
}

/**
 * The runs of today's code, by their seeds.
 * @param {number} recordings of each run
 * @returns {RunResult[]}
 */
function keptResults(recordings) {
	if (!fs.existsSync(folder)) return [];
	const today = codeOf();
	return fs
		.readdirSync(folder)
		.filter((name) => name.startsWith(`${recordings}-seed-`))
		.map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')))
		.filter(({ origin }) => origin?.code === today)
		.sort((a, b) => a.seed - b.seed);
}

module.exports = { keepResult, keptResults };
