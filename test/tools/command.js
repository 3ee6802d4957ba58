const { ensureDependencies } = require('../support/setup/dependencies');
const { runMain } = require('../support/setup/main');
const { ensureN8n } = require('../support/setup/n8n');
const { ensureTarball } = require('../support/setup/package');

/**
 * Runs a command that starts a real n8n, with all set up that it needs.
 * @param {(n8n: import('../support/setup/n8n').N8nInstall) => Promise<void>} main what it requires before is there already
 */
function runCommand(main) {
	void runMain(async () => {
		// First and alone: the other steps are shown and locked with what it installs.
		await ensureDependencies();
		const [n8n] = await Promise.all([ensureN8n(), ensureTarball()]);
		await main(n8n);
	});
}

module.exports = { runCommand };
