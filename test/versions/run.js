#!/usr/bin/env node
/**
 * `npm run tool -- versions`: the main job in older versions of n8n, or in those that are listed: `-- 2.41.0 latest`. Each is
 * installed the first time, for some minutes. What it finds is in `docs/maintainers/compatibility.md`, by hand.
 */
const { npm } = require('../support/setup/command');
const { runJest, summarize } = require('../support/setup/jest');
const { runMain } = require('../support/setup/main');
const { ensureN8n, OLD_VERSIONS } = require('../support/setup/n8n');
const { ensureDependencies, ensureTarball } = require('../support/setup/package');
const { checkout } = require('../support/setup/paths');

async function main() {
	await ensureDependencies();
	await ensureTarball();
	const asked = process.argv.slice(2);
	/** @type {string[]} */
	const installed = [];
	let failed = 0;
	for (const name of asked.length > 0 ? asked : OLD_VERSIONS) {
		const isTag = /^[a-z]/.test(name);
		const view = async () => await npm(['view', `n8n@${name}`, 'version'], { cwd: checkout });
		const version = isTag ? (await view()).trim() : name;
		const install = ensureN8n(version).then(() => installed.push(version));
		await install.catch(({ message }) => {
			console.error(message);
			// What a tag such as `latest` stands for changes by itself: that is nothing that this package could fix.
			if (!isTag) failed++;
		});
	}
	process.env.N8N_NODES_VERBIT_N8N_VERSIONS = installed.join(',');
	summarize({ failed }, installed.length > 0 ? await runJest(['versions']) : {});
}

runMain(main);
