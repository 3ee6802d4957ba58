const path = require('node:path');
const { npm } = require('./command');
const { ensure, fingerprint } = require('./ensure');
const { checkout } = require('./paths');

const nodeMajor = () => process.versions.node.split('.')[0];

/** Installs the package's development dependencies. `npm install`, not `npm ci`, which would install all of them anew. */
async function ensureDependencies() {
	await ensure(
		{
			title: 'Install the development dependencies',
			stampFile: path.join(checkout, 'node_modules/.n8n-nodes-verbit-setup'),
			state: () => fingerprint(checkout, ['package.json', 'package-lock.json'], nodeMajor()),
		},
		async () => {
			await npm(['install', '--no-audit', '--no-fund'], { cwd: checkout });
		},
	);
}

module.exports = { ensureDependencies };
