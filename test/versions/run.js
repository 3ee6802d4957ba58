#!/usr/bin/env node
/** `npm run test:versions`: the main job in older versions of n8n. Each is installed the first time, for some minutes. */
const { ensureDependencies } = require('../setup/dependencies');
const { runJest } = require('../setup/jest');
const { runMain } = require('../setup/main');
const { ensureN8n, OLD_VERSIONS } = require('../setup/n8n');
const { ensureTarball } = require('../setup/package');
const { exitOnSignals, summarize } = require('../setup/summary');

async function main() {
	await ensureDependencies();
	await ensureTarball();
	for (const version of OLD_VERSIONS) await ensureN8n(version);
	const { ensureRecordings } = require('../recordings/recordings');
	await ensureRecordings();
	summarize([], await runJest(['versions']));
}

exitOnSignals();
runMain(main);
