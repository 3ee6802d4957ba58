const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const {
	BlobSASPermissions,
	BlobServiceClient,
	StorageSharedKeyCredential,
} = require('@azure/storage-blob');
const { randomFile, useWorld } = require('../engine/world');
const { freePort } = require('../support/n8n/ports');
const { startDaemon, stopDaemon } = require('../support/setup/daemon');
const { ensureInstalled } = require('../support/setup/install');

const AZURITE = '3.37.0';
const ACCOUNT = 'verbittest';
const MINUTE = 60_000;

const world = useWorld();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-azurite-'));

/** @type {import('../support/setup/daemon').Daemon} */
let azurite;

/** @type {import('@azure/storage-blob').ContainerClient} */
let container;

/** A blob storage with an account and a container. */
beforeAll(async () => {
	const installed = await ensureInstalled({
		name: `azurite-${AZURITE}`,
		title: `Install Azurite ${AZURITE} (about 400 MB)`,
		manifest: { dependencies: { azurite: AZURITE } },
	});
	const script = path.join(installed, 'node_modules/azurite/dist/src/blob/main.js');
	const port = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const key = randomBytes(64).toString('base64');
	const flags = ['--silent', '--disableTelemetry', '--skipApiVersionCheck', '-l', folder];
	azurite = await startDaemon({
		name: 'Azurite',
		command: process.execPath,
		args: [script, '--blobHost', '127.0.0.1', '--blobPort', String(port), ...flags],
		env: { ...process.env, AZURITE_ACCOUNTS: `${ACCOUNT}:${key}` },
		logFile: path.join(folder, 'azurite.log'),
		isReady: async () => await fetch(url).then(Boolean, () => false),
	});
	const credential = new StorageSharedKeyCredential(ACCOUNT, key);
	const service = new BlobServiceClient(`${url}/${ACCOUNT}`, credential);
	container = service.getContainerClient('recordings');
	await container.create();
}, 10 * MINUTE);

afterAll(async () => {
	if (azurite) await stopDaemon(azurite);
	fs.rmSync(folder, { recursive: true, force: true });
});

/** @param {string} blob @param {string} permissions */
const link = async (blob, permissions) =>
	await container.getBlobClient(blob).generateSasUrl({
		permissions: BlobSASPermissions.parse(permissions),
		expiresOn: new Date(Date.now() + MINUTE),
	});

/** @param {ReturnType<typeof randomFile>} file @param {string} uploadUrl */
async function upload(file, uploadUrl) {
	const parameters = { jobId: world.newJob(), options: { uploadUrl } };
	return await world.run('asset:upload', [{ files: { data: file } }], parameters);
}

test.each([
	['one byte.wav', 1],
	['64 KiB.wav', 65_536],
	['Vorlesung über Öl.wav', 65_537],
	['large 100%.wav', 20_000_000],
])('"%s" is uploaded to a blob, byte for byte', async (name, bytes) => {
	const file = randomFile(bytes);
	const { error, items } = await upload(file, await link(name, 'cw'));
	expect(error?.message).toBeUndefined();
	// The ETag of a blob is no checksum, but Azure names the MD5 of what it has stored.
	expect(items[0].json).toMatchObject({ bytes, integrity: 'verified' });
	const blob = await (await fetch(await link(name, 'r'))).arrayBuffer();
	expect(Buffer.from(blob).equals(file.content)).toBe(true);
});

test('a link that may not write is told with what the store said, without its signature', async () => {
	const { error } = await upload(randomFile(10), await link('read.wav', 'r'));
	expect(error.message).toContain(
		'the storage refused the upload (returned 403 AuthorizationPermissionMismatch',
	);
	expect(`${error.message} ${error.description}`).not.toContain('sig=');
});

test('a recording behind a link to a blob is streamed through', async () => {
	const file = randomFile(1_000_001);
	await upload(file, await link('source.wav', 'cw'));
	const { items } = await world.run('asset:upload', [{}], {
		jobId: world.newJob(),
		uploadSource: 'url',
		sourceUrl: await link('source.wav', 'r'),
	});
	expect(items[0].json).toMatchObject({ file_name: 'source.wav', bytes: 1_000_001 });
	expect(world.stored(items[0].json.asset_id).equals(file.content)).toBe(true);
});
