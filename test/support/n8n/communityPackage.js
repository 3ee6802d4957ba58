const fs = require('node:fs');
const path = require('node:path');
const { run } = require('../setup/command');

/**
 * Installs a tarball the way n8n does with a community package that it got from the registry: unpacked into
 * `node_modules`, without its dev and peer dependencies, and noted. It has no others.
 * @param {string} nodesFolder @param {string} tarball
 */
async function installCommunityPackage(nodesFolder, tarball) {
	const folder = path.join(nodesFolder, 'node_modules/n8n-nodes-verbit');
	fs.mkdirSync(folder, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'], { cwd: nodesFolder });
	const manifestFile = path.join(folder, 'package.json');
	const { devDependencies, peerDependencies, ...manifest } = JSON.parse(
		fs.readFileSync(manifestFile, 'utf8'),
	);
	fs.writeFileSync(manifestFile, JSON.stringify(manifest));
	const dependencies = { [manifest.name]: manifest.version };
	const installed = { name: 'installed-nodes', private: true, dependencies };
	fs.writeFileSync(path.join(nodesFolder, 'package.json'), JSON.stringify(installed));
}

module.exports = { installCommunityPackage };
