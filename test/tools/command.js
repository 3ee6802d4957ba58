const fs = require('node:fs');
const path = require('node:path');
const { runMain } = require('../support/setup/main');
const { checkout } = require('../support/setup/paths');
const { setUp } = require('../support/setup/setUp');
const { exitOnSignals } = require('../support/setup/summary');

/** Of results that are kept: a page can be written from them again. Never shared, as another clone has other code. */
const KEPT = path.join(checkout, '.runtime');

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

/** @param {string} name of the page @param {string} text @param {string} [folder] */
function writePage(name, text, folder = path.join(checkout, 'docs')) {
	fs.mkdirSync(folder, { recursive: true });
	fs.writeFileSync(path.join(folder, name), text);
	console.log(`\nWritten to ${path.join(folder, name)}`);
}

module.exports = { KEPT, keepResults, keptResults, runCommand, writePage };
