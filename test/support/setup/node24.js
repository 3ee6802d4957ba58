const fs = require('node:fs');
const path = require('node:path');
const { npm } = require('./command');
const { ensure } = require('./ensure');
const { runtime } = require('./paths');

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
	const folder = path.join(runtime, 'node24');
	const dependency = `${packageName()}@${VERSION}`;
	await ensure(
		{
			title: `Install Node.js ${VERSION} for n8n`,
			stampFile: path.join(folder, 'complete'),
			state: () => dependency,
			lockFile: `${folder}.lock`,
		},
		() => install(folder, dependency),
	);
	const headers = path.join(folder, 'node_modules', packageName());
	const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
	return { node: path.join(headers, binary), headers };
}

/**
 * @param {string} folder
 * @param {string} dependency
 */
async function install(folder, dependency) {
	fs.rmSync(folder, { recursive: true, force: true });
	fs.mkdirSync(folder, { recursive: true });
	fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
	await npm(['install', '--no-audit', '--no-fund', '--no-save', dependency], { cwd: folder });
}

module.exports = { ensureNode };
