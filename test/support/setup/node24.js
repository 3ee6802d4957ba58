const path = require('node:path');
const { ensureInstalled } = require('./install');

const REQUIRED_MAJOR = 24;
const VERSION = '24.21.0';

/** The registry has a Node.js binary for each platform, under its own name for Windows. */
function packageName() {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	return `node-${platform}-${process.arch}`;
}

/**
 * Node.js for n8n, which needs a newer version than this package does.
 *
 * @returns {Promise<{ node: string, headers?: string }>} the binary, and the folder with the
 * headers that belong to it where it is not the machine's own
 */
async function ensureNode() {
	if (Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR) {
		return { node: process.execPath };
	}
	const folder = await ensureInstalled({
		name: `node-${VERSION}`,
		title: `Install Node.js ${VERSION} for n8n`,
		manifest: { dependencies: { [packageName()]: VERSION } },
	});
	const headers = path.join(folder, 'node_modules', packageName());
	const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
	return { node: path.join(headers, binary), headers };
}

module.exports = { ensureNode };
