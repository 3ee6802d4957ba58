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
 * @property {Scope['parallel'] & { uploads: Upload[] }} parallel
 * @property {Scope['shaped'] & { uploads: Upload[] }} shaped
 * @property {Scope['many'] & { ms: Record<1 | 8, number> }} many
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

/** @param {Scope} scope @returns {Results} */
const newResults = ({ parallel, shaped, many, profile }) => ({
	sizes: [],
	parallel: { ...parallel, uploads: [] },
	shaped: { ...shaped, uploads: [] },
	many: { ...many, ms: { 1: NaN, 8: NaN } },
	calls: { files: many.files, calls: {} },
	profile: { ...profile, shares: {} },
	notes: [],
});

module.exports = { FULL, newResults, QUICK };
