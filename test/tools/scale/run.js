#!/usr/bin/env node
/**
 * `npm run bench:scale`: what many recordings cost in queue mode, with this node and without it; writes
 * docs/maintainers/scale.md. `-- --quick` shows in some minutes that it works, and prints what it measured.
 */
const { runMeasurement } = require('../measure/measure');

/**
 * @typedef {typeof FULL} Scope
 * @typedef {'database' | 'filesystem'} Mode where n8n keeps files
 */

const FULL = {
	/** Everything that needs one mode only is measured in the first. */
	modes: /** @type {Mode[]} */ (['filesystem', 'database']),
	workers: [2, 1, 4],
	/** Each is measured with each number of workers. */
	sizes: [
		{ mib: 1, recordings: 60 },
		{ mib: 200, recordings: 3 },
		{ mib: 20, recordings: 15 },
	],
	/** Where Verbit takes a while to answer. */
	slow: { recordings: 100, delayMs: 1000, workers: [2, 1] },
	/** Of what an aim compares. */
	rounds: 3,
};

/** @type {Scope} */
const QUICK = {
	modes: ['filesystem', 'database'],
	workers: [2, 1],
	sizes: [{ mib: 1, recordings: 6 }],
	slow: { recordings: 10, delayMs: 300, workers: [2, 1] },
	rounds: 1,
};

runMeasurement('scale.md', { full: FULL, quick: QUICK }, () => require('./scale').runScale);
