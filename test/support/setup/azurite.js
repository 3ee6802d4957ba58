const path = require('node:path');
const { ensureInstalled } = require('./install');

const VERSION = '3.37.0';

/**
 * Azure's blob storage on this machine.
 *
 * @returns {Promise<string>} its program
 */
async function ensureAzurite() {
	const folder = await ensureInstalled({
		name: `azurite-${VERSION}`,
		title: `Install Azurite ${VERSION} (about 400 MB)`,
		manifest: { dependencies: { azurite: VERSION } },
	});
	return path.join(folder, 'node_modules/azurite/dist/src/blob/main.js');
}

module.exports = { ensureAzurite };
