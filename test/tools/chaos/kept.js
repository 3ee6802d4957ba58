const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { fingerprint } = require('../../support/setup/stamp');

/** Beside the package that was run: a run of other code is not to be on the page. */
const folder = path.join(checkout, '.runtime/chaos');

const code = () => fingerprint(checkout, ['nodes', 'credentials']);

/** @typedef {import('./results').RunResult} RunResult */

/** @param {RunResult} result */
function keepResult(result) {
	fs.mkdirSync(folder, { recursive: true });
	const file = path.join(folder, `${result.recordings}-seed-${result.seed}.json`);
	fs.writeFileSync(file, JSON.stringify({ code: code(), result }, null, '\t'));
}

/**
 * The runs of today's code, by their seeds.
 * @param {number} recordings of each run
 * @returns {RunResult[]}
 */
function keptResults(recordings) {
	if (!fs.existsSync(folder)) return [];
	const today = code();
	return fs
		.readdirSync(folder)
		.filter((name) => name.startsWith(`${recordings}-seed-`))
		.map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')))
		.filter((kept) => kept.code === today)
		.map(({ result }) => result)
		.sort((a, b) => a.seed - b.seed);
}

module.exports = { keepResult, keptResults };
