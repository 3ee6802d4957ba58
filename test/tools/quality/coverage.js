#!/usr/bin/env node
/**
 * `npm run coverage`: which branches of nodes/ and credentials/ the unit tests and the engine's tests run, together.
 * Fails below 95 %. The report with every line is in coverage/index.html.
 */
const fs = require('node:fs');
const path = require('node:path');
const { ensureDependencies } = require('../../support/setup/dependencies');
const { runJest } = require('../../support/setup/jest');
const { runMain } = require('../../support/setup/main');
const { checkout } = require('../../support/setup/paths');
const { exitOnSignals, summarize } = require('../../support/setup/summary');
const { makeSourcePackage } = require('./sourcePackage');
const { coverageTable, writeSection } = require('./page');

/** Of all branches, %. */
const MIN_BRANCHES = 95;

const summaryFile = path.join(checkout, 'coverage/coverage-summary.json');

async function main() {
	await ensureDependencies();
	process.env.N8N_NODES_VERBIT_PACKAGE = makeSourcePackage();
	fs.rmSync(summaryFile, { force: true });
	const results = await runJest(['unit', 'engine'], {
		configFile: 'test/tools/quality/jest.coverage.config.js',
	});
	const isThere = fs.existsSync(summaryFile);
	const summary = isThere ? JSON.parse(fs.readFileSync(summaryFile, 'utf8')) : undefined;
	if (isThere) {
		const table = coverageTable(summary);
		console.log(`\n${table}\n`);
		if (results.numFailedTests === 0) writeSection('coverage', table);
	}
	const isEnough = isThere && summary.total.branches.pct >= MIN_BRANCHES;
	if (!isEnough) console.error(`Less than ${MIN_BRANCHES} % of all branches are covered`);
	summarize([isEnough], results);
}

exitOnSignals();
runMain(main);
