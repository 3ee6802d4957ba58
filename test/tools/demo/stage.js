const { recordings } = require('../../support/recordings/recordings');
const { setUp } = require('../../support/setup/setUp');
const { step } = require('../../support/setup/progress');
const { temporaryFolder } = require('../measure');

/** @typedef {Parameters<Parameters<typeof withStage>[0]>[0]} Stage */

/**
 * Starts n8n with the packed node in it, and the emulator, and stops both at the end. Installs what is missing.
 * @param {(stage: { emulator: Awaited<ReturnType<typeof import('../../emulator').startEmulator>>, n8n: import('../../support/n8n/instance').Instance, folder: string, node: ReturnType<typeof import('../../support/n8n/workflow').verbitNodes> }) => Promise<void>} main `folder` is one that n8n may read and write; `node` makes nodes with a credential
 */
async function withStage(main) {
	const { tarball } = await setUp();
	// These need what has been installed by now.
	const { startEmulator } = require('../../emulator');
	const { createInstance } = require('../../support/n8n/instance');
	const { verbitNodes } = require('../../support/n8n/workflow');
	const folder = temporaryFolder();
	const emulator = await startEmulator({ switches: { transcriptionSeconds: 3 } });
	const n8n = await createInstance({
		env: { N8N_RESTRICT_FILE_ACCESS_TO: `${recordings.folder};${folder}` },
	});
	const stop = async () => {
		await n8n.remove();
		await emulator.stop();
	};
	process.once('SIGINT', () => void stop().then(() => process.exit(130)));
	process.once('SIGTERM', () => void stop().then(() => process.exit(143)));
	try {
		await step('Start n8n with the packed node in it', async () => {
			await n8n.installNode(tarball);
			await n8n.start();
		});
		const details = { name: 'Verbit emulator', type: 'verbitApi', data: emulator.credential };
		const node = verbitNodes(await n8n.client.createCredential(details));
		await main({ emulator, n8n, folder, node });
	} finally {
		await stop();
	}
}

module.exports = { withStage };
