/** @typedef {import('./jest').Results} Results */

/**
 * Prints the last line of a test command, and sets its exit code.
 * @param {Array<boolean | Results>} results a command that counts as one test says whether it passed
 */
function summarize(...results) {
	const all = results.map((result) =>
		typeof result === 'boolean'
			? { passed: Number(result), failed: Number(!result), skipped: 0 }
			: result,
	);
	const sum = (/** @type {keyof Results} */ name) =>
		all.reduce((total, result) => total + result[name], 0);
	const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
	console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
	process.exitCode = sum('failed') === 0 ? 0 : 1;
}

module.exports = { summarize };
