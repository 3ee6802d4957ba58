const fs = require('node:fs');
const path = require('node:path');
const { npm } = require('./command');
const { ensure, fingerprint } = require('./ensure');
const { checkout } = require('./paths');

/** Installs the package's development dependencies. `npm install`, not `npm ci`, which would install all of them anew. */
async function ensureDependencies() {
	const stampFile = path.join(checkout, 'node_modules/.n8n-nodes-verbit-setup');
	const state = () => fingerprint(['package.json', 'package-lock.json']) + process.version;
	await ensure({ title: 'Install the development dependencies', stampFile, state }, async () => {
		await npm(['install', '--no-audit', '--no-fund'], { cwd: checkout });
	});
}

const SOURCES = [
	...['nodes', 'credentials', 'package.json', 'tsconfig.json', 'gulpfile.js'],
	...['README.md', 'LICENSE.md'],
];

// Never shared: another clone has other sources.
const folder = path.join(checkout, '.runtime/package');

/** Builds and packs what would be published. @returns {Promise<string>} the path of the tarball */
async function ensureTarball() {
	// Taken before the build: a file that changes while it runs is built at the next call.
	const sources = fingerprint(SOURCES);
	const stampFile = path.join(folder, 'complete');
	await ensure({ title: 'Build and pack the node', stampFile, state: () => sources }, async () => {
		fs.rmSync(folder, { recursive: true, force: true });
		fs.mkdirSync(folder, { recursive: true });
		await npm(['run', 'build'], { cwd: checkout });
		await npm(['pack', '--pack-destination', folder], { cwd: checkout });
	});
	const tarball = fs.readdirSync(folder).find((name) => name.endsWith('.tgz'));
	return path.join(folder, /** @type {string} */ (tarball));
}

module.exports = { ensureDependencies, ensureTarball };
