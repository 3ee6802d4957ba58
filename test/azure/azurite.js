const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { freePort } = require('../support/n8n/ports');
const { ensureAzurite } = require('../support/setup/azurite');
const { startDaemon, stopDaemon } = require('../support/setup/daemon');
const { BlobServiceClient, StorageSharedKeyCredential } = require('@azure/storage-blob');

const ACCOUNT = 'verbittest';
const CONTAINER = 'recordings';

/** A blob storage with an account and a container, in a temporary folder and on a free port. */
async function startAzurite() {
	const script = await ensureAzurite();
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-azurite-'));
	const port = await freePort();
	const key = randomBytes(64).toString('base64');
	const flags = ['--silent', '--disableTelemetry', '--skipApiVersionCheck'];
	const args = [script, '--blobHost', '127.0.0.1', '--blobPort', String(port), '-l', folder];
	const child = await startDaemon({
		name: 'Azurite',
		command: process.execPath,
		args: [...args, ...flags],
		env: { ...process.env, AZURITE_ACCOUNTS: `${ACCOUNT}:${key}` },
		logFile: path.join(folder, 'azurite.log'),
		isReady: async () => await answers(`http://127.0.0.1:${port}`),
	});
	const credential = new StorageSharedKeyCredential(ACCOUNT, key);
	const service = new BlobServiceClient(`http://127.0.0.1:${port}/${ACCOUNT}`, credential);
	const container = service.getContainerClient(CONTAINER);
	await container.create();
	return {
		container,
		stop: async () => {
			await stopDaemon(child);
			fs.rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** @param {string} url */
async function answers(url) {
	return await fetch(url).then(
		() => true,
		() => false,
	);
}

module.exports = { startAzurite };
