/** Runs a command to its end: a failure is printed, and sets the exit code. @param {() => Promise<void>} main */
async function runMain(main) {
	await main().catch((error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
}

module.exports = { runMain };
