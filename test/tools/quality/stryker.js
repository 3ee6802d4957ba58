const fs = require('node:fs');
const path = require('node:path');
const { npm } = require('../../support/setup/command');
const { ensure } = require('../../support/setup/ensure');
const { runtime } = require('../../support/setup/paths');

/** The newest that runs on Node.js 20. */
const VERSION = '9.6.1';

const PACKAGES = ['core', 'jest-runner'].map((name) => `@stryker-mutator/${name}`);

const folder = path.join(runtime, `stryker-${VERSION}`);

/**
 * Installs Stryker. Not among the package's own dependencies: it brings two hundred of its own.
 * @returns {Promise<{ script: string, plugins: string[] }>}
 */
async function ensureStryker() {
	await ensure(
		{
			title: `Install Stryker ${VERSION}`,
			stampFile: path.join(folder, 'complete'),
			state: () => VERSION,
			lockFile: `${folder}.lock`,
		},
		install,
	);
	const installed = (/** @type {string} */ name) => path.join(folder, 'node_modules', name);
	return {
		script: installed('@stryker-mutator/core/bin/stryker.js'),
		plugins: [installed('@stryker-mutator/jest-runner/dist/src/index.js')],
	};
}

async function install() {
	fs.rmSync(folder, { recursive: true, force: true });
	fs.mkdirSync(folder, { recursive: true });
	fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
	const packages = PACKAGES.map((name) => `${name}@${VERSION}`);
	await npm(['install', '--no-audit', '--no-fund', '--save-exact', ...packages], { cwd: folder });
}

module.exports = { ensureStryker };
