const fs = require('node:fs');
const path = require('node:path');
const { npm, pathStartingAt, run } = require('./command');
const { ensureInstalled } = require('./install');

const DEFAULT_VERSION = '2.40.7';

/** The last of n8n 1, and one of the first of n8n 2. */
const OLD_VERSIONS = ['1.123.81', '2.0.3'];

/** The only dependencies whose install scripts n8n cannot run without. */
const NATIVE_MODULES = ['sqlite3', 'isolated-vm'];

/** SQLite is one large file, which takes a compiler half as long without its dearer optimizations. */
const QUICKLY_BUILT = { CFLAGS: '-O1', CXXFLAGS: '-O1', JOBS: 'max' };

/** That of n8n 1 needs Node.js 22, and n8n 2.0 has none. */
const WITHOUT_ISOLATED_VM = /^(1|2\.0)\./;

/** @typedef {{ version: string, folder: string, node: string, script: string }} N8nInstall its `node_modules` are in the folder; `script` is n8n's command line, and `node` the Node.js binary to run it with */

/** What to install of a version: as its lock file says where there is one. @param {string} version */
function packagesOf(version) {
	/** @param {string} of @param {string} name */
	const file = (of, name) => path.join(__dirname, `n8n-${of}`, name);
	const lockFile = file(version, 'package-lock.json');
	const isLocked = fs.existsSync(lockFile);
	const manifestFile = file(isLocked ? version : DEFAULT_VERSION, 'package.json');
	const manifest = JSON.parse(fs.readFileSync(manifestFile, 'utf8'));
	manifest.dependencies.n8n = version;
	return { manifest, lock: isLocked ? fs.readFileSync(lockFile, 'utf8') : undefined };
}

/** What n8n 2 needs; n8n 1 runs on 20, the oldest that this package takes. */
const NODE_VERSIONS = { 20: '20.20.2', 24: '24.21.0' };

/** The registry has a Node.js binary for each platform. */
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;

/**
 * Node.js for a version of n8n: this machine's own if it fits.
 * @param {keyof NODE_VERSIONS} major @returns {Promise<{ node: string, headers?: string }>} the binary, and the folder with its headers if it isn't the machine's own
 */
async function ensureNode(major) {
	const own = Number(process.versions.node.split('.')[0]);
	if (own === major || (major === 24 && own > major)) return { node: process.execPath };
	const version = NODE_VERSIONS[major];
	const folder = await ensureInstalled({
		name: `node-${version}`,
		title: `Install Node.js ${version} for n8n`,
		manifest: { dependencies: { [NODE_PACKAGE]: version } },
	});
	const headers = path.join(folder, 'node_modules', NODE_PACKAGE);
	return { node: path.join(headers, 'bin/node'), headers };
}

/** @param {string} version @returns {Promise<N8nInstall>} */
async function ensureN8n(version = DEFAULT_VERSION) {
	const native = WITHOUT_ISOLATED_VM.test(version) ? ['sqlite3'] : NATIVE_MODULES;
	const { node, headers } = await ensureNode(version.startsWith('1.') ? 20 : 24);
	const env = { PATH: pathStartingAt(node), ...(headers && { npm_config_nodedir: headers }) };
	const folder = await ensureInstalled({
		name: `n8n-${version}`,
		title: `Install n8n ${version} (about 2 GB, takes some minutes)`,
		...packagesOf(version),
		flags: ['--legacy-peer-deps'],
		env,
		finish: async (cwd) => {
			// Below `npm run` this package's own `ignore-scripts` would reach npm through the environment.
			const options = { cwd, env: { ...env, ...QUICKLY_BUILT } };
			await npm(['rebuild', '--ignore-scripts=false', ...native], options);
			// n8n would only say when it starts that its database driver was not built.
			for (const name of native) await run(node, ['-e', `require('${name}')`], { cwd });
		},
	});
	return { version, folder, node, script: path.join(folder, 'node_modules/n8n/bin/n8n') };
}

module.exports = { ensureN8n, OLD_VERSIONS };
