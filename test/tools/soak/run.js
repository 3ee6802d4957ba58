#!/usr/bin/env node
/**
 * `npm run soak`: a week of n8n in queue mode in about an hour, by a fast clock, with this node and without it; writes
 * docs/maintainers/soak.md.
 * `-- --days 1` only shows that everything works, and prints the page; `-- --factor 400` for a faster clock;
 * `-- --page` writes the page from the last run of several days.
 */
const { keepResults, keptResults, readOptions, runCommand, writePage } = require('../command');

const values = readOptions({
	days: { type: 'string', default: '7' },
	factor: { type: 'string', default: '168' },
	page: { type: 'boolean', default: false },
});

const RESULTS = 'soak.json';

runCommand(async () => {
	const { render } = require('./page');
	if (!values.page) {
		const { runSoak } = require('./soak');
		const results = await runSoak({ days: Number(values.days), factor: Number(values.factor) });
		if (results.days === 1) return console.log(render(results));
		keepResults(RESULTS, results);
	}
	writePage('soak.md', render(keptResults(RESULTS)));
});
