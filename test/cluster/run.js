#!/usr/bin/env node
/**
 * `npm run test:cluster`: the node where users run it and build with it. n8n in queue mode on Postgres and Redis, a real
 * object store, the editor in a browser. These come from Debian packages: without them the tests that need them are left
 * out, and fail where CI is set.
 */
const { runJest } = require('../support/setup/jest');
const { runMain } = require('../support/setup/main');
const { setUp } = require('../support/setup/setUp');
const { exitOnSignals, summarize } = require('../support/setup/summary');
const { howToInstall, missingPackages, PACKAGES } = require('./debian');

const QUEUE = ['postgres', 'redis-server'];

/** The programs that a test file needs beside Node.js, by its path. @type {Record<string, string[]>} */
const NEEDS = {
	'browser/editor.test.js': ['chromium'],
	'cluster/chaos.test.js': QUEUE,
	'cluster/objectStore.test.js': Object.keys(PACKAGES).filter((name) => name.startsWith('swift')),
	'cluster/queue.test.js': QUEUE,
};

/** Two files at a time, also on two cores: each waits for n8n, its queue or its editor most of the time. */
const WORKERS = 2;

async function main() {
	const leftOut = Object.keys(NEEDS).filter((file) => missingPackages(NEEDS[file]).length > 0);
	if (leftOut.length > 0) reportMissing(leftOut);
	await setUp();
	const ignore = leftOut.map((file) => `--testPathIgnorePatterns=/test/${file}$`);
	const results = await runJest(
		['cluster', 'browser'],
		[
			'--passWithNoTests',
			`--maxWorkers=${WORKERS}`,
			`--testSequencer=${require.resolve('./longestFirst')}`,
			...ignore,
		],
	);
	if (leftOut.length > 0) console.log(`${leftOut.length} test files left out, see above`);
	// On a server that is to run them all, each file that is left out is a failure.
	summarize(...(process.env.CI ? leftOut.map(() => false) : []), results);
}

/** @param {string[]} leftOut */
function reportMissing(leftOut) {
	const packages = new Set(leftOut.flatMap((file) => missingPackages(NEEDS[file])));
	console.error(
		`${leftOut.join(' and ')} can't run, as Debian packages are missing. ${howToInstall(packages)}`,
	);
}

exitOnSignals();
runMain(main);
