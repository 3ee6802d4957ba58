const { chmodSync, mkdtempSync, rmSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** For another user, that a database of the tests runs as, to reach its own folder below. */
const TRAVERSABLE = 0o711;

/** Where this machine's proxy is not asked: n8n and the emulator are here. */
const HERE = '127.0.0.1,localhost';

/**
 * Runs a command to its end: a failure is printed, and sets the exit code. What it writes is in one temporary folder, which is
 * gone whichever way this process ends.
 * @param {() => Promise<void>} main
 */
async function runMain(main) {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'verbit-'));
	chmodSync(folder, TRAVERSABLE);
	process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
	process.env.TMPDIR = folder;
	// For the 'exit' listeners, which end what was started: a signal alone would not call them.
	process.once('SIGINT', () => process.exit(130));
	process.once('SIGTERM', () => process.exit(143));
	for (const name of ['NO_PROXY', 'no_proxy'])
		process.env[name] = [process.env[name], HERE].filter(Boolean).join(',');
	await main().catch((error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
}

module.exports = { runMain };
