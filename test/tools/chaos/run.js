#!/usr/bin/env node
/**
 * `npm run chaos`: recordings go through n8n in queue mode while everything that can die does; writes docs/maintainers/chaos.md.
 * `-- --seeds 4,5` for other seeds, `--short` for 100 recordings, `--page` to write the page from the runs that there are.
 */
const { codeOf } = require('../../support/origin');
const { runMain } = require('../../support/setup/main');
const { allKeptResults, keepResults, readOptions, runCommand, writePage } = require('../command');
const { FULL, SHORT } = require('./scope');

const values = readOptions({
	seeds: { type: 'string', default: '1,2,3' },
	short: { type: 'boolean', default: false },
	page: { type: 'boolean', default: false },
});

/** Of results: beside the package that was run, as a run of other code is not to be on the page. */
const FOLDER = 'chaos';

runCommand(async () => {
	const { runChaos } = require('./chaos');
	const { printRun, render } = require('./page');
	for (const seed of values.page ? [] : values.seeds.split(',').map(Number)) {
		// A run that does not come to its end costs its own figures alone.
		await runMain(async () => {
			const result = await runChaos(seed, values.short ? SHORT : FULL);
			keepResults(`${FOLDER}/${result.recordings}-seed-${result.seed}.json`, result);
			printRun(result);
		});
	}
	const today = codeOf();
	const results = allKeptResults(FOLDER)
		.filter(({ recordings, origin }) => recordings === FULL.recordings && origin?.code === today)
		.sort((a, b) => a.seed - b.seed);
	if (results.length > 0) writePage('chaos.md', render(results));
});
