/** Uploads to a real object store, and the example about S3 with n8n's own S3 node, started by n8n's own clock. */
const fs = require('node:fs');
const path = require('node:path');
const { prepareExample, reportsOf } = require('../e2e/examples');
const { useWorld, World } = require('../e2e/world');
const { presignV4 } = require('../emulator/store/presign');
const { itemsOf, readFiles } = require('../support/n8n/workflow');
const { randomRecording } = require('../support/recordings/heads');
const { until } = require('../support/until');
const { startSwift } = require('./swift');

const HOUR = 3_600_000;
const MIB = 1024 * 1024;

/** By the names that a store, a signature or a URL could stumble over. */
const FILES = new Map([
	['1 byte.wav', randomRecording(1)],
	['64 KiB - 1 (100%).wav', randomRecording(65_535)],
	['64 KiB + 0 #1?&=.wav', randomRecording(65_536)],
	['64 KiB ~ 1; $,:@!.wav', randomRecording(65_537)],
	['Vorlesung über Öl – 第一回.wav', randomRecording(MIB + 3)],
	['large.wav', randomRecording(20 * MIB)],
]);

/** n8n with a folder of recordings, and a service whose upload URLs point into a real object store. */
class StoreWorld extends World {
	/** @type {Awaited<ReturnType<typeof startSwift>>} */
	swift = /** @type {any} */ (undefined);

	/** @override */
	async start() {
		this.swift = await startSwift();
		this.emulatorOptions = { externalStore: this.swift.store };
		await super.start();
		fs.mkdirSync(path.join(this.scratch, 'odd'));
		for (const [name, content] of FILES)
			fs.writeFileSync(path.join(this.scratch, 'odd', name), content);
	}

	/** @override */
	async stop() {
		await super.stop();
		await this.swift?.stop();
	}

	/** A pre-signed URL of an object, for a minute. @param {string} key @param {'GET' | 'PUT'} [method] */
	urlOf(key, method = 'GET') {
		return presignV4({ ...this.swift.store, method, key, now: Date.now(), expiresIn: 60 });
	}

	/** The bytes of an object, or the status where there is none. @param {string} key */
	async get(key) {
		const response = await fetch(this.urlOf(key));
		return response.ok ? Buffer.from(await response.arrayBuffer()) : response.status;
	}

	/** The bytes that the store has for an asset. @param {unknown} assetId */
	async download(assetId) {
		return await this.get(String(this.emulator.asset(String(assetId))?.key));
	}

	/** @param {string} selector @param {object} [options] of Upload Binary */
	async upload(selector, options = {}) {
		const { data } = await this.run(
			readFiles(path.join(this.scratch, 'odd', selector)),
			this.verbit('Upload', 'asset:upload', { jobId: this.newJob(), options }),
		);
		return { items: itemsOf(data, 'Upload'), error: data.resultData.error };
	}
}

const world = useWorld(new StoreWorld());

describe.each(/** @type {const} */ (['v4', 'v2']))('with a signature %s', (signatureVersion) => {
	beforeEach(() => world.emulator.switches.set({ signatureVersion }));

	test('files of odd sizes and names come back byte for byte, and their checksums are verified', async () => {
		const { items } = await world.upload('*');
		const names = items.map(({ json }) => String(json.file_name));
		expect(names.sort()).toEqual([...FILES.keys()].sort());
		for (const { json } of items) {
			const stored = await world.download(json.asset_id);
			const isSame = FILES.get(String(json.file_name))?.equals(/** @type {Buffer} */ (stored));
			expect([json.file_name, json.integrity, isSame]).toEqual([json.file_name, 'verified', true]);
		}
	});

	test('an upload URL that is signed for a Content-Type gets this one', async () => {
		world.emulator.switches.set({ signedContentType: 'audio/x-wav' });
		const { items, error } = await world.upload('1 byte.wav', { contentType: 'audio/x-wav' });
		expect(error?.message).toBeUndefined();
		expect(items[0].json).toMatchObject({ integrity: 'verified' });
	});

	test('an upload URL that has ended is told with what the store said', async () => {
		// By a clock that is a day and an hour late.
		world.emulator.switches.set({ tokenHasExp: false });
		world.emulator.clock.advance(-25 * HOUR);
		const { error } = await world.upload('1 byte.wav');
		world.emulator.clock.advance(25 * HOUR);
		expect(error?.message).toMatch(
			/^Upload "1 byte\.wav" for job \d+: the upload URL expired \(storage returned 403 AccessDenied/,
		);
	});
});

describe('the example s3-inbox.json', () => {
	/** As its user has it, with both credentials chosen, for the hour of its schedule. */
	async function prepare() {
		const { storeUrl, region, credentials: keys } = world.swift.store;
		const { id, name } = await world.n8n.client.createCredential({
			name: 'S3 account',
			type: 's3',
			data: {
				endpoint: storeUrl,
				region,
				accessKeyId: keys.id,
				secretAccessKey: keys.secret,
				forcePathStyle: true,
			},
		});
		const ofS3 = ['List recordings', 'Download', 'Copy to submitted', 'Remove from inbox'];
		const credentials = { s3: { id, name } };
		// Not at two in the morning, but when n8n's clock says so all the same.
		const dueSoon = { rule: { interval: [{ field: 'seconds', secondsInterval: 20 }] } };
		return prepareExample('s3-inbox.json', world.credential, {
			nodes: {
				...Object.fromEntries(ofS3.map((node) => [node, { credentials }])),
				'Every night': { parameters: dueSoon },
			},
		});
	}

	/** @param {string} key @param {Buffer} content */
	async function put(key, content) {
		const response = await fetch(world.urlOf(key, 'PUT'), { method: 'PUT', body: content });
		expect(response.status).toBe(200);
	}

	test('submits each recording once when its schedule is due, and moves it out of the inbox, whatever its key', async () => {
		const names = ['lecture one.wav', "it's 50% (a+b) [1]*.wav", ...FILES.keys()];
		const recordings = new Map(
			names.map((name, index) => [name, randomRecording(100_000 + index)]),
		);
		// The same recording under another name is another one.
		recordings.set('again.wav', recordings.get(names[0]) ?? Buffer.alloc(0));
		for (const [name, content] of recordings) await put(`inbox/${name}`, content);
		await put('inbox/empty.wav', Buffer.alloc(0));
		const { client } = world.n8n;
		const id = await client.publish(await prepare());
		await until(async () => (await client.listExecutions(id)).length > 0);
		await client.deactivate(id);
		const [execution] = (await world.executionsOf(id)).slice(-1);
		const { data, mode, status } = execution;
		expect({ status, mode, error: data.resultData.error?.message }).toEqual({
			status: 'success',
			mode: 'trigger',
		});
		expect(reportsOf(execution)).toEqual([]);
		const submitted = itemsOf(data, 'Submit recording').map(({ json }) => json);
		expect(submitted.map((json) => json.file_name).sort()).toEqual([...recordings.keys()].sort());
		for (const { asset_id: assetId, file_name: name } of submitted) {
			const content = recordings.get(String(name));
			expect([name, await world.download(assetId)]).toEqual([name, content]);
			expect(await world.get(`submitted/${name}`)).toEqual(content);
			expect(await world.get(`inbox/${name}`)).toBe(404);
		}
		expect(await world.get('inbox/empty.wav')).toHaveLength(0);
		expect(world.emulator.journal.count({ operation: 'job_new' })).toBe(recordings.size);
	});
});
