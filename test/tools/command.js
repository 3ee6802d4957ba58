const fs = require('node:fs');
const { parseArgs } = require('node:util');
const { runMain } = require('../support/setup/main');
const { setUp } = require('../support/setup/setUp');
const { exitOnSignals } = require('../support/setup/summary');

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

module.exports = { readOptions, runCommand };
