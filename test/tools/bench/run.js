#!/usr/bin/env node
/**
 * `npm run bench`: this node beside every other way, in one run; writes docs/maintainers/benchmarks.md and its charts.
 * `-- --quick` only shows that it works: a minute or two, and its page goes to the folder of `--out`, or to the terminal.
 */
const path = require('node:path');
const { parseArgs } = require('node:util');
const { originNow } = require('../../support/origin');
const { checkout } = require('../../support/setup/paths');
const { runCommand, writePage } = require('../command');
const { FULL, QUICK } = require('./scope');

const { values } = parseArgs({
	options: { quick: { type: 'boolean', default: false }, out: { type: 'string' } },
});

runCommand(async ({ n8n }) => {
	const { openBench } = require('./bench');
	const { drawCharts } = require('./charts');
	const { Measures } = require('./measure');
	const { describeMachine, render } = require('./page');
	const origin = originNow();
	const scope = values.quick ? QUICK : FULL;
	const bench = await openBench();
	const results = await new Measures(bench, scope).run().finally(async () => await bench.close());
	const command = `npm run bench${values.quick ? ' -- --quick' : ''}`;
	const text = render(results, await describeMachine(n8n, origin), command);
	console.log(text);
	const folder = values.out ?? (values.quick ? undefined : path.join(checkout, 'docs/maintainers'));
	if (folder === undefined) return;
	writePage('benchmarks.md', text, folder);
	await drawCharts(results.sizes, folder);
});
