#!/usr/bin/env node
/** `npm test`: sets up what is missing, then checks and tests everything. Needs nothing but Node.js and npm. */
const { spawnSync } = require('node:child_process');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { ensureDependencies } = require('./setup/dependencies');
const { ensureN8n } = require('./setup/n8n');
const { ensureTarball } = require('./setup/package');
const { checkout } = require('./setup/paths');
const { step } = require('./setup/progress');
const { npm } = require('./setup/command');

// The harness ends its n8n when this process exits, which it does not do by itself on a signal.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

async function main() {
	await ensureDependencies();
	const checks = [
		await check("Lint with n8n's own rules", ['run', 'lint']),
		await check('Check the types', ['run', 'typecheck']),
	];
	await ensureTarball();
	await ensureN8n();
	const { ensureRecordings } = require('./recordings/recordings');
	await ensureRecordings();
	report(checks, runJest());
}

/**
 * A check that is a command: it counts as one test.
 * @param {string} title
 * @param {string[]} args
 */
async function check(title, args) {
	return await step(title, async () => await npm(args, { cwd: checkout })).then(
		() => true,
		(error) => {
			console.error(error.message);
			return false;
		},
	);
}

/** @returns {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, success: boolean }} */
function runJest() {
	const folder = mkdtempSync(path.join(tmpdir(), 'verbit-tests-'));
	const outputFile = path.join(folder, 'results.json');
	const jest = require.resolve('jest/bin/jest');
	const config = path.join(__dirname, 'jest.config.js');
	const args = [jest, '--config', config, '--json', `--outputFile=${outputFile}`];
	// Jest prints its report on standard error, and with --json the results on standard output.
	spawnSync(process.execPath, args, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] });
	const results = JSON.parse(readFileSync(outputFile, 'utf8'));
	rmSync(folder, { recursive: true, force: true });
	return results;
}

/**
 * @param {boolean[]} checks
 * @param {ReturnType<typeof runJest>} jest
 */
function report(checks, jest) {
	// A suite that can not even be loaded has no test that could fail.
	const brokenSuites = jest.success || jest.numFailedTests > 0 ? 0 : 1;
	const passed = jest.numPassedTests + checks.filter(Boolean).length;
	const failed = jest.numFailedTests + brokenSuites + checks.filter((passes) => !passes).length;
	const skipped = jest.numPendingTests > 0 ? `, ${jest.numPendingTests} skipped` : '';
	console.log(`${passed} passed, ${failed} failed${skipped}`);
	process.exitCode = failed === 0 ? 0 : 1;
}

main().catch((error) => {
	console.error(error.message);
	process.exitCode = 1;
});
