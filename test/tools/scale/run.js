#!/usr/bin/env node
/**
 * `npm run bench:scale`: what many recordings cost in queue mode, with this node and without it; writes docs/scale.md.
 * `-- --minutes 20` ends sooner than after 35 minutes, and leaves out what is left; `-- --quick` only shows that everything
 * works, and prints the page; `-- --page` writes the page from the last run that was not quick, also from one that was interrupted.
 */
const fs = require('node:fs');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { runMain } = require('../../support/setup/main');
const { checkout } = require('../../support/setup/paths');
const { setUp } = require('../../support/setup/setUp');
const { exitOnSignals } = require('../../support/setup/summary');
const { FULL, QUICK } = require('./scope');

const { values } = parseArgs({
	options: {
		minutes: { type: 'string', default: '35' },
		quick: { type: 'boolean', default: false },
		page: { type: 'boolean', default: false },
	},
});

const RESULTS = path.join(checkout, '.runtime/scale.json');

async function main() {
	const { n8n } = await setUp();
	// These need what has been installed by now.
	const { render } = require('./page');
	const { Measuring } = require('./measure');
	if (values.quick) {
		const results = await new Measuring(QUICK, Number(values.minutes), () => undefined).run();
		return console.log(render(results, n8n.version));
	}
	if (!values.page) await new Measuring(FULL, Number(values.minutes), keep).run();
	const file = path.join(checkout, 'docs/scale.md');
	fs.writeFileSync(file, render(JSON.parse(fs.readFileSync(RESULTS, 'utf8')), n8n.version));
	console.log(`Written to ${file}`);
}

/** An interrupted run leaves what it has measured. @param {import('./scope').Results} results */
function keep(results) {
	fs.writeFileSync(RESULTS, JSON.stringify(results, null, '\t'));
}

exitOnSignals();
runMain(main);
