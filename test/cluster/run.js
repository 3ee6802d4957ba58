#!/usr/bin/env node
/**
 * `npm run test:cluster`: the node where users run it and build with it. n8n in queue mode on Postgres and Redis, a real
 * object store, the editor in a browser. These come from Debian packages: the tests that need one fail without it, and say
 * how to install all that are missing.
 */
const { ensureDependencies } = require('../support/setup/dependencies');
const { runJest } = require('../support/setup/jest');
const { runMain } = require('../support/setup/main');
const { summarize } = require('../support/setup/summary');

/** Two files at a time, also on two cores: each waits for n8n, its queue or its editor most of the time. */
const WORKERS = 2;

runMain(async () => {
	await ensureDependencies();
	const order = `--testSequencer=${require.resolve('../support/setup/longestFirst')}`;
	summarize(await runJest(['cluster', 'browser'], [`--maxWorkers=${WORKERS}`, order]));
});
