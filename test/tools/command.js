const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { runMain } = require('../support/setup/main');
const { setUp } = require('../support/setup/setUp');

/** For another user, that a database runs as, to reach its own folder below. */
const TRAVERSABLE = 0o711;

/**
 * Runs a command that starts a real n8n, with all set up that it needs. What it writes is in one temporary folder, which is
 * gone whichever way this process ends.
 * @param {(installed: Awaited<ReturnType<typeof setUp>>) => Promise<void>} main what it requires before is there already
 */
function runCommand(main) {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-'));
	fs.chmodSync(folder, TRAVERSABLE);
	process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
	process.env.TMPDIR = folder;
	void runMain(async () => await main(await setUp()));
}

module.exports = { runCommand };
