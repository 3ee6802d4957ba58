#!/usr/bin/env node
/**
 * `npm run chaos`: recordings go through n8n in queue mode while everything that can die does; writes docs/chaos.md.
 * `-- --seeds 4,5` for other seeds, `--short` for 100 recordings, `--page` to write the page from the runs that there are.
 */
const { parseArgs } = require('node:util');
const { runMain } = require('../../support/setup/main');
const { runCommand, writePage } = require('../command');
const { FULL, SHORT } = require('./scope');

const { values } = parseArgs({
	options: {
		seeds: { type: 'string', default: '1,2,3' },
		short: { type: 'boolean', default: false },
		page: { type: 'boolean', default: false },
	},
});

runCommand(async () => {
	const { runChaos } = require('./chaos');
	const { keepRun, keptRuns } = require('./kept');
	const { printRun, render } = require('./page');
	for (const seed of values.page ? [] : values.seeds.split(',').map(Number)) {
		// A run that does not come to its end costs its own figures alone.
		await runMain(async () => {
			const result = await runChaos(seed, values.short ? SHORT : FULL);
			keepRun(result);
			printRun(result);
		});
	}
	const results = keptRuns(FULL.recordings);
	if (results.length > 0) writePage('chaos.md', render(results));
});
