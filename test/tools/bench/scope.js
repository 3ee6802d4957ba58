const { GIB, MIB } = require('./source');

/**
 * How much is measured.
 *
 * @typedef {object} Scope
 * @property {boolean} restarts whether each size meets an n8n that has just been started
 * @property {Array<{ size: number, rounds: number }>} sizes
 * @property {{ size: number, files: number }} parallel
 * @property {{ size: number, bitsPerSecond: number }} shaped
 * @property {{ size: number, files: number, delayMs: number, rounds: number }} many
 * @property {{ size: number }} profile
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

module.exports = { FULL, QUICK };
