const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { ensureDependencies } = require('../support/setup/dependencies');
const { runMain } = require('../support/setup/main');
const { ensureN8n } = require('../support/setup/n8n');
const { ensureTarball } = require('../support/setup/package');

/** For another user, that a database runs as, to reach its own folder below. */
const TRAVERSABLE = 0o711;

/**
 * Runs a command that starts a real n8n, with all set up that it needs. What it writes is in one temporary folder, which is
 * gone whichever way this process ends.
 * @param {(n8n: import('../support/setup/n8n').N8nInstall) => Promise<void>} main what it requires before is there already
 */
function runCommand(main) {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-'));
	fs.chmodSync(folder, TRAVERSABLE);
	process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
	process.env.TMPDIR = folder;
	void runMain(async () => {
		// First and alone: the other steps are shown and locked with what it installs.
		await ensureDependencies();
		const [n8n] = await Promise.all([ensureN8n(), ensureTarball()]);
		await main(n8n);
	});
}

module.exports = { runCommand };
