/**
 * Prints the last line of a test command, and sets its exit code.
 *
 * @param {Array<boolean | import('./jest').Results>} results a command that counts as one test says whether it passed
 */
function summarize(...results) {
	const checks = results.filter((result) => typeof result === 'boolean');
	const runs = results.filter((result) => typeof result !== 'boolean');
	const sum = (/** @type {number[]} */ counts) => counts.reduce((all, count) => all + count, 0);
	const passed = sum(runs.map((run) => run.numPassedTests)) + checks.filter(Boolean).length;
	const failed = sum(runs.map(failures)) + checks.filter((passes) => !passes).length;
	const pending = sum(runs.map((run) => run.numPendingTests));
	const skipped = pending > 0 ? `, ${pending} skipped` : '';
	console.log(`${passed} passed, ${failed} failed${skipped}`);
	process.exitCode = failed === 0 ? 0 : 1;
}

/** A suite that can not even be loaded has no test that could fail. @param {import('./jest').Results} run */
function failures({ success, numFailedTests }) {
	return success ? 0 : Math.max(1, numFailedTests);
}

module.exports = { summarize };
