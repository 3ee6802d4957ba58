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
	const asked = await Promise.all(process.argv.slice(2).map(resolveVersion));
	const versions = asked.length > 0 ? asked : OLD_VERSIONS;
	/** @type {string[]} */
	const installed = [];
	for (const version of versions) {
		const install = ensureN8n(version).then(() => installed.push(version));
		await install.catch(({ message }) => console.error(message));
	}
	process.env.N8N_NODES_VERBIT_N8N_VERSIONS = installed.join(',');
	const runs = installed.length > 0 ? [await runJest(['versions'])] : [];
	// A version that does not install is a failure, whatever the others do. What a tag such as `latest` stands for changes
	// by itself: that npm can't install it is nothing that this package could fix.
	const named = versions.filter((_, index) => !/^[a-z]/.test(process.argv[2 + index] ?? ''));
	const notInstalled = named.filter((version) => !installed.includes(version));
	summarize(...notInstalled.map(() => ({ failed: 1 })), ...runs);
}

/** @param {string} version a number, or a tag such as `latest` */
async function resolveVersion(version) {
	if (/^\d/.test(version)) return version;
	return (await npm(['view', `n8n@${version}`, 'version'], { cwd: checkout })).trim();
}

runMain(main);
