#!/usr/bin/env node
/** `npm run test:versions`: the main job in older versions of n8n. Each is installed the first time, for some minutes. */
const { ensureDependencies } = require('../support/setup/dependencies');
const { runJest } = require('../support/setup/jest');
const { runMain } = require('../support/setup/main');
const { ensureN8n, OLD_VERSIONS } = require('../support/setup/n8n');
const { ensureTarball } = require('../support/setup/package');
const { exitOnSignals, summarize } = require('../support/setup/summary');

async function main() {
	await ensureDependencies();
	await ensureTarball();
	for (const version of OLD_VERSIONS) await ensureN8n(version);
	summarize([], await runJest(['versions']));
}

exitOnSignals();
runMain(main);
