#!/usr/bin/env node
/**
 * `npm run mutation`: changes the sources in many small ways, and looks whether a unit test notices, with Stryker. With
 * files after it, e.g. `npm run mutation -- nodes/Verbit/http/redact.ts`, only those; the docs are not written then.
 */
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { ensureDependencies } = require('../../support/setup/dependencies');
const { ensureInstalled } = require('../../support/setup/install');
const { runMain } = require('../../support/setup/main');
const { checkout } = require('../../support/setup/paths');
const { temporaryFolder } = require('../bench/machine');
const { mutationTable, writeSection } = require('./page');

/** Of Stryker: the newest that runs on Node.js 20. */
const VERSION = '9.6.1';

/** Not among the package's own dependencies: Stryker brings two hundred of its own. */
const STRYKER = {
	name: `stryker-${VERSION}`,
	title: `Install Stryker ${VERSION}`,
	manifest: {
		dependencies: { '@stryker-mutator/core': VERSION, '@stryker-mutator/jest-runner': VERSION },
	},
};

/** Of `nodes/Verbit`: what a recording's fate hangs on. Each has its unit tests in a folder of the same name. */
const FOLDERS = ['upload', 'http'];

/** They open files with n8n's helpers, which are never mocked: the engine's tests see to them. */
const WITHOUT_UNIT_TESTS = ['binarySource', 'urlSource'];

const coverage = path.join(checkout, 'coverage');

const folderOfRun = temporaryFolder();

const configFile = path.join(folderOfRun, 'stryker.config.json');

/** @param {string} folder */
const unitTested = (folder) => [
	`nodes/Verbit/${folder}/**/*.ts`,
	`!nodes/Verbit/${folder}/{${WITHOUT_UNIT_TESTS}}.ts`,
];

/** Of a folder. @param {string} folder */
const reportFile = (folder) => path.join(coverage, `mutation-${folder}.json`);

/** @param {string} folder @param {string[]} mutate @param {string} stryker its packages */
const configFor = (folder, mutate, stryker) => ({
	mutate,
	plugins: [path.join(stryker, 'jest-runner/dist/src/index.js')],
	testRunner: 'jest',
	jest: {
		configFile: 'test/tools/quality/jest.mutation.config.js',
		config: { testMatch: [`<rootDir>/test/unit/${folder}/**/*.test.js`] },
	},
	coverageAnalysis: 'perTest',
	// What is copied for it: all but what is large or made.
	ignorePatterns: ['.runtime', 'coverage', 'dist', 'docs', '.git'],
	tempDirName: path.join(folderOfRun, 'sandbox'),
	cleanTempDir: 'always',
	concurrency: 1,
	// Jest lets go of little of what the tests load.
	maxTestRunnerReuse: 50,
	timeoutMS: 20_000,
	reporters: ['clear-text', 'json', 'html'],
	clearTextReporter: { allowColor: false, logTests: false },
	jsonReporter: { fileName: reportFile(folder) },
	htmlReporter: { fileName: path.join(coverage, `mutation-${folder}.html`) },
	thresholds: { high: 90, low: 80, break: 80 },
});

async function main() {
	await ensureDependencies();
	const stryker = path.join(await ensureInstalled(STRYKER), 'node_modules/@stryker-mutator');
	const given = process.argv.slice(2);
	// The machine may have other things to do meanwhile.
	os.setPriority(10);
	for (const folder of FOLDERS) {
		const isOf = (/** @type {string} */ file) => file.startsWith(`nodes/Verbit/${folder}/`);
		const files = given.length > 0 ? given.filter(isOf) : unitTested(folder);
		if (files.length === 0) continue;
		fs.writeFileSync(configFile, JSON.stringify(configFor(folder, files, stryker), null, '\t'));
		const options = { cwd: checkout, stdio: /** @type {const} */ ('inherit') };
		const args = [path.join(stryker, 'core/bin/stryker.js'), 'run', configFile];
		const { status } = spawnSync(process.execPath, args, options);
		if (status !== 0) process.exitCode = 1;
	}
	if (given.length > 0) return;
	const reports = FOLDERS.map((folder) => ({ folder, ...require(reportFile(folder)) }));
	writeSection('mutation', mutationTable(reports));
}

runMain(main);
