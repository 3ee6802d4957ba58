#!/usr/bin/env node
/**
 * `npm run chaos`: recordings go through n8n in queue mode while everything that can die does; writes its part of
 * docs/maintainers/results.md. `-- --seeds 4,5` for other seeds; `--short` for 100 recordings, whose outcome is printed.
 */
const { originNow } = require('../../support/origin');
const { runMain } = require('../../support/setup/main');
const { readOptions, runCommand } = require('../command');
const { measuredOn, printSections, writeSections } = require('../measure/measure');
const { FULL, SHORT } = require('./plan');

const values = readOptions({
	seeds: { type: 'string', default: '1,2,3' },
	short: { type: 'boolean', default: false },
});

runCommand(async ({ n8n }) => {
	const { runChaos } = require('./chaos');
	const { sectionsOf } = require('./tables');
	const origin = originNow();
	/** @type {import('./chaos').Run[]} */
	const runs = [];
	for (const seed of values.seeds.split(',').map(Number)) {
		// A run that does not come to its end costs its own figures alone.
		await runMain(async () => {
			const run = await runChaos(seed, values.short ? SHORT : FULL);
			printSections(sectionsOf([run]));
			runs.push(run);
		});
	}
	const measured = `${measuredOn(origin, n8n)} Seeds: ${runs.map(({ seed }) => seed).join(', ')}.`;
	if (values.short) return;
	writeSections({ 'chaos measured on': measured, chaos: sectionsOf(runs).chaos });
});
