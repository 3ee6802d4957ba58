#!/usr/bin/env node
/** `npm run test:azure`: uploads to Azure's blob storage, as Azurite has it. */
const { ensureAzurite } = require('../setup/azurite');
const { ensureDependencies } = require('../setup/dependencies');
const { runJest } = require('../setup/jest');
const { runMain } = require('../setup/main');
const { ensureTarball } = require('../setup/package');
const { exitOnSignals, summarize } = require('../setup/summary');

async function main() {
	await ensureDependencies();
	await ensureTarball();
	await ensureAzurite();
	summarize([], await runJest(['azure']));
}

exitOnSignals();
runMain(main);
