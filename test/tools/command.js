const { runMain } = require('../support/setup/main');
const { ensureN8n } = require('../support/setup/n8n');
const { ensureDependencies, ensureTarball } = require('../support/setup/package');

/**
 * Runs a command that starts a real n8n, with all set up that it needs.
 * @param {(n8n: import('../support/setup/n8n').N8nInstall) => Promise<void>} main what it requires before is there already
 */
function runCommand(main) {
	void runMain(async () => {
		const packing = ensureDependencies().then(ensureTarball);
		const [n8n] = await Promise.all([ensureN8n(), packing]);
		await main(n8n);
	});
}

module.exports = { runCommand };
