const { GIB, MIB } = require('./machine');

/**
 * @typedef {object} Scope how much is measured
 * @property {boolean} restarts whether each size meets an n8n that has just been started
 * @property {Array<{ size: number, rounds: number }>} sizes
 * @property {{ size: number, files: number }} parallel
 * @property {{ size: number, bitsPerSecond: number }} shaped
 * @property {{ size: number, files: number, delayMs: number, rounds: number }} many
 * @property {{ size: number }} profile
 *
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
 * @typedef {object} Task a step of the progress display
 * @property {string} label
 * @property {() => Promise<void> | void} run
 */

/** @type {Scope} */
const FULL = {
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

module.exports = { FULL, newResults, QUICK };
