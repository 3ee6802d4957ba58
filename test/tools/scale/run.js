#!/usr/bin/env node
/**
 * `npm run bench:scale`: what many recordings cost in queue mode, with this node and without it; writes docs/scale.md.
 * `-- --quick` only shows that it works, and writes nothing; `-- --page` writes the page from the last full run.
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
		quick: { type: 'boolean', default: false },
		page: { type: 'boolean', default: false },
	},
});

const RESULTS = path.join(checkout, '.runtime/scale.json');

async function main() {
	const { n8n } = await setUp();
	// These need what has been installed by now.
	const { render } = require('./page');
	if (!values.page) {
		const { measureAll } = require('./measure');
		const results = await measureAll(values.quick ? QUICK : FULL);
		if (values.quick) return console.log(render(results, n8n));
		fs.writeFileSync(RESULTS, JSON.stringify(results, null, '\t'));
	}
	const file = path.join(checkout, 'docs/scale.md');
	fs.writeFileSync(file, render(JSON.parse(fs.readFileSync(RESULTS, 'utf8')), n8n));
	console.log(`Written to ${file}`);
}

exitOnSignals();
runMain(main);
