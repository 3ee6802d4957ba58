/** Jest's own --json ends with an error where a test failed with one that refers to itself, as those of HTTP clients do. */
class ResultsReporter {
	/** @param {unknown} _contexts @param {import('@jest/test-result').AggregatedResult} results */
	onRunComplete(_contexts, results) {
		const { numPassedTests: passed, numFailedTests, numPendingTests: skipped } = results;
		// Jest sets its own `success` afterwards. A file that can't be loaded is a failed suite without a test that fails.
		const isIncomplete = results.numFailedTestSuites > 0 || results.wasInterrupted;
		const failed = numFailedTests || Number(isIncomplete);
		process.send?.({ passed, failed, skipped });
	}
}

module.exports = ResultsReporter;
