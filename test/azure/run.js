#!/usr/bin/env node
/** `npm run test:azure`: uploads to Azure's blob storage, as Azurite has it. */
const { ensureAzurite } = require('../support/setup/azurite');
const { ensureDependencies } = require('../support/setup/dependencies');
const { runJest } = require('../support/setup/jest');
const { runMain } = require('../support/setup/main');
const { ensureTarball } = require('../support/setup/package');
const { exitOnSignals, summarize } = require('../support/setup/summary');

async function main() {
	await ensureDependencies();
	await ensureTarball();
	await ensureAzurite();
	summarize(await runJest(['azure']));
}

exitOnSignals();
runMain(main);
