#!/usr/bin/env node
/**
 * `npm run coverage`: which branches of nodes/ and credentials/ the unit tests and the engine's tests run, together.
 * Fails below 95 %. The report with every line is in coverage/index.html.
 */
const fs = require('node:fs');
const path = require('node:path');
const packageJson = require('../../../package.json');
const { ensureDependencies } = require('../../support/setup/dependencies');
const { runJest } = require('../../support/setup/jest');
const { runMain } = require('../../support/setup/main');
const { checkout } = require('../../support/setup/paths');
const { exitOnSignals, summarize } = require('../../support/setup/summary');
const { coverageTable, writeSection } = require('./page');

/** Of all branches, %. */
const MIN_BRANCHES = 95;

const summaryFile = path.join(checkout, 'coverage/coverage-summary.json');

/** Never shared: another clone has other sources. */
const packageFolder = path.join(checkout, '.runtime/source-package');

/**
 * Makes a package that n8n loads as any other, but whose nodes and credentials are the TypeScript sources: for the
 * engine's tests under coverage.
 * @returns {string} its folder
 */
function makeSourcePackage() {
	fs.rmSync(packageFolder, { recursive: true, force: true });
	fs.cpSync(path.join(checkout, 'nodes'), path.join(packageFolder, 'dist/nodes'), {
		recursive: true,
		filter: (file) => !file.endsWith('.ts'),
	});
	fs.copyFileSync(path.join(checkout, 'package.json'), path.join(packageFolder, 'package.json'));
	for (const file of [...packageJson.n8n.nodes, ...packageJson.n8n.credentials]) {
		const source = path.join(checkout, file.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
		const target = path.join(packageFolder, file);
		fs.mkdirSync(path.dirname(target), { recursive: true });
		fs.writeFileSync(target, `module.exports = require(${JSON.stringify(source)});\n`);
	}
	return packageFolder;
}

async function main() {
	await ensureDependencies();
	process.env.N8N_NODES_VERBIT_PACKAGE = makeSourcePackage();
	fs.rmSync(summaryFile, { force: true });
	const results = await runJest(['unit', 'engine'], {
		configFile: 'test/tools/quality/jest.coverage.config.js',
	});
	const isThere = fs.existsSync(summaryFile);
	const summary = isThere && JSON.parse(fs.readFileSync(summaryFile, 'utf8'));
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
