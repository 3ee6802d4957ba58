#!/usr/bin/env node
/** `npm test`: sets up what is missing, then checks and tests everything. Needs nothing but Node.js and npm. */
const { availableParallelism } = require('node:os');
const { runJest } = require('./support/setup/jest');
const { runMain } = require('./support/setup/main');
const { checkout } = require('./support/setup/paths');
const { setUp } = require('./support/setup/setUp');
const { step } = require('./support/setup/progress');
const { npm } = require('./support/setup/command');
const { exitOnSignals, summarize } = require('./support/setup/summary');

/** Many tests wait for real time to pass, so that two at a time are faster on two cores as well. */
const OPTIONS = [`--maxWorkers=${Math.max(2, availableParallelism() - 1)}`];

async function main() {
	/** @type {boolean[]} */
	const checks = [];
	const { n8n } = await setUp(async () => {
		checks.push(await check("Lint with n8n's own rules", ['run', 'lint']));
		checks.push(await check('Check the types', ['run', 'typecheck']));
	});
	const runs = [await runJest(['unit', 'emulator', 'engine', 'e2e'], { options: OPTIONS })];
	if (n8n.node !== process.execPath) {
		console.log("The unit and engine tests once more, with n8n's own Node.js:");
		runs.push(await runJest(['unit', 'engine'], { options: OPTIONS, node: n8n.node }));
	}
	summarize(checks, ...runs);
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
runMain(main);
