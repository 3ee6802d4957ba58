const fs = require('node:fs');
const path = require('node:path');
const { npm, run } = require('../setup/command');

/** The flags with which n8n installs a community package's own dependencies. */
const INSTALL_FLAGS = [
	'--audit=false',
	'--fund=false',
	'--bin-links=false',
	'--install-strategy=shallow',
	'--ignore-scripts=true',
	'--package-lock=false',
];

/** @param {string} file */
const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/**
 * @param {string} file
 * @param {unknown} value
 */
const writeJson = (file, value) => fs.writeFileSync(file, JSON.stringify(value, null, 2));

/**
 * @param {string} nodesFolder
 * @param {string} name
 * @param {string} version
 */
function addToLedger(nodesFolder, name, version) {
	const file = path.join(nodesFolder, 'package.json');
	const ledger = fs.existsSync(file)
		? readJson(file)
		: { name: 'installed-nodes', private: true, dependencies: {} };
	ledger.dependencies[name] = version;
	writeJson(file, ledger);
}

/**
 * Installs a tarball the way n8n's CommunityPackagesService does with one that it got from the
 * registry: unpacked into `nodes/node_modules`, without its dev and peer dependencies.
 *
 * @param {{ nodesFolder: string, tarball: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<string>} the folder that n8n will load the nodes from
 */
async function installCommunityPackage({ nodesFolder, tarball, env }) {
	const unpacked = path.join(nodesFolder, 'unpacked');
	fs.rmSync(unpacked, { recursive: true, force: true });
	fs.mkdirSync(unpacked, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'], {
		cwd: nodesFolder,
		env,
	});

	const { devDependencies, peerDependencies, optionalDependencies, ...manifest } = readJson(
		path.join(unpacked, 'package.json'),
	);
	writeJson(path.join(unpacked, 'package.json'), manifest);
	const folder = path.join(nodesFolder, 'node_modules', manifest.name);
	fs.rmSync(folder, { recursive: true, force: true });
	fs.mkdirSync(path.dirname(folder), { recursive: true });
	fs.renameSync(unpacked, folder);

	// It takes seconds to find nothing to do.
	if (Object.keys(manifest.dependencies ?? {}).length > 0) {
		await npm(['install', ...INSTALL_FLAGS], { cwd: folder, env });
	}
	addToLedger(nodesFolder, manifest.name, manifest.version);
	return folder;
}

module.exports = { installCommunityPackage };
