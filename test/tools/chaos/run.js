#!/usr/bin/env node
/**
 * `npm run chaos`: recordings go through n8n in queue mode while everything that can die does; prints what became of them.
 * `-- --seeds 4,5` for other seeds; `--short` for 100 recordings; `--delivered` for what n8n delivers in regular and in queue
 * mode while its processes are killed and restarted.
 */
const { readOptions, runCommand } = require('../command');

const { seeds, short, delivered } = readOptions({
	seeds: { type: 'string', default: '1,2,3' },
	short: { type: 'boolean', default: false },
	delivered: { type: 'boolean', default: false },
});

runCommand(async ({ n8n }) => {
	// These need what has been installed by now.
	const { measuredOn, printSections } = require('../measure/measure');
	const { runChaos } = require('./chaos');
	const { runDelivery } = require('./delivery');
	const { FULL, SHORT } = require('./plan');
	const { chaosOf, deliveriesOf } = require('./tables');
	const begun = new Date();
	/** @param {(seed: number) => Promise<any>} run @param {(runs: any[]) => Record<string, any>} sectionsOf */
	const each = async (run, sectionsOf) => {
		const runs = [];
		for (const seed of seeds.split(',').map(Number)) {
			runs.push(await run(seed));
			printSections(sectionsOf(runs));
		}
	};
	const both = async (/** @type {number} */ seed) => [
		await runDelivery(seed, 'regular'),
		await runDelivery(seed, 'queue'),
	];
	if (delivered) await each(both, deliveriesOf);
	else await each(async (seed) => await runChaos(seed, short ? SHORT : FULL), chaosOf);
	console.log(`\n${measuredOn(begun, n8n)} Seeds: ${seeds}.`);
});
