#!/usr/bin/env node
/**
 * `npm run soak`: a week of n8n in queue mode by a fast clock, with this node and without it; writes docs/soak.md.
 * `-- --days 1` only shows that everything works, and prints the page; `-- --factor 300` for a slower clock;
 * `-- --page` writes the page from the last run of several days.
 */
const fs = require('node:fs');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { runMain } = require('../../support/setup/main');
const { checkout } = require('../../support/setup/paths');
const { setUp } = require('../../support/setup/setUp');
const { exitOnSignals } = require('../../support/setup/summary');

const { values } = parseArgs({
	options: {
		days: { type: 'string', default: '7' },
		factor: { type: 'string', default: '400' },
		page: { type: 'boolean', default: false },
	},
});

const RESULTS = path.join(checkout, '.runtime/soak.json');

async function main() {
	await setUp();
	const { render } = require('./page');
	if (!values.page) {
		const { runSoak } = require('./soak');
		const results = await runSoak({ days: Number(values.days), factor: Number(values.factor) });
		if (results.days === 1) return console.log(render(results));
		fs.mkdirSync(path.dirname(RESULTS), { recursive: true });
		fs.writeFileSync(RESULTS, JSON.stringify(results, null, '\t'));
	}
	const file = path.join(checkout, 'docs/soak.md');
	fs.writeFileSync(file, render(JSON.parse(fs.readFileSync(RESULTS, 'utf8'))));
	console.log(`Written to ${file}`);
}

exitOnSignals();
runMain(main);
