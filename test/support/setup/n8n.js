const { hash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { npm, pathStartingAt, run } = require('./command');
const { ensure } = require('./ensure');
const { runtime } = require('./paths');

const DEFAULT_VERSION = '2.40.7';

/** The last of n8n 1, and one of the first of n8n 2. */
const OLD_VERSIONS = ['1.123.81', '2.0.3'];

/** SQLite is one large file, which takes a compiler half as long without its dearer optimizations. */
const QUICKLY_BUILT = { CFLAGS: '-O1', CXXFLAGS: '-O1', JOBS: 'max' };

/** n8n's database driver in the version that every n8n asks for. Its binary runs on every Node.js. */
const DRIVER = { sqlite3: '5.1.7' };
const DRIVER_FILE = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

/** The other dependency whose install script n8n cannot run without. That of n8n 1 needs Node.js 22, and n8n 2.0 has none. */
const ISOLATED_VM = 'isolated-vm';
const WITHOUT_ISOLATED_VM = /^(1|2\.0)\./;

const FLAGS = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];

/**
 * Installs npm packages in a folder of their own below `.runtime`, once for each manifest and lock file. The folder's
 * name ends with their fingerprint: clones with different ones can share one `.runtime`.
 * @template [T=undefined]
 * @param {{ name: string, title: string, manifest: object, lock?: string, beside?: () => Promise<T>, finish?: (folder: string, found: T) => Promise<void> }} install
 *   `lock` is the text of a package-lock.json, `beside` what is done at the same time, and `finish` what is left to do after both
 * @returns {Promise<string>} the folder with `node_modules`
 */
async function ensureInstalled({ name, title, manifest, lock = '', beside, finish }) {
	const text = JSON.stringify({ private: true, ...manifest }, null, '\t');
	const folder = path.join(runtime, `${name}-${hash('sha256', text + lock).slice(0, 8)}`);
	const stampFile = path.join(folder, 'complete');
	await ensure({ title, stampFile, state: () => text }, async () => {
		// npm takes a package that an interrupted install left half-written for a complete one.
		fs.rmSync(folder, { recursive: true, force: true });
		fs.mkdirSync(folder, { recursive: true });
		fs.writeFileSync(path.join(folder, 'package.json'), text);
		if (lock) fs.writeFileSync(path.join(folder, 'package-lock.json'), lock);
		const command = [lock ? 'ci' : 'install', ...FLAGS];
		const [found] = await Promise.all([beside?.(), npm(command, { cwd: folder })]);
		await finish?.(folder, /** @type {T} */ (found));
	});
	return folder;
}

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

/** Runs the install script of a dependency. @param {string} cwd @param {string} name @param {Awaited<ReturnType<typeof ensureNode>>} node */
async function build(cwd, name, { node, headers }) {
	const env = { PATH: pathStartingAt(node), ...(headers && { npm_config_nodedir: headers }) };
	// Below `npm run` this package's own `ignore-scripts` would reach npm through the environment.
	const command = ['rebuild', '--ignore-scripts=false', name];
	await npm(command, { cwd, env: { ...env, ...QUICKLY_BUILT } });
}

/** @param {string} version @returns {Promise<N8nInstall>} */
async function ensureN8n(version = DEFAULT_VERSION) {
	const findNode = async () => await ensureNode(version.startsWith('1.') ? 20 : 24);
	const folder = await ensureInstalled({
		name: `n8n-${version}`,
		title: `Install n8n ${version} (about 2 GB, takes some minutes)`,
		...packagesOf(version),
		beside: async () => {
			const node = await findNode();
			const driver = await ensureInstalled({
				name: 'sqlite3',
				title: "Build n8n's database driver",
				manifest: { dependencies: DRIVER },
				finish: async (cwd) => await build(cwd, 'sqlite3', node),
			});
			return { ...node, driver: path.join(driver, DRIVER_FILE) };
		},
		finish: async (cwd, { driver, ...node }) => {
			const natives = ['sqlite3', ...(WITHOUT_ISOLATED_VM.test(version) ? [] : [ISOLATED_VM])];
			fs.cpSync(driver, path.join(cwd, DRIVER_FILE));
			if (natives.includes(ISOLATED_VM)) await build(cwd, ISOLATED_VM, node);
			// n8n would only say when it starts that its database driver was not built.
			for (const name of natives) await run(node.node, ['-e', `require('${name}')`], { cwd });
		},
	});
	const { node } = await findNode();
	return { version, folder, node, script: path.join(folder, 'node_modules/n8n/bin/n8n') };
}

module.exports = { ensureN8n, OLD_VERSIONS };
