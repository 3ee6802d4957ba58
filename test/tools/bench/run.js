#!/usr/bin/env node
/**
 * `npm run bench`: this node beside every other way to upload; writes its part of docs/maintainers/results.md.
 * `-- --quick` shows in a few minutes that it works, and prints what it measured.
 */
const { GIB, MIB } = require('../measure/machine');
const { originNow } = require('../../support/origin');
const { readOptions, runCommand } = require('../command');
const { measuredOn, printSections, writeSections } = require('../measure/measure');

/** @typedef {typeof FULL} Scope */

const FULL = {
	/** Whether each size meets an n8n that has just been started. */
	restarts: true,
	sizes: [
		{ size: MIB, rounds: 3 },
		{ size: GIB, rounds: 3 },
		{ size: 5 * GIB, rounds: 1 },
	],
	parallel: { size: GIB, files: 3 },
	shaped: { size: GIB, bitsPerSecond: 1e9 },
};

/** Too small and too few to be shown to anybody. @type {Scope} */
const QUICK = {
	restarts: false,
	sizes: [
		{ size: MIB, rounds: 1 },
		{ size: 64 * MIB, rounds: 1 },
	],
	parallel: { size: 64 * MIB, files: 3 },
	shaped: { size: 128 * MIB, bitsPerSecond: 1e9 },
};

const { quick } = readOptions({ quick: { type: 'boolean', default: false } });

runCommand(async ({ n8n }) => {
	const origin = originNow();
	const figures = await require('./bench').runBench(quick ? QUICK : FULL);
	if (quick) printSections(figures);
	else writeSections({ 'uploads measured on': measuredOn(origin, n8n), ...figures });
});
