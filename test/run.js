#!/usr/bin/env node
/** `npm test`: sets up what is missing, then checks and tests everything. Needs nothing but Node.js and npm. */
const { availableParallelism } = require('node:os');
const { ensureDependencies } = require('./setup/dependencies');
const { runJest } = require('./setup/jest');
const { ensureN8n } = require('./setup/n8n');
const { ensureTarball } = require('./setup/package');
const { checkout } = require('./setup/paths');
const { step } = require('./setup/progress');
const { npm } = require('./setup/command');
const { exitOnSignals, summarize } = require('./setup/summary');

/** Many tests wait for real time to pass, so that two at a time are faster on two cores as well. */
const WORKERS = Math.max(2, availableParallelism() - 1);

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
	summarize(
		checks,
		await runJest(['unit', 'emulator', 'engine', 'e2e'], [`--maxWorkers=${WORKERS}`]),
	);
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

exitOnSignals();
main().catch((error) => {
	console.error(error.message);
	process.exitCode = 1;
});
