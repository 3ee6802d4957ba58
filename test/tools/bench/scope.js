const { GIB, MIB } = require('./machine');

/**
 * @typedef {typeof FULL} Scope how much is measured
 * @typedef {ReturnType<typeof newResults>} Results
 * @typedef {{ size: number, way: import('./ways').WayName } & import('./ways').Measured} Upload medians over the rounds,
 *   with a file's size in bytes
 */

const FULL = {
	/** Whether each size meets an n8n that has just been started. */
	restarts: true,
	sizes: [
		{ size: MIB, rounds: 3 },
		{ size: 16 * MIB, rounds: 3 },
		{ size: 128 * MIB, rounds: 3 },
		{ size: GIB, rounds: 3 },
		{ size: 5 * GIB, rounds: 1 },
	],
	parallel: { size: GIB, files: 3 },
	shaped: { size: GIB, bitsPerSecond: 1e9 },
	many: { size: MIB, files: 100, delayMs: 50, rounds: 3 },
	profile: { size: GIB },
};

/** To see that everything works: too small and too few to be shown to anybody. @type {Scope} */
const QUICK = {
	restarts: false,
	sizes: [
		{ size: MIB, rounds: 1 },
		{ size: 64 * MIB, rounds: 1 },
	],
	parallel: { size: 64 * MIB, files: 3 },
	shaped: { size: 128 * MIB, bitsPerSecond: 1e9 },
	many: { size: MIB, files: 24, delayMs: 50, rounds: 1 },
	profile: { size: 128 * MIB },
};

/** Before anything is measured. @param {Scope} scope */
const newResults = ({ parallel, shaped, many, profile }) => ({
	sizes: /** @type {Upload[]} */ ([]),
	parallel: { ...parallel, uploads: /** @type {Upload[]} */ ([]) },
	shaped: { ...shaped, uploads: /** @type {Upload[]} */ ([]) },
	many: { ...many, ms: { 1: NaN, 8: NaN } },
	/** Of the many files. */
	calls: /** @type {Record<string, number>} */ ({ auth: 0, add_asset: 0, put: 0 }),
	profile: { ...profile, shares: /** @type {Record<string, number>} */ ({}) },
	/** What was left out, and why. */
	notes: /** @type {string[]} */ ([]),
});

module.exports = { FULL, newResults, QUICK };
