/** The files that take longest, in minutes and not in lines, by which jest would begin. */
const LONGEST = [
	...[
		'update.test.js',
		'killed.test.js',
		'longWait.test.js',
		'examples.test.js',
		'package.test.js',
	],
	...['queue.test.js', 'editor.test.js', 'chaos.test.js'],
];

/** Has jest begin with the files that take longest, so that its workers end at about the same time. */
class LongestFirst {
	/** @param {Array<{ path: string }>} tests */
	sort(tests) {
		const rank = (/** @type {string} */ path) => {
			const index = LONGEST.findIndex((name) => path.endsWith(`/${name}`));
			return index === -1 ? LONGEST.length : index;
		};
		return [...tests].sort((a, b) => rank(a.path) - rank(b.path));
	}

	/** For jest, which would remember how long they took. */
	cacheResults() {}
}

module.exports = LongestFirst;
