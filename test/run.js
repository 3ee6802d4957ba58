#!/usr/bin/env node
/**
 * `npm test`: sets up what is missing, then checks and tests everything. Needs Node.js, npm, Python 3, make and g++.
 * `npm run test:quick` does without n8n: lint, types, format, unit tests and those in n8n's engine. `npm test -- --e2e`
 * runs the tests with a whole n8n alone, on Linux. `npm run test:cluster` runs those with n8n in queue mode on Postgres and
 * Redis, a real object store and the editor in a browser: they say how to install what is missing from Debian.
 */
const { availableParallelism } = require('node:os');
const path = require('node:path');
const { run } = require('./support/setup/command');
const { runJest, summarize } = require('./support/setup/jest');
const { runMain } = require('./support/setup/main');
const { ensureN8n } = require('./support/setup/n8n');
const { ensureDependencies, ensureTarball } = require('./support/setup/package');
const { checkout } = require('./support/setup/paths');
const { step } = require('./support/setup/progress');

const isQuick = process.argv.includes('--quick');
const isE2e = process.argv.includes('--e2e');
const isCluster = process.argv.includes('--cluster');

/** Each process loads n8n's engine, so that one more than there are cores takes longer. */
const ONE_A_CORE = [`--maxWorkers=${availableParallelism()}`];

/** Each waits for an n8n most of the time, its queue or its editor, and some in `e2e` for the same one. */
const WORKERS_WITH_N8N = isCluster ? 2 : Math.max(4, availableParallelism() - 1);

async function main() {
	if (!isQuick && process.platform !== 'linux')
		throw new Error('Only `npm run test:quick` does without Linux.');
	const dependencies = ensureDependencies();
	const prepared = isQuick
		? dependencies
		: Promise.all([ensureN8n(), dependencies.then(ensureTarball)]);
	// Its failure is shown where it is waited for.
	prepared.catch(() => undefined);
	await dependencies;
	// The install takes minutes: what does without n8n runs meanwhile, and not beside what needs it, which would be too
	// much for a small machine.
	const quick = isE2e || isCluster ? [] : await runQuick();
	await prepared;
	if (isQuick) return summarize(...quick);
	const projects = isCluster ? ['cluster', 'browser'] : ['e2e'];
	summarize(...quick, await runJest(projects, [`--maxWorkers=${WORKERS_WITH_N8N}`]));
}

/** What hasn't changed isn't looked at again. @param {string} program */
const cached = (program) => `--cache --cache-location .runtime/${program}`;

const LINT = `eslint --config test/eslint.config.mjs . ${cached('eslint')}`;

async function runQuick() {
	// An axios that n8n may have next changes with no commit.
	const projects = ['unit', 'emulator', 'engine', ...(isQuick ? [] : ['newestAxios'])];
	// The tests wait now and then: then the checks go on.
	return await Promise.all([
		runJest(projects, ONE_A_CORE),
		check("Lint with n8n's rules and our own", LINT),
		// Its rules are among those above. It checks that its configuration is unchanged, too.
		...(isQuick ? [] : [check("Lint with n8n's own command", 'n8n-node lint')]),
		check('Check the types', 'tsc --noEmit --project test/tsconfig.json'),
		check('Check the formatting', `prettier --check . ${cached('prettier')}`),
	]);
}

/** A check by a program of a package: it counts as one test. @param {string} title @param {string} command */
async function check(title, command) {
	const [program, ...options] = command.split(' ');
	// `npm exec` would compute for longer than some of them.
	const file = path.join(checkout, 'node_modules/.bin', program);
	const work = async () => await run(file, options, { cwd: checkout });
	return await step(title, work).then(
		() => ({ passed: 1 }),
		(error) => {
			console.error(error.message);
			return { failed: 1 };
		},
	);
}

runMain(main);
