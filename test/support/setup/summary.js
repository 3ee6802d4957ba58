/** @typedef {import('./jest').Results} Results */

/** Prints the last line of a test command, and sets its exit code. @param {Array<Partial<Results>>} results */
function summarize(...results) {
	const sum = (/** @type {keyof Results} */ name) =>
		results.reduce((total, result) => total + (result[name] ?? 0), 0);
	const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
	console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
	process.exitCode = sum('failed') === 0 ? 0 : 1;
}

module.exports = { summarize };
