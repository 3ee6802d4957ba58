#!/usr/bin/env node
/**
 * `npm run bench`: this node beside every other way, in one run; writes docs/benchmarks.md and its charts.
 * `-- --quick` only shows that it works: a minute or two, and its page goes to the folder of `--out`, or to the terminal.
 */
const fs = require('node:fs');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { originNow } = require('../../support/origin');
const { runMain } = require('../../support/setup/main');
const { checkout } = require('../../support/setup/paths');
const { step } = require('../../support/setup/progress');
const { setUp } = require('../../support/setup/setUp');
const { exitOnSignals } = require('../../support/setup/summary');
const { FULL, newResults, QUICK } = require('./scope');

const { values } = parseArgs({
	options: { quick: { type: 'boolean', default: false }, out: { type: 'string' } },
});

async function main() {
	const { tarball, n8n } = await setUp();
	// These need what has been installed by now.
	const { drawCharts } = require('./charts');
	const { describeMachine, render } = require('./page');
	const origin = originNow();
	const results = await measure(tarball, values.quick ? QUICK : FULL);
	const command = `npm run bench${values.quick ? ' -- --quick' : ''}`;
	const text = render(results, await describeMachine(n8n, origin), command);
	console.log(text);
	const folder = values.out ?? (values.quick ? undefined : path.join(checkout, 'docs'));
	if (folder === undefined) return;
	fs.mkdirSync(folder, { recursive: true });
	fs.writeFileSync(path.join(folder, 'benchmarks.md'), text);
	await drawCharts(results.sizes, folder);
	console.log(`\nWritten to ${path.join(folder, 'benchmarks.md')}`);
}

/** @param {string} tarball @param {import('./scope').Scope} scope */
async function measure(tarball, scope) {
	const { openBench } = require('./bench');
	const { Measures } = require('./measure');
	const bench = await openBench(tarball, scope);
	try {
		const results = newResults(scope);
		const tasks = new Measures(bench, scope, results).tasks();
		for (const [index, { label, run }] of tasks.entries()) {
			await step(`${index + 1}/${tasks.length} ${label}`, async () => await run());
		}
		return results;
	} finally {
		await bench.close();
	}
}

exitOnSignals();
runMain(main);
