const path = require('node:path');
const { ensureInstalled } = require('../../support/setup/install');

/** The newest that runs on Node.js 20. */
const VERSION = '9.6.1';

/**
 * Installs Stryker. Not among the package's own dependencies: it brings two hundred of its own.
 * @returns {Promise<{ script: string, plugins: string[] }>}
 */
async function ensureStryker() {
	const folder = await ensureInstalled({
		name: `stryker-${VERSION}`,
		title: `Install Stryker ${VERSION}`,
		manifest: {
			dependencies: { '@stryker-mutator/core': VERSION, '@stryker-mutator/jest-runner': VERSION },
		},
	});
	const installed = (/** @type {string} */ name) => path.join(folder, 'node_modules', name);
	return {
		script: installed('@stryker-mutator/core/bin/stryker.js'),
		plugins: [installed('@stryker-mutator/jest-runner/dist/src/index.js')],
	};
}

module.exports = { ensureStryker };
