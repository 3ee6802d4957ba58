const fs = require('node:fs');
const path = require('node:path');
const { npm } = require('./command');
const { ensure } = require('./ensure');
const { runtime } = require('./paths');

const VERSION = '3.37.0';

/**
 * Azure's blob storage on this machine.
 *
 * @returns {Promise<string>} its program
 */
async function ensureAzurite() {
	const folder = path.join(runtime, `azurite-${VERSION}`);
	const manifest = JSON.stringify({ private: true, dependencies: { azurite: VERSION } });
	await ensure(
		{
			title: `Install Azurite ${VERSION} (about 400 MB)`,
			stampFile: path.join(folder, 'complete'),
			state: () => manifest,
			lockFile: `${folder}.lock`,
		},
		async () => {
			fs.rmSync(folder, { recursive: true, force: true });
			fs.mkdirSync(folder, { recursive: true });
			fs.writeFileSync(path.join(folder, 'package.json'), manifest);
			await npm(['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
		},
	);
	return path.join(folder, 'node_modules/azurite/dist/src/blob/main.js');
}

module.exports = { ensureAzurite };
