const path = require('node:path');
const { npm, pathStartingAt, run } = require('./command');
const { ensureInstalled } = require('./install');
const { ensureNode } = require('./node24');

const DEFAULT_VERSION = '2.40.7';

/** The last of n8n 1, and one of the first of n8n 2. */
const OLD_VERSIONS = ['1.123.81', '2.0.3'];

/** Versions in n8n's dependency tree that npm does not find, or does not make fit, by itself. */
const OVERRIDES = {
	linkedom: '0.18.12',
	'@langchain/langgraph': '1.4.18',
	'@langchain/protocol': '0.0.19',
};

/** Of older versions: xlsx would come from outside the registry. */
const OLD_OVERRIDES = { '@langchain/langgraph-checkpoint': '1.0.0', xlsx: '0.18.5' };

/** A peer dependency of `ts-ics` that `--legacy-peer-deps` leaves out: n8n's Extract from File needs it. */
const LEFT_OUT_PEERS = { 'date-fns': '2.30.0' };

/** The only dependencies whose install scripts n8n cannot run without. */
const NATIVE_MODULES = ['sqlite3', 'isolated-vm'];

/**
 * @typedef {object} N8nInstall
 * @property {string} version
 * @property {string} folder the folder with `node_modules`
 * @property {string} node the Node.js binary to run it with
 * @property {string} script n8n's command line
 */

/**
 * @param {string} version
 * @returns {Promise<N8nInstall>}
 */
async function ensureN8n(version = DEFAULT_VERSION) {
	const { node, headers } = await ensureNode();
	const env = { PATH: pathStartingAt(node), ...(headers && { npm_config_nodedir: headers }) };
	const folder = await ensureInstalled({
		name: `n8n-${version}`,
		title: `Install n8n ${version} (about 2 GB, takes some minutes)`,
		manifest: {
			dependencies: { n8n: version, ...LEFT_OUT_PEERS },
			overrides: OLD_VERSIONS.includes(version) ? OLD_OVERRIDES : OVERRIDES,
		},
		flags: ['--legacy-peer-deps'],
		env,
		finish: async (cwd) => {
			// Below `npm run` this package's own `ignore-scripts` would reach npm through the environment.
			await npm(['rebuild', '--ignore-scripts=false', ...NATIVE_MODULES], { cwd, env });
			await checkNativeModules(cwd, node);
		},
	});
	return { version, folder, node, script: path.join(folder, 'node_modules/n8n/bin/n8n') };
}

/**
 * n8n would only say when it starts that its database driver was not built.
 *
 * @param {string} folder
 * @param {string} node
 */
async function checkNativeModules(folder, node) {
	for (const name of NATIVE_MODULES) await run(node, ['-e', `require('${name}')`], { cwd: folder });
}

module.exports = { ensureN8n, OLD_VERSIONS };
