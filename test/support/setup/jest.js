const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { chmodSync, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { checkout } = require('./paths');
const { RESULTS_FILE } = require('./resultsReporter');

/** For another user, that a database of the tests runs as, to reach its own folder below. */
const TRAVERSABLE = 0o711;

/**
 * @typedef {object} Results
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {boolean} success
 */

/**
 * Runs the tests of some of jest's projects. They have one temporary folder and one process group for all that they
 * start, so that none of it is left, whichever way this process ends.
 *
 * @param {string[]} projects
 * @param {object} [settings]
 * @param {string[]} [settings.options] of jest's command line
 * @param {string} [settings.configFile] below the checkout
 * @returns {Promise<Results>}
 */
async function runJest(projects, { options = [], configFile = 'test/jest.config.js' } = {}) {
	const folder = mkdtempSync(path.join(tmpdir(), 'verbit-tests-'));
	chmodSync(folder, TRAVERSABLE);
	const outputFile = path.join(folder, 'results.json');
	const config = `--config=${path.join(checkout, configFile)}`;
	const child = start(projects, [config, ...options], { folder, outputFile });
	const endAll = () => {
		endGroup(child);
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	};
	process.once('exit', endAll);
	await once(child, 'close');
	const results = readResults(outputFile);
	process.off('exit', endAll);
	endAll();
	return results;
}

/**
 * @param {string[]} projects
 * @param {string[]} options
 * @param {{ folder: string, outputFile: string }} files
 */
function start(projects, options, { folder, outputFile }) {
	const args = [
		require.resolve('jest/bin/jest'),
		// Jest would keep it in the temporary folder, and so begin anew each time.
		`--cacheDirectory=${path.join(checkout, '.runtime/jest-cache')}`,
		'--reporters=default',
		`--reporters=${require.resolve('./resultsReporter')}`,
		...options,
		'--selectProjects',
		...projects,
	];
	return spawn(process.execPath, args, {
		cwd: checkout,
		detached: process.platform !== 'win32',
		env: {
			...process.env,
			TMPDIR: folder,
			[RESULTS_FILE]: outputFile,
		},
		stdio: ['ignore', 'ignore', 'inherit'],
	});
}

/** @param {import('node:child_process').ChildProcess} leader */
function endGroup({ pid }) {
	try {
		process.kill(-Number(pid), 'SIGKILL');
	} catch {
		// All of them have ended by themselves.
	}
}

/**
 * @param {string} outputFile
 * @returns {Results}
 */
function readResults(outputFile) {
	try {
		return JSON.parse(readFileSync(outputFile, 'utf8'));
	} catch {
		// Jest has ended before its tests did.
		return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, success: false };
	}
}

module.exports = { runJest };
