const { BlobSASPermissions } = require('@azure/storage-blob');
const { randomFile, useWorld } = require('../engine/world');
const { startAzurite } = require('./azurite');

const world = useWorld();
const MINUTE = 60_000;

/** @type {Awaited<ReturnType<typeof startAzurite>>} */
let azurite;

beforeAll(async () => {
	azurite = await startAzurite();
}, 120_000);
afterAll(async () => await azurite?.stop());

/**
 * @param {string} blob
 * @param {string} permissions
 * @param {number} livesMs
 */
const link = (blob, permissions, livesMs = MINUTE) =>
	azurite.container.getBlobClient(blob).generateSasUrl({
		permissions: BlobSASPermissions.parse(permissions),
		expiresOn: new Date(Date.now() + livesMs),
	});

/**
 * @param {ReturnType<typeof randomFile>} file
 * @param {string} uploadUrl
 */
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
