const fs = require('node:fs');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { runMain } = require('../support/setup/main');
const { checkout } = require('../support/setup/paths');
const { setUp } = require('../support/setup/setUp');
const { exitOnSignals } = require('../support/setup/summary');

/** Of results that are kept: a page can be written from them again. Never shared, as another clone has other code. */
const KEPT = path.join(checkout, '.runtime');

/**
 * The options that the command was called with. With `--help`, it ends with what the first comment of its file says; with an
 * option that it doesn't have, with an error.
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} T
 * @param {T} options as `parseArgs` takes them
 * @returns {ReturnType<typeof parseArgs<{ options: T }>>['values']}
 */
function readOptions(options) {
	try {
		return parseArgs({ options }).values;
	} catch (error) {
		const isHelp = process.argv.includes('--help');
		const [, about] =
			/\/\*\*(.+?)\*\//s.exec(fs.readFileSync(String(require.main?.filename), 'utf8')) ?? [];
		if (isHelp) console.log(about.replace(/^ \*? ?/gm, '').trim());
		else console.error(/** @type {Error} */ (error).message);
		return process.exit(isHelp ? 0 : 1);
	}
}

/**
 * Runs a command that measures a real n8n, with all set up that it needs.
 * @param {(installed: Awaited<ReturnType<typeof setUp>>) => Promise<void>} main what it requires before is there already
 */
function runCommand(main) {
	exitOnSignals();
	void runMain(async () => await main(await setUp()));
}

/** @param {string} name of the file @param {object} results */
function keepResults(name, results) {
	const file = path.join(KEPT, name);
	fs.mkdirSync(path.dirname(file), { recursive: true });
	fs.writeFileSync(file, JSON.stringify(results, null, '\t'));
}

/** @param {string} name @returns {any} */
const keptResults = (name) => JSON.parse(fs.readFileSync(path.join(KEPT, name), 'utf8'));

/** The results of all files of a folder. @param {string} name @returns {any[]} */
function allKeptResults(name) {
	const folder = path.join(KEPT, name);
	if (!fs.existsSync(folder)) return [];
	return fs.readdirSync(folder).map((file) => keptResults(path.join(name, file)));
}

/** @param {string} name of the page @param {string} text @param {string} [folder] */
function writePage(name, text, folder = path.join(checkout, 'docs/maintainers')) {
	fs.mkdirSync(folder, { recursive: true });
	fs.writeFileSync(path.join(folder, name), text);
	console.log(`\nWritten to ${path.join(folder, name)}`);
}

module.exports = { allKeptResults, keepResults, keptResults, readOptions, runCommand, writePage };
