/** Runs a command to its end: a failure is told, and sets the exit code. @param {() => Promise<void>} main */
function runMain(main) {
	main().catch((error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
}

module.exports = { runMain };
