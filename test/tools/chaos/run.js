#!/usr/bin/env node
/**
 * `npm run chaos`: recordings go through n8n in queue mode while everything that can die does; writes docs/chaos.md.
 * `-- --seeds 4,5` for other seeds, `--short` for 100 recordings, `--page` to write the page from the runs that there are.
 */
const fs = require('node:fs');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { codeOf } = require('../../support/origin');
const { runMain } = require('../../support/setup/main');
const { KEPT, keepResults, keptResults, runCommand, writePage } = require('../command');
const { FULL, SHORT } = require('./scope');

const { values } = parseArgs({
	options: {
		seeds: { type: 'string', default: '1,2,3' },
		short: { type: 'boolean', default: false },
		page: { type: 'boolean', default: false },
	},
});

/** Beside the package that was run: a run of other code is not to be on the page. */
const FOLDER = 'chaos';

/**
 * The runs of today's code, by their seeds.
 * @param {number} recordings of each run
 * @returns {Array<import('./results').RunResult>}
 */
function keptRuns(recordings) {
	const folder = path.join(KEPT, FOLDER);
	const today = codeOf();
	return (fs.existsSync(folder) ? fs.readdirSync(folder) : [])
		.filter((name) => name.startsWith(`${recordings}-seed-`))
		.map((name) => keptResults(path.join(FOLDER, name)))
		.filter(({ origin }) => origin?.code === today)
		.sort((a, b) => a.seed - b.seed);
}

runCommand(async () => {
	const { runChaos } = require('./chaos');
	const { printRun, render } = require('./page');
	for (const seed of values.page ? [] : values.seeds.split(',').map(Number)) {
		// A run that does not come to its end costs its own figures alone.
		await runMain(async () => {
			const result = await runChaos(seed, values.short ? SHORT : FULL);
			const name = `${result.recordings}-seed-${result.seed}.json`;
			keepResults(path.join(FOLDER, name), result);
			printRun(result);
		});
	}
	const results = keptRuns(FULL.recordings);
	if (results.length > 0) writePage('chaos.md', render(results));
});
