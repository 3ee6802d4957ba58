/**
 * @typedef {object} Upload medians over the rounds
 * @property {number} size bytes
 * @property {import('./ways').WayName | 'workflow'} way
 * @property {number} ms NaN for the workflow without an upload
 * @property {number} peak bytes above idle
 * @property {number} rounds
 *
 * @typedef {object} Results
 * @property {Upload[]} sizes
 * @property {{ files: number, size: number, uploads: Upload[] }} parallel
 * @property {{ bitsPerSecond: number, uploads: Upload[] }} shaped
 * @property {{ files: number, size: number, delayMs: number, ms: Record<1 | 8, number> }} many
 * @property {{ files: number, calls: Record<string, number> }} calls
 * @property {{ size: number, shares: Record<string, number> }} profile
 * @property {string[]} notes what was left out, and why
 *
 * @typedef {object} Task a step of the progress bar
 * @property {string} label
 * @property {() => Promise<void> | void} run
 */

/** @param {number[]} values */
function median(values) {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return sorted.length % 2 === 1
		? sorted[Math.floor(middle)]
		: (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @returns {Results} */
const newResults = () => ({
	sizes: [],
	parallel: { files: 0, size: 0, uploads: [] },
	shaped: { bitsPerSecond: 0, uploads: [] },
	many: { files: 0, size: 0, delayMs: 0, ms: { 1: NaN, 8: NaN } },
	calls: { files: 0, calls: {} },
	profile: { size: 0, shares: {} },
	notes: [],
});

/**
 * Takes turns, so that what else the machine does meets all ways alike, and ends with the medians.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {number} options.size of one file, bytes
 * @param {Array<Upload['way']>} options.ways
 * @param {number} options.rounds
 * @param {(way: Upload['way']) => Promise<import('./ways').Measured>} options.measure
 * @param {Upload[]} uploads where the medians go
 * @param {string[]} notes where it is said if another way than this node fails
 * @returns {Task[]}
 */
function inTurn({ label, size, ways, rounds, measure }, uploads, notes) {
	const { TITLES } = require('./ways');
	/** @type {Record<string, import('./ways').Measured[]>} */
	const measured = Object.fromEntries(ways.map((way) => [way, []]));
	const tasks = Array.from({ length: rounds }, (_, round) =>
		ways.map((way) => ({
			label: `${label}: ${TITLES[way]}${rounds > 1 ? ` (${round + 1} of ${rounds})` : ''}`,
			run: async () => {
				measured[way].push(
					await measure(way).catch((error) => {
						if (way === 'verbit' || way === 'verbitOld') throw error;
						notes.push(`${label}: ${TITLES[way]} failed: ${error.message}`);
						return { ms: NaN, peak: NaN };
					}),
				);
				if (measured[way].length < rounds) return;
				const ms = median(measured[way].map((one) => one.ms));
				const peak = median(measured[way].map((one) => one.peak));
				uploads.push({ size, way, ms, peak, rounds });
			},
		})),
	);
	return tasks.flat();
}

/**
 * How much more memory a workflow needs for its upload.
 *
 * @param {Upload[]} uploads
 * @param {Upload} upload
 */
function aboveWorkflow(uploads, { size, way, peak }) {
	if (way !== 'verbit' && way !== 'verbitOld' && way !== 'http') return NaN;
	const without = uploads.find((other) => other.size === size && other.way === 'workflow');
	return peak - (without?.peak ?? NaN);
}

module.exports = { aboveWorkflow, inTurn, median, newResults };
