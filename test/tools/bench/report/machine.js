const os = require('node:os');
const path = require('node:path');
const { checkout } = require('../../../support/setup/paths');
const { run } = require('../../../support/setup/command');
const { curlVersion, hasCurl } = require('../processes/curl');
const { bytes } = require('./format');

/**
 * What the figures were measured with.
 *
 * @param {import('../../../support/setup/n8n').N8nInstall} n8n
 * @param {number} load of a minute before the run: what others had the machine do
 * @returns {Promise<Record<string, string>>}
 */
async function describeMachine(n8n, load) {
	const { version } = require(path.join(checkout, 'package.json'));
	const cpus = os.cpus();
	return {
		Date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
		CPU: `${cpus[0]?.model.trim() || os.arch()}, ${cpus.length} cores`,
		Memory: bytes(os.totalmem()),
		System: `${os.type()} ${os.release()} (${os.arch()})`,
		'Load before the run': load.toFixed(1),
		'Node.js': (await run(n8n.node, ['--version'], { cwd: checkout })).trim(),
		n8n: `${n8n.version}, binary data in the filesystem mode, default heap, no NODE_OPTIONS`,
		'n8n-nodes-verbit': version,
		...(hasCurl() && { curl: curlVersion() }),
	};
}

module.exports = { describeMachine };
