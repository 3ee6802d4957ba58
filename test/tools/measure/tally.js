/** @param {number[]} values */
const sum = (values) => values.reduce((all, value) => all + value, 0);

/** How often each comes, the most frequent first. @param {string[]} names */
function tally(names) {
	/** @type {Record<string, number>} */
	const all = {};
	for (const name of names) all[name] = (all[name] ?? 0) + 1;
	return Object.fromEntries(Object.entries(all).sort(([, a], [, b]) => b - a));
}

/** The one in the middle by its figure; of an even number the lower one. @template T @param {T[]} values @param {(value: T) => number} figureOf */
const middle = (values, figureOf) =>
	values.toSorted((a, b) => figureOf(a) - figureOf(b))[Math.floor((values.length - 1) / 2)];

/**
 * Ways take turns, so that what else the machine does meets them alike.
 * @template {string | number} Way @template T
 * @param {number} rounds @param {readonly Way[]} ways @param {(way: Way, round: number) => Promise<T>} work
 * @returns {Promise<Array<{ way: Way, runs: T[] }>>}
 */
async function inTurn(rounds, ways, work) {
	const all = ways.map((way) => ({ way, runs: /** @type {T[]} */ ([]) }));
	for (let round = 1; round <= rounds; round++) {
		for (const { way, runs } of all) runs.push(await work(way, round));
	}
	return all;
}

module.exports = { inTurn, middle, sum, tally };
