#!/usr/bin/env node
/**
 * `node test/support/setup/lockN8n.js 2.40.7`: writes the lock file of a version of n8n, from the package.json beside it.
 * With a lock file, `npm ci` installs the same packages each time, without asking the registry for versions.
 */
const fs = require('node:fs');
const path = require('node:path');
const { npm } = require('./command');
const { runMain } = require('./main');

const FLAGS = ['--package-lock-only', '--legacy-peer-deps', '--omit-lockfile-registry-resolved'];

async function main() {
	for (const version of process.argv.slice(2)) {
		const cwd = path.join(__dirname, `n8n-${version}`);
		await npm(['install', ...FLAGS], { cwd });
		const file = path.join(cwd, 'package-lock.json');
		const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
		dropMissing(lock.packages);
		fs.writeFileSync(file, `${JSON.stringify(lock, null, '\t')}\n`);
	}
}

/**
 * `npm ci` refuses a lock file without the optional packages of other platforms, which not all registries serve.
 * @param {Record<string, { optionalDependencies?: Record<string, string> }>} packages by folder
 */
function dropMissing(packages) {
	for (const [folder, { optionalDependencies = {} }] of Object.entries(packages)) {
		for (const name of Object.keys(optionalDependencies)) {
			if (!isThere(packages, folder, name)) delete optionalDependencies[name];
		}
	}
}

/** Whether a package is in the lock file where Node.js would look for it. @param {object} packages @param {string} folder @param {string} name */
function isThere(packages, folder, name) {
	const parents = folder
		.split('/node_modules/')
		.map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
	return ['', ...parents].some(
		(parent) => path.posix.join(parent, 'node_modules', name) in packages,
	);
}

runMain(main);
