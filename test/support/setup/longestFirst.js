/** The files that take longest, in minutes and not in lines, by which jest would begin; the longest come last. */
const LONGEST = [
	...['chaos.test.js', 'editor.test.js', 'queue.test.js', 'examples.test.js', 'package.test.js'],
	...['interrupted.test.js', 'update.test.js'],
];

class LongestFirst {
	/** @param {Array<{ path: string }>} tests */
	sort(tests) {
		const rank = (/** @type {{ path: string }} */ { path }) =>
			LONGEST.findIndex((name) => path.endsWith(`/${name}`));
		return tests.toSorted((a, b) => rank(b) - rank(a));
	}

	/** For jest, which would remember how long they took. */
	cacheResults() {}
}

module.exports = LongestFirst;
