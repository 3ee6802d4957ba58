const path = require('node:path');
const { ensureInstalled } = require('./install');

/** What n8n 2 needs; n8n 1 runs on 20, the oldest that this package takes. */
const VERSIONS = { 20: '20.20.2', 24: '24.21.0' };

/** The registry has a Node.js binary for each platform. */
const PACKAGE = `node-${process.platform}-${process.arch}`;

/**
 * Node.js for a version of n8n: this machine's own if it fits.
 *
 * @param {keyof VERSIONS} major
 * @returns {Promise<{ node: string, headers?: string }>} the binary, and the folder with the
 * headers that belong to it where it is not the machine's own
 */
async function ensureNode(major) {
	const own = Number(process.versions.node.split('.')[0]);
	if (own === major || (major === 24 && own > major)) return { node: process.execPath };
	const version = VERSIONS[major];
	const folder = await ensureInstalled({
		name: `node-${version}`,
		title: `Install Node.js ${version} for n8n`,
		manifest: { dependencies: { [PACKAGE]: version } },
	});
	const headers = path.join(folder, 'node_modules', PACKAGE);
	return { node: path.join(headers, 'bin/node'), headers };
}

module.exports = { ensureNode };
