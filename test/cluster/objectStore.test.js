const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { useWorld } = require('../e2e/world');
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, readFiles, workflow } = require('../support/n8n/workflow');
const { testS3Examples } = require('./s3Examples');
const { StoreWorld } = require('./storeWorld');

const HOUR = 3_600_000;
const MIB = 1024 * 1024;

/** By the names that a store, a signature or a URL could stumble over. */
const FILES = {
	'1 byte.wav': 1,
	'64 KiB - 1 (100%).wav': 65_535,
	'64 KiB + 0 #1?&=.wav': 65_536,
	'64 KiB ~ 1; $,:@!.wav': 65_537,
	'Vorlesung über Öl – 第一回.wav': 1 * MIB + 3,
	'large.wav': 20 * MIB,
};

/** With a folder of recordings that n8n may read. */
class RecordingsWorld extends StoreWorld {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-files-'));

	/** @override */
	async start() {
		for (const [name, bytes] of Object.entries(FILES)) {
			fs.writeFileSync(path.join(this.folder, name), randomBytes(bytes));
		}
		await super.start({ N8N_RESTRICT_FILE_ACCESS_TO: this.folder });
	}

	/** @override */
	async stop() {
		await super.stop();
		fs.rmSync(this.folder, { recursive: true, force: true });
	}

	/** @param {string} name */
	content(name) {
		return fs.readFileSync(path.join(this.folder, name));
	}

	/**
	 * @param {string} selector
	 * @param {Record<string, unknown>} parameters of Upload Binary
	 */
	async upload(selector, parameters) {
		const { data } = await this.n8n.client.execute(
			workflow('Upload to a real store', [
				manualTrigger(),
				readFiles(path.join(this.folder, selector)),
				this.verbit('Upload', 'asset:upload', { jobId: this.newJob(), ...parameters }),
			]),
		);
		return { items: itemsOf(data, 'Upload'), error: data.resultData.error };
	}
}

const world = useWorld(new RecordingsWorld());

describe.each(/** @type {const} */ (['v4', 'v2']))('with a signature %s', (signatureVersion) => {
	beforeEach(() => world.emulator.switches.set({ signatureVersion }));

	test('files of odd sizes and names come back byte for byte, and their checksums are verified', async () => {
		const { items } = await world.upload('*', {});
		const names = items.map(({ json }) => String(json.file_name));
		expect(names.sort()).toEqual(Object.keys(FILES).sort());
		for (const { json } of items) {
			expect(json.integrity).toBe('verified');
			const isSame = (await world.download(json.asset_id)).equals(
				world.content(String(json.file_name)),
			);
			expect({ name: json.file_name, isSame }).toEqual({ name: json.file_name, isSame: true });
		}
	});

	test('a merge finds its parts in the store', async () => {
		const jobId = world.newJob();
		const { status } = await world.n8n.client.execute(
			workflow('Merge in a real store', [
				manualTrigger(),
				readFiles(path.join(world.folder, '64*')),
				world.verbit('Merge', 'media:merge', { jobId, mergeSource: 'binary', order: 'fileName' }),
			]),
		);
		expect(status).toBe('success');
		const media = world.emulator.job(jobId)?.media;
		const parts = await Promise.all((media?.assetIds ?? []).map((id) => world.download(id)));
		expect(parts.map(({ length }) => length)).toEqual([65_535, 65_536, 65_537]);
	});

	test('an upload URL that is signed for a Content-Type gets this one', async () => {
		world.emulator.switches.set({ signedContentType: 'audio/x-wav' });
		const { items, error } = await world.upload('1 byte.wav', {
			options: { contentType: 'audio/x-wav' },
		});
		expect(error?.message).toBeUndefined();
		expect(items[0].json).toMatchObject({ integrity: 'verified' });
	});

	test('an upload URL that has ended is told with what the store said', async () => {
		// By a clock that is a day and an hour late.
		world.emulator.switches.set({ tokenHasExp: false });
		world.emulator.clock.advance(-25 * HOUR);
		const { error } = await world.upload('1 byte.wav', {}).finally(() => {
			world.emulator.clock.advance(25 * HOUR);
		});
		expect(error?.message).toMatch(
			/^Upload "1 byte\.wav" for job \d+: the upload URL expired \(storage returned 403 AccessDenied/,
		);
	});
});

test('a recording goes from a link into one store to another, and is the same', async () => {
	const { items } = await world.upload('large.wav', {});
	const sourceUrl = world.linkTo(items[0].json.asset_id);
	const copy = await world.upload('1 byte.wav', { uploadSource: 'url', sourceUrl });
	expect(copy.error?.message).toBeUndefined();
	const [{ json }] = copy.items;
	expect((await world.download(json.asset_id)).equals(world.content('large.wav'))).toBe(true);
});

describe('the example', () => testS3Examples(world));
