#!/usr/bin/env node
/**
 * `npm run chaos`: recordings go through n8n in queue mode while everything that can die does; writes its part of
 * docs/maintainers/results.md. `-- --seeds 4,5` for other seeds; `--short` for 100 recordings, whose outcome is printed;
 * `--regular` for what one n8n in regular mode delivers, which is killed and restarted.
 */
const { originNow } = require('../../support/origin');
const { runMain } = require('../../support/setup/main');
const { readOptions, runCommand } = require('../command');
const { measuredOn, printSections, writeSections } = require('../measure/measure');
const { FULL, SHORT } = require('./plan');

const values = readOptions({
	seeds: { type: 'string', default: '1,2,3' },
	short: { type: 'boolean', default: false },
	regular: { type: 'boolean', default: false },
});

runCommand(async ({ n8n }) => {
	const { runChaos } = require('./chaos');
	const { deliveriesOf, sectionsOf } = require('./tables');
	const origin = originNow();
	const seeds = values.seeds.split(',').map(Number);
	if (values.regular) {
		const { runDelivery } = require('./delivery');
		const deliveries = [];
		for (const seed of seeds) deliveries.push(await runDelivery(seed));
		const delivered = deliveriesOf(deliveries);
		printSections({ delivered });
		const measured = `${measuredOn(origin, n8n)} Seeds: ${values.seeds}.`;
		return writeSections({ 'delivered measured on': measured, delivered });
	}
	/** @type {import('./chaos').Run[]} */
	const runs = [];
	for (const seed of seeds) {
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
