const fs = require('node:fs');

/** Jest's own --json ends with an error where a test failed with one that refers to itself, as those of HTTP clients do. */
class ResultsReporter {
	/** @param {unknown} _contexts @param {import('@jest/test-result').AggregatedResult} results */
	onRunComplete(_contexts, results) {
		const { numPassedTests, numFailedTests, numPendingTests } = results;
		// Jest sets its own `success` afterwards. A file that can't be loaded is a failed suite, too.
		const success = results.numFailedTestSuites === 0 && !results.wasInterrupted;
		const kept = { numPassedTests, numFailedTests, numPendingTests, success };
		fs.writeFileSync(String(process.env.N8N_NODES_VERBIT_RESULTS), JSON.stringify(kept));
	}
}

module.exports = ResultsReporter;
