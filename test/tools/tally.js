/** @param {number[]} values */
const sum = (values) => values.reduce((all, value) => all + value, 0);

/** The sum of each name, the largest first. @param {Array<[name: string, value: number]>} values */
function sums(values) {
	/** @type {Record<string, number>} */
	const all = {};
	for (const [name, value] of values) all[name] = (all[name] ?? 0) + value;
	return Object.fromEntries(Object.entries(all).sort(([, a], [, b]) => b - a));
}

/** How often each comes. @param {string[]} names */
const tally = (names) => sums(names.map((name) => [name, 1]));

/**
 * The one in the middle; of an even number the lower one.
 * @template T
 * @param {T[]} values
 * @param {(value: T) => number} [figureOf] that they are compared by
 */
const middle = (values, figureOf = Number) =>
	values.toSorted((a, b) => figureOf(a) - figureOf(b))[Math.floor((values.length - 1) / 2)];

module.exports = { middle, sum, sums, tally };
