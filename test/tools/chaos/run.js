#!/usr/bin/env node
/**
 * `npm run chaos`: recordings go through n8n in queue mode while everything that can die does; writes docs/chaos.md.
 * `-- --seeds 4,5` for other seeds, `--short` for 100 recordings, `--page` to write the page from the runs that there are.
 */
const { parseArgs } = require('node:util');
const { runMain } = require('../../support/setup/main');
const { setUp } = require('../../support/setup/setUp');
const { exitOnSignals } = require('../../support/setup/summary');
const { FULL, SHORT } = require('./scope');

const { values } = parseArgs({
	options: {
		seeds: { type: 'string', default: '1,2,3' },
		short: { type: 'boolean', default: false },
		page: { type: 'boolean', default: false },
	},
});

async function main() {
	await setUp();
	const { keepResult, keptResults } = require('./kept');
	const { printRun, writePage } = require('./page');
	if (!values.page) {
		const { runChaos } = require('./chaos');
		for (const seed of values.seeds.split(',').map(Number)) {
			// A run that does not come to its end costs its own figures alone.
			await runMain(async () => {
				const result = await runChaos(seed, values.short ? SHORT : FULL);
				keepResult(result);
				printRun(result);
			});
		}
	}
	const results = keptResults(FULL.recordings);
	if (results.length > 0) writePage(results);
}

exitOnSignals();
runMain(main);
