/**
 * Prints the last line of a test command, and sets its exit code.
 *
 * @param {boolean[]} checks commands that count as one test each
 * @param {import('./jest').Results} jest
 */
function summarize(checks, jest) {
	// A suite that can not even be loaded has no test that could fail.
	const brokenSuites = jest.success || jest.numFailedTests > 0 ? 0 : 1;
	const passed = jest.numPassedTests + checks.filter(Boolean).length;
	const failed = jest.numFailedTests + brokenSuites + checks.filter((passes) => !passes).length;
	const skipped = jest.numPendingTests > 0 ? `, ${jest.numPendingTests} skipped` : '';
	console.log(`${passed} passed, ${failed} failed${skipped}`);
	process.exitCode = failed === 0 ? 0 : 1;
}

/** For the 'exit' listeners, which end what was started: a signal alone would not call them. */
function exitOnSignals() {
	process.once('SIGINT', () => process.exit(130));
	process.once('SIGTERM', () => process.exit(143));
}

module.exports = { exitOnSignals, summarize };
