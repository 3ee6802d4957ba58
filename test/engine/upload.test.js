const { LinkServer } = require('./linkServer');
const { until } = require('../support/until');
const { md5, openSources, randomFile, useWorld } = require('./world');

const world = useWorld();

/** Uploads one file to a new job. */
async function uploadOne(file = randomFile(300_000), options = {}, more = {}) {
	const jobId = world.newJob();
	const result = await world.run(
		'asset:upload',
		[{ files: { data: file } }],
		{ jobId, options },
		more,
	);
	return { ...result, json: result.items[0]?.json, jobId, file };
}

const lastPut = () => world.emulator.journal.filter(({ operation }) => operation === 'put').at(-1);

test('a file is stored byte for byte, and the output says what was stored', async () => {
	const { json, items, error, file, jobId } = await uploadOne();
	expect(error).toBeUndefined();
	expect(json).toEqual({
		job_id: jobId,
		asset_id: expect.any(String),
		file_name: 'talk.wav',
		content_type: 'audio/wav',
		bytes: 300_000,
		md5: md5(file.content),
		integrity: 'verified',
		attempts: 1,
		duration_ms: expect.any(Number),
		uploaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
		use_before: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
	});
	expect(items[0].pairedItem).toEqual([{ item: 0 }]);
	expect(world.stored(json.asset_id).equals(file.content)).toBe(true);
	expect(world.calls('store')).toEqual(['put 200']);
	expect(world.count('add_asset')).toBe(1);
});

describe('a success that stored nothing', () => {
	const internalError = '<Error><Code>InternalError</Code><Message>Try again</Message></Error>';
	const html = { 'content-type': 'text/html' };

	test.each([
		['a page', html, '<html><body>Blocked by policy', '200 and a web page'],
		['a page without markup', html, 'Blocked by policy', '200 and a web page'],
		['a page of another type', {}, '<!-- a --><html><body>Blocked', '200 and a web page'],
		['an error document', {}, internalError, '200 InternalError (Try again)'],
		['an error document with an ETag', { etag: '"a"' }, '<Error>No</Error>', '(returned 200)'],
		['a text', { 'content-type': 'text/plain' }, 'Blocked by policy', '(returned 200)'],
		['JSON', { 'content-type': 'application/json' }, '{"error":"denied"}', '(returned 200)'],
	])('%s is tried again, then an error', async (_what, headers, body, answer) => {
		const status = { where: 'store', kind: 'status', status: 200, headers, body };
		world.emulator.faults.add(/** @type {any} */ ({ ...status, times: 2 }));
		const { error } = await uploadOne(randomFile(1000), { maxAttempts: 2 });
		expect(error?.message).toContain(answer);
		expect(error.context.code).toBe('UPLOAD_NOT_STORED');
		expect(world.calls('store')).toHaveLength(2);

		world.emulator.faults.add(/** @type {any} */ (status));
		const { json, file } = await uploadOne(randomFile(1000));
		expect(json).toMatchObject({ attempts: 2, integrity: 'verified' });
		expect(world.stored(json.asset_id).equals(file.content)).toBe(true);
	});

	test('is seen also where the upload URL has no signature', async () => {
		const files = new LinkServer();
		await files.start();
		files.answer((request, response) => {
			request.resume().once('end', () => response.end('<?xml version="1.0"?><error>No</error>'));
		});
		const { error } = await uploadOne(randomFile(10), { uploadUrl: `${files.url}/talk.wav` });
		expect(error?.context.code).toBe('UPLOAD_NOT_STORED');
		await files.stop();
	});

	test('is no media, and starts nothing', async () => {
		const status = { where: 'store', kind: 'status', status: 200, headers: html, body: '<html>' };
		world.emulator.faults.add(/** @type {any} */ ({ ...status, times: 9 }));
		const profile = { __rl: true, mode: 'name', value: 'standard' };
		const parameters = { profile, options: { maxAttempts: 2 } };
		const item = { files: { data: randomFile(1000) } };
		const { error } = await world.run('recording:submit', [item], parameters);
		expect(error?.context.code).toBe('UPLOAD_NOT_STORED');
		expect([world.count('add_media'), world.count('perform_transcription')]).toEqual([0, 0]);
	});

	test('is not seen where a page has no content', async () => {
		const status = { where: 'store', kind: 'status', status: 200, headers: html };
		world.emulator.faults.add(/** @type {any} */ (status));
		expect((await uploadOne()).json).toMatchObject({ attempts: 1, integrity: 'unverified' });
	});
});

describe('the PUT', () => {
	test('has its exact length, is not chunked, and carries no access token', async () => {
		await uploadOne(randomFile(70_001));
		expect(lastPut()?.headers).toMatchObject({
			'content-length': '70001',
			'content-type': 'audio/wav',
		});
		expect(lastPut()?.headers).not.toHaveProperty('transfer-encoding');
		expect(lastPut()?.authScheme).toBeNull();
	});

	test('has no Content-Type where the URL is signed with version 2, which covers it', async () => {
		world.emulator.switches.set({ signatureVersion: 'v2' });
		const { error } = await uploadOne();
		expect(error).toBeUndefined();
		expect(lastPut()?.headers).not.toHaveProperty('content-type');
	});

	test('has the Content-Type that the URL is signed for, when the user sets it', async () => {
		world.emulator.switches.set({ signedContentType: 'video/x-own' });
		const { error } = await uploadOne(undefined, { contentType: 'video/x-own' });
		expect(error).toBeUndefined();
		expect(lastPut()?.headers['content-type']).toBe('video/x-own');
	});

	test('has the type that the user sets with a URL of version 2 as well', async () => {
		world.emulator.switches.set({ signatureVersion: 'v2', signedContentType: 'video/x-own' });
		const { error } = await uploadOne(undefined, { contentType: 'video/x-own' });
		expect(error).toBeUndefined();
	});

	test('is refused with the remedy where the URL is signed for another type', async () => {
		world.emulator.switches.set({ signedContentType: 'video/x-own' });
		const { error } = await uploadOne();
		expect(error.message).toContain('403 SignatureDoesNotMatch');
		expect(error.description).toContain("enter that type in 'Content Type'");
	});
});

describe('several files', () => {
	const files = {
		b: randomFile(1000, 'b.wav'),
		a: randomFile(2000, 'a.wav'),
		c: randomFile(3000, 'c.wav'),
	};

	test.each([
		['*', ['b.wav', 'a.wav', 'c.wav']],
		['c, b', ['c.wav', 'b.wav']],
	])(
		'of an item are named by "%s" and come out one item each, in that order',
		async (binaryPropertyName, names) => {
			const { items } = await world.run('asset:upload', [{ files }], {
				jobId: world.newJob(),
				binaryPropertyName,
			});
			expect(items.map(({ json }) => json.file_name)).toEqual(names);
			for (const { json } of items) {
				const sent = Object.values(files).find(({ fileName }) => fileName === json.file_name);
				expect(world.stored(String(json.asset_id)).equals(/** @type {any} */ (sent).content)).toBe(
					true,
				);
			}
		},
	);

	test('of several items come out in the order of the items, though they end in another', async () => {
		world.emulator.faults.add({ where: 'store', kind: 'delay', delayMs: 150 });
		const items = [1, 2, 3, 4].map((number) => ({
			files: { data: randomFile(500, `${number}.wav`) },
		}));
		const result = await world.run('asset:upload', items, { jobId: world.newJob() });
		expect(result.items.map(({ json }) => json.file_name)).toEqual([
			'1.wav',
			'2.wav',
			'3.wav',
			'4.wav',
		]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => [{ item }]),
		);
	});

	test('get their upload URLs one by one, so that none expires while others are uploaded', async () => {
		await world.run(
			'asset:upload',
			[1, 2, 3].map(() => ({ files: { data: randomFile(100) } })),
			{
				jobId: world.newJob(),
				options: { concurrency: 1 },
			},
		);
		const calls = world.calls().filter((call) => !call.startsWith('auth'));
		expect(calls).toEqual([1, 2, 3].flatMap(() => ['add_asset 200', 'put 200']));
	});

	test('are uploaded as many at a time as Concurrency says', async () => {
		const items = [1, 2, 3, 4].map(() => ({ files: { x: randomFile(100), y: randomFile(100) } }));
		const parameters = {
			jobId: world.newJob(),
			binaryPropertyName: '*',
			options: { concurrency: 2 },
		};
		const run = /** @type {const} */ (['asset:upload', items, parameters]);
		expect(await world.mostAtATime('store', 'put', 2, ...run)).toBe(2);
	});
});

describe('names', () => {
	test('lose their folders before they are sent to Verbit', async () => {
		const { json } = await uploadOne(randomFile(10, 'a/b.wav'), {
			fileName: '../../secret/two\nlines.mp3',
		});
		expect(json.file_name).toBe('twolines.mp3');
		const call = world.emulator.journal.find(({ operation }) => operation === 'add_asset');
		expect(call?.body).toEqual({ file_name: 'twolines.mp3' });
	});

	test('are made from the field and the type where n8n knows none', async () => {
		const { content } = randomFile(10);
		const { json } = await uploadOne(/** @type {any} */ ({ content, mimeType: 'video/mp4' }));
		expect(json.file_name).toBe('data.mp4');
	});
});

describe('integrity', () => {
	test("is unverified if the ETag isn't an MD5", async () => {
		world.emulator.switches.set({ etag: 'opaque' });
		expect((await uploadOne()).json).toMatchObject({
			integrity: 'unverified',
			md5: expect.any(String),
		});
	});

	test('is unverified where the user does not want it checked', async () => {
		world.emulator.faults.add({ where: 'store', kind: 'wrongEtag' });
		const { json } = await uploadOne(undefined, { verifyIntegrity: false });
		expect(json).toMatchObject({ integrity: 'unverified', attempts: 1 });
	});

	test('is reached by a new attempt where the store has other bytes', async () => {
		world.emulator.faults.add({ where: 'store', kind: 'wrongEtag' });
		expect((await uploadOne()).json).toMatchObject({ integrity: 'verified', attempts: 2 });
	});
});

describe('an upload that fails', () => {
	const busy = /** @type {const} */ ({ where: 'store', kind: 'status', status: 503 });

	test('is tried again with a stream of its own while the store is busy', async () => {
		world.emulator.faults.add({ ...busy, times: 2 });
		const { json, file } = await uploadOne();
		expect(json.attempts).toBe(3);
		expect(world.stored(json.asset_id).equals(file.content)).toBe(true);
		expect(world.count('add_asset')).toBe(1);
		expect(world.calls('store')).toEqual(['put 503', 'put 503', 'put 200']);
	});

	test('is tried again where the connection was cut in the middle', async () => {
		world.emulator.faults.add({ where: 'store', kind: 'cutAfterBytes', bytes: 100_000 });
		const { json, file } = await uploadOne(randomFile(3_000_000));
		expect(json.attempts).toBe(2);
		expect(world.stored(json.asset_id).equals(file.content)).toBe(true);
	});

	test('is tried again where no byte moves for the Stall Timeout', async () => {
		world.emulator.faults.add({ where: 'store', kind: 'stall', bytes: 100_000 });
		const { json } = await uploadOne(randomFile(30_000_000), { stallTimeout: 5 });
		expect(json.attempts).toBe(2);
	});

	test('is given up after Max Attempts with what the store said last', async () => {
		world.emulator.faults.add({ ...busy, times: 2 });
		const { error, jobId } = await uploadOne(undefined, { maxAttempts: 2 });
		expect(error.name).toBe('NodeApiError');
		expect(error.httpCode).toBe('503');
		expect(error.message).toBe(
			`Upload "talk.wav" for job ${jobId}: ${new URL(String(world.emulator.storeUrl)).host} is busy or down (returned 503 SlowDown (Please reduce your request rate.))`,
		);
		expect(error.context.itemIndex).toBe(0);
	});

	test('gets a new asset where its URL has ended', async () => {
		const body = '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>';
		world.emulator.faults.add({ where: 'store', kind: 'status', status: 403, body });
		const { json, file } = await uploadOne();
		expect(json.attempts).toBe(2);
		expect(world.count('add_asset')).toBe(2);
		expect(world.stored(json.asset_id).equals(file.content)).toBe(true);
	});

	test('is not repeated if a repeat cannot help', async () => {
		const body = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
		world.emulator.faults.add({ where: 'store', kind: 'status', status: 403, body });
		const { error } = await uploadOne();
		expect(error.message).toContain(
			'the storage refused the upload (returned 403 AccessDenied (Access Denied))',
		);
		expect(world.count('put')).toBe(1);
	});

	test('is not sent after a redirect', async () => {
		const location = `${world.emulator.storeUrl}/elsewhere`;
		world.emulator.faults.add({ where: 'store', kind: 'redirect', location });
		const { error } = await uploadOne();
		expect(error.message).toContain('the storage redirected the upload (returned 307');
		expect(world.count('put')).toBe(1);
	});

	test.each([
		['an answer', { kind: 'status', status: 400 }],
		['a refusal before the body is read', { kind: 'earlyRefusal' }],
		['a cut connection', { kind: 'cutAfterBytes', bytes: 1 }],
		['a redirect', { kind: 'redirect' }],
		['a stall', { kind: 'stall' }],
	])('leaves no file open and stores nothing after %s', async (_what, fault) => {
		world.emulator.faults.add(/** @type {any} */ ({ where: 'store', ...fault }));
		const file = randomFile(30_000_000);
		const { error } = await uploadOne(file, { maxAttempts: 1, stallTimeout: 1 });
		expect(error.message).toMatch(/^Upload "talk.wav"/);
		expect(openSources()).toEqual([]);
		expect(Object.keys(world.emulator.state.data.objects)).toEqual([]);
	});
});

test('an upload that is slow but moves goes on, however long the Stall Timeout is exceeded', async () => {
	world.emulator.faults.add({ where: 'store', kind: 'slow', bytesPerSecond: 1_000_000 });
	const { json } = await uploadOne(randomFile(5_000_000), { stallTimeout: 3 });
	expect(json).toMatchObject({ attempts: 1, integrity: 'verified' });
	expect(json.duration_ms).toBeGreaterThan(3000);
});

test('a cancel ends an upload that is under way, and closes its file', async () => {
	world.emulator.faults.add({ where: 'store', kind: 'stall', bytes: 1000 });
	const file = randomFile(30_000_000);
	const run = world.startRun('asset:upload', [{ files: { data: file } }], {
		jobId: world.newJob(),
		options: { stallTimeout: 3600 },
	});
	await world.until(() => world.count('put') > 0);
	expect(openSources()).toHaveLength(1);
	run.cancel();
	await run.nodeEnded;
	await until(() => openSources().length === 0);
	expect(world.calls('store')).toEqual(['put null']);
});

test('a file goes to an upload URL that the user has, without a new asset', async () => {
	const jobId = world.newJob();
	const added = await world.run('asset:add', [{}], {
		jobId,
		assetSource: 'fileName',
		fileName: 'talk.wav',
	});
	const { asset_id: assetId, upload_url: uploadUrl } = added.items[0].json;
	const file = randomFile(5000);
	const { items } = await world.run('asset:upload', [{ files: { data: file } }], {
		jobId,
		options: { uploadUrl: String(uploadUrl) },
	});
	expect(items[0].json).not.toHaveProperty('asset_id');
	expect(world.stored(String(assetId)).equals(file.content)).toBe(true);
	expect(world.count('add_asset')).toBe(1);
});
