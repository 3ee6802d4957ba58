const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../support/setup/paths');

/** README's table of compatibility lies between these two. */
const BEGIN = '<!-- written by `npm run test:versions` -->';
const END = '<!-- end -->';

const HEAD = ['| n8n | Tests that pass | Run on |', '| --- | --- | --- |'];

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
	return `does not install: ${reason.replace(/^notarget /, '').slice(0, MAX_REASON_LENGTH)}`;
}

/**
 * The same text with a table that has these rows, beside those of other versions, the newest n8n first.
 * @param {string} text with the two markers
 * @param {Map<string, string>} outcomes by version
 * @param {string} date of the run
 */
function withTable(text, outcomes, date) {
	const [before, rest] = text.split(BEGIN);
	const [table, after] = (rest ?? '').split(END);
	if (after === undefined) throw new Error(`There is no ${BEGIN} … ${END}`);
	const rows = new Map(rowsOf(table));
	for (const [version, outcome] of outcomes) {
		const cells = [version, outcome.replaceAll('|', '\\|'), date];
		rows.set(version, `| ${cells.join(' | ')} |`);
	}
	const sorted = [...rows].sort(([a], [b]) => b.localeCompare(a, 'en', { numeric: true }));
	const lines = [BEGIN, '', ...HEAD, ...sorted.map(([, row]) => row), '', END];
	return `${before}${lines.join('\n')}${after}`;
}

/** @param {string} table @returns {Array<[string, string]>} its rows by version */
function rowsOf(table) {
	return [...table.matchAll(/^\| (\d\S*) \|.*$/gm)].map(([row, version]) => [version, row]);
}

/** @param {Map<string, string>} outcomes by version */
function writeTable(outcomes) {
	const file = path.join(checkout, 'README.md');
	const today = new Date().toISOString().slice(0, 10);
	fs.writeFileSync(file, withTable(fs.readFileSync(file, 'utf8'), outcomes, today));
}

module.exports = { outcomesOf, reasonOf, withTable, writeTable };
