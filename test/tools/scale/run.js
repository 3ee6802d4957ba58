#!/usr/bin/env node
/**
 * `npm run bench:scale`: what many recordings cost in queue mode, with this node and without it; writes docs/maintainers/scale.md.
 * `-- --minutes 20` ends sooner than after 35 minutes, and leaves out what is left; `-- --quick` only shows that everything
 * works, and prints the page; `-- --page` writes the page from the last run that was not quick, also from one that was interrupted.
 */
const path = require('node:path');
const { parseArgs } = require('node:util');
const { checkout } = require('../../support/setup/paths');
const { keepResults, keptResults, runCommand, writePage } = require('../command');
const { FULL, QUICK } = require('./scope');

const { values } = parseArgs({
	options: {
		minutes: { type: 'string', default: '35' },
		quick: { type: 'boolean', default: false },
		page: { type: 'boolean', default: false },
	},
});

const RESULTS = 'scale.json';

runCommand(async ({ n8n }) => {
	const { render } = require('./page');
	const { Measuring } = require('./measure');
	const { waitRule } = require('./waits');
	const checksOf = waitRule((source) => require(path.join(checkout, 'dist', source)));
	const minutes = Number(values.minutes);
	if (values.quick) {
		const results = await new Measuring(QUICK, minutes, () => undefined).run();
		return console.log(render(results, n8n.version, checksOf));
	}
	// An interrupted run leaves what it has measured.
	const keep = (/** @type {object} */ results) => keepResults(RESULTS, results);
	if (!values.page) await new Measuring(FULL, minutes, keep).run();
	writePage('scale.md', render(keptResults(RESULTS), n8n.version, checksOf));
});
