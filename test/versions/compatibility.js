const fs = require('node:fs');
const path = require('node:path');
const { originNow } = require('../support/origin');
const { checkout } = require('../support/setup/paths');
const { table } = require('../tools/docs/markdown');

/** The table of `docs/maintainers/compatibility.md` lies between these two. */
const BEGIN = '<!-- written by `npm run test:versions` -->';
const END = '<!-- end -->';

/** What npm prints beside the reason. */
const NO_REASON = /^(code |A complete log|$)/;

/** A longer one would not fit the table. */
const MAX_REASON_LENGTH = 160;

/**
 * What a run of jest says of each version: its tests are those of `in n8n 2.0.3`.
 * @param {import('../support/setup/jest').Results} results
 * @returns {Map<string, string>} by version, e.g. `9 of 9` or `8 of 9; fails: the credential is tested`
 */
function outcomesOf({ testResults }) {
	/** @type {Map<string, Array<{ status: string, title: string }>>} */
	const tests = new Map();
	for (const test of testResults.flatMap(({ assertionResults }) => assertionResults)) {
		const [, version] = /^in n8n (\S+)$/.exec(test.ancestorTitles[0]) ?? [];
		if (version !== undefined) tests.set(version, [...(tests.get(version) ?? []), test]);
	}
	return new Map([...tests].map(([version, all]) => [version, countOf(all)]));
}

/** @param {Array<{ status: string, title: string }>} tests */
function countOf(tests) {
	const failed = tests.filter(({ status }) => status !== 'passed').map(({ title }) => title);
	const count = `${tests.length - failed.length} of ${tests.length}`;
	return failed.length === 0 ? count : `${count}; fails: ${failed.join('; ')}`;
}

/**
 * Why a version can not be tested.
 * @param {Error} error of its install: what npm printed
 */
function reasonOf({ message }) {
	const said = [...message.matchAll(/^npm (?:error|ERR!) (.*)$/gm)].map(([, text]) => text.trim());
	const reason = said.find((text) => !NO_REASON.test(text)) ?? message.split('\n')[0];
	return `not tested, as npm can't install this n8n: ${reason.replace(/^notarget /, '').slice(0, MAX_REASON_LENGTH)}`;
}

/**
 * The same text with a table that has these rows, beside those of other versions, the newest n8n first.
 * @param {string} text with the two markers
 * @param {Map<string, string>} outcomes by version
 * @param {{ date: string, commit: string }} origin of the node that was run
 */
function withTable(text, outcomes, { date, commit }) {
	const [before, rest] = text.split(BEGIN);
	const [written, after] = (rest ?? '').split(END);
	if (after === undefined) throw new Error(`There is no ${BEGIN} … ${END}`);
	const rows = new Map(cellsOf(written).map((cells) => [cells[0], cells]));
	for (const [version, outcome] of outcomes)
		rows.set(version, [version, outcome, date.slice(0, 10), commit]);
	const sorted = [...rows.values()]
		.sort(([a], [b]) => b.localeCompare(a, 'en', { numeric: true }))
		.map(([version, outcome, day, node = '']) => ({
			n8n: version,
			'Tests that pass': outcome,
			'Run on': day,
			'Commit of this node': node,
		}));
	return `${before}${BEGIN}\n\n${table(sorted)}\n\n${END}${after}`;
}

/** @param {string} written a table @returns {string[][]} the cells of each row of a version */
const cellsOf = (written) =>
	[...written.matchAll(/^\| (\d.*) \|$/gm)].map(([, row]) =>
		row.split(/ ?(?<!\\)\| ?/).map((cell) => cell.replaceAll('\\|', '|')),
	);

/** @param {Map<string, string>} outcomes by version */
function writeTable(outcomes) {
	const file = path.join(checkout, 'docs/maintainers/compatibility.md');
	fs.writeFileSync(file, withTable(fs.readFileSync(file, 'utf8'), outcomes, originNow()));
}

module.exports = { outcomesOf, reasonOf, withTable, writeTable };
