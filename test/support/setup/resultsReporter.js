const fs = require('node:fs');

/** The variable that names the file for the results. */
const RESULTS_FILE = 'N8N_NODES_VERBIT_RESULTS';

/** Jest's own --json ends with an error where a test failed with one that refers to itself, as those of HTTP clients do. */
class ResultsReporter {
	/** @param {unknown} _contexts @param {import('@jest/test-result').AggregatedResult} results */
	onRunComplete(_contexts, results) {
		const { numPassedTests, numFailedTests, numPendingTests } = results;
		// Jest sets its own `success` afterwards. A file that can't be loaded is a failed suite, too.
		const success = results.numFailedTestSuites === 0 && !results.wasInterrupted;
		const kept = { numPassedTests, numFailedTests, numPendingTests, success };
		fs.writeFileSync(String(process.env[RESULTS_FILE]), JSON.stringify(kept));
	}
}

module.exports = ResultsReporter;
module.exports.RESULTS_FILE = RESULTS_FILE;
