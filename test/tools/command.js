const { runMain } = require('../support/setup/main');
const { setUp } = require('../support/setup/setUp');
const { exitOnSignals } = require('../support/setup/summary');

/**
 * Runs a command that measures a real n8n, with all set up that it needs.
 * @param {(installed: Awaited<ReturnType<typeof setUp>>) => Promise<void>} main what it requires before is there already
 */
function runCommand(main) {
	exitOnSignals();
	void runMain(async () => await main(await setUp()));
}

module.exports = { runCommand };
