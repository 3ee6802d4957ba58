/** Where this machine's proxy is not asked: n8n and the emulator are here. */
const HERE = '127.0.0.1,localhost';

/** Runs a command to its end: a failure is printed, and sets the exit code. @param {() => Promise<void>} main */
async function runMain(main) {
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
