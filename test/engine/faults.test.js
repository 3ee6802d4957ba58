const { rmSync } = require('node:fs');
const path = require('node:path');
const { until } = require('../support/until');
const { openSources, randomFile, useWorld } = require('./world');

const world = useWorld();

/** Sockets of this process that go to the store: the node's, for the store's own ends come from it. */
function storeConnections() {
	const port = Number(new URL(world.emulator.storeUrl).port);
	// Node.js has no public way to ask; this one has been there since its beginnings.
	const handles = /** @type {any} */ (process)._getActiveHandles();
	return handles.filter((/** @type {any} */ handle) => handle.remotePort === port);
}

/** Adds one file as media, and checks afterwards what must hold after every fault. @param {any} [options] */
async function addMedia(options = {}, bytes = 2_000_000) {
	const jobId = world.newJob();
	const file = randomFile(bytes);
	const parameters = { jobId, mediaSource: 'binary', options };
	const { items, error } = await world.run('media:add', [{ files: { data: file } }], parameters);
	checkNothingIsHalf(file.content, jobId, error === undefined);
	return { json: items[0]?.json, error, jobId };
}

/** @param {Buffer} content @param {number} jobId @param {boolean} isDone */
function checkNothingIsHalf(content, jobId, isDone) {
	const { assets, objects } = world.emulator.state.data;
	for (const id of Object.keys(assets).filter((assetId) => world.emulator.objectMd5(assetId))) {
		expect(world.stored(id).equals(content)).toBe(true);
	}
	expect(Object.keys(objects).length).toBeLessThanOrEqual(1);
	expect(world.emulator.journal.count({ operation: 'add_media', status: 200 })).toBe(
		isDone ? 1 : 0,
	);
	expect(world.emulator.job(jobId)?.media !== undefined).toBe(isDone);
	expect(openSources()).toEqual([]);
}

const store = /** @type {const} */ ({ where: 'store' });
const EXPIRED = '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>';
const EXPIRED_TOKEN =
	'<Error><Code>ExpiredToken</Code><Message>The provided token has expired.</Message></Error>';

test.each([
	['a cut after some bytes', { kind: 'cutAfterBytes', bytes: 500_000 }, {}, 2],
	['three times busy', { kind: 'status', status: 503, times: 3 }, {}, 4],
	[
		'too many requests, with Retry-After',
		{ kind: 'status', status: 429, headers: { 'retry-after': '1' } },
		{},
		2,
	],
	['a timeout of the store', { kind: 'status', status: 408 }, {}, 2],
	['a stall', { kind: 'stall', bytes: 100_000 }, { stallTimeout: 4 }, 2],
	['an expired URL', { kind: 'status', status: 403, body: EXPIRED }, {}, 2],
	['an expired token of the URL', { kind: 'status', status: 400, body: EXPIRED_TOKEN }, {}, 2],
	['an ETag of other bytes', { kind: 'wrongEtag' }, {}, 2],
	['an answer that is lost', { kind: 'answerThenDrop' }, {}, 2],
])('%s is got over', async (_what, fault, options, attempts) => {
	world.emulator.faults.add(/** @type {any} */ ({ ...store, ...fault }));
	const { json, error } = await addMedia(options, 20_000_000);
	expect(error).toBeUndefined();
	expect(json).toMatchObject({ attempts, integrity: 'verified' });
});

test.each([
	[
		'a 403 before the body is read, with the connection cut',
		{ kind: 'earlyRefusal' },
		'the storage refused the upload (returned 403 AccessDenied (Access Denied))',
	],
	[
		'a redirect',
		{ kind: 'redirect', location: 'http://127.0.0.1:9/' },
		'the storage redirected the upload (returned 307',
	],
	[
		'a URL that ends again and again',
		{ kind: 'status', status: 403, body: EXPIRED, times: 9 },
		'Request has expired',
	],
	[
		'an ETag of other bytes at every attempt',
		{ kind: 'wrongEtag', times: 9 },
		"the checksum doesn't match",
	],
])('%s is reported', async (_what, fault, message) => {
	world.emulator.faults.add(/** @type {any} */ ({ ...store, ...fault }));
	const jobId = world.newJob();
	const parameters = { jobId, mediaSource: 'binary', options: { maxAttempts: 3 } };
	const { error } = await world.run(
		'media:add',
		[{ files: { data: randomFile(20_000_000) } }],
		parameters,
	);
	expect(error.message).toContain(message);
	expect(error.description).toMatch(/\.$/);
	expect(world.count('add_media')).toBe(0);
	expect(openSources()).toEqual([]);
});

test('a URL that expires again and again leads to two new assets, no more', async () => {
	world.emulator.faults.add({ ...store, kind: 'status', status: 403, body: EXPIRED, times: 9 });
	await addMedia({ maxAttempts: 9 });
	expect(world.count('add_asset')).toBe(3);
	expect(world.count('put')).toBe(3);
});

describe('a storage that cannot be reached', () => {
	const upload = async (/** @type {string} */ uploadUrl) => {
		const parameters = { jobId: 1, options: { uploadUrl, maxAttempts: 2 } };
		return await world.run('asset:upload', [{ files: { data: randomFile(100) } }], parameters);
	};

	test.each([
		['because its name is not known', 'http://no-such-host.invalid/x', /ENOTFOUND|EAI_AGAIN/],
		['because it refuses the connection', 'http://127.0.0.1:9/x', /ECONNREFUSED/],
	])('%s is reported with the host and the reason', async (_why, url, reason) => {
		const { error } = await upload(url);
		expect(error.context.code).toBe('HOST_UNREACHABLE');
		expect(error.message).toContain(`${new URL(url).host} couldn't be reached`);
		expect(error.message).toMatch(reason);
		expect(openSources()).toEqual([]);
	});
});

test('a store that is killed and comes back gets the whole file', async () => {
	world.emulator.faults.add({ ...store, kind: 'stall', bytes: 100_000 });
	const jobId = world.newJob();
	const file = randomFile(20_000_000);
	const run = world.startRun('media:add', [{ files: { data: file } }], {
		jobId,
		mediaSource: 'binary',
	});
	await world.until(() => world.count('put') > 0);
	await world.emulator.restart();
	const { items, error } = await run.result;
	expect(error).toBeUndefined();
	expect(Number(items[0].json.attempts)).toBeGreaterThan(1);
	checkNothingIsHalf(file.content, jobId, true);
});

describe('a file that has vanished from the disk', () => {
	const storage = path.join(String(process.env.N8N_USER_FOLDER), '.n8n/storage');
	const vanish = () => rmSync(storage, { recursive: true, force: true });
	afterEach(() => jest.restoreAllMocks());

	test('before the node checks it is reported, and nothing is sent', async () => {
		const { binaryData } = world.engine;
		const getMetadata = binaryData.getMetadata.bind(binaryData);
		jest.spyOn(binaryData, 'getMetadata').mockImplementation(async (id) => {
			vanish();
			return await getMetadata(id);
		});
		const { error } = await addMedia();
		expect(error.message).toContain("is no longer in n8n's storage");
		expect(world.calls()).toEqual([]);
	});

	test('between the check and the upload is reported, and no asset is created', async () => {
		const { binaryData } = world.engine;
		const getMetadata = binaryData.getMetadata.bind(binaryData);
		jest.spyOn(binaryData, 'getMetadata').mockImplementation(async (id) => {
			const metadata = await getMetadata(id);
			vanish();
			return metadata;
		});
		const opened = jest.spyOn(binaryData, 'getAsStream');
		const { error } = await addMedia();
		expect(error.message).toContain("the file couldn't be read from n8n's storage");
		expect([world.count('add_asset'), world.count('put')]).toEqual([0, 0]);
		// A folder that has lost it will not have it a moment later.
		expect(opened).toHaveBeenCalledTimes(1);
	});
});

describe('a cancel', () => {
	test('cancels all running uploads at once', async () => {
		world.emulator.faults.add({ ...store, kind: 'stall', bytes: 1000, times: 9 });
		const items = Array.from({ length: 6 }, () => ({ files: { data: randomFile(20_000_000) } }));
		const options = { stallTimeout: 3600 };
		const run = world.startRun('asset:upload', items, { jobId: world.newJob(), options });
		await world.until(() => world.count('put') >= 3);
		run.cancel();
		await run.nodeEnded;
		await until(() => openSources().length === 0);
		expect(world.count('put')).toBe(3);
	});

	test('ends a wait between two attempts', async () => {
		world.emulator.faults.add({
			...store,
			kind: 'status',
			status: 503,
			headers: { 'retry-after': '60' },
			times: 9,
		});
		const run = world.startRun('asset:upload', [{ files: { data: randomFile(100) } }], {
			jobId: world.newJob(),
		});
		await world.until(() => world.calls().includes('put 503'));
		run.cancel();
		// Long before the minute that the store asks for.
		await run.nodeEnded;
		expect(world.count('put')).toBe(1);
	});
});

describe('a failure without Continue On Fail', () => {
	test('stops the files that are under way, and those that wait are not begun', async () => {
		const held = world.until(() => world.count('put') === 2);
		world.emulator.faults.add({ ...store, kind: 'status', status: 400, held });
		world.emulator.faults.add({ ...store, kind: 'stall', bytes: 1000, times: 9 });
		const items = Array.from({ length: 5 }, () => ({ files: { data: randomFile(20_000_000) } }));
		const { error } = await world.run('asset:upload', items, {
			jobId: world.newJob(),
			options: { concurrency: 2, stallTimeout: 3600 },
		});
		expect(error.message).toContain('the storage refused the upload (returned 400');
		expect(world.count('put')).toBe(2);
		expect(openSources()).toEqual([]);
	});

	test('does not stop the others with Continue On Fail', async () => {
		world.emulator.faults.add({ ...store, kind: 'status', status: 400 });
		const items = Array.from({ length: 5 }, () => ({ files: { data: randomFile(1000) } }));
		const result = await world.run(
			'asset:upload',
			items,
			{ jobId: world.newJob() },
			{ onError: 'continueRegularOutput' },
		);
		expect(result.items.filter(({ json }) => json.error)).toHaveLength(1);
		expect(result.items.filter(({ json }) => json.integrity === 'verified')).toHaveLength(4);
	});
});

describe('a file whose size n8n has wrong', () => {
	/** @param {number} fileSize */
	const pretendSize = (fileSize) =>
		jest.spyOn(world.engine.binaryData, 'getMetadata').mockResolvedValue({ fileSize });
	afterEach(() => jest.restoreAllMocks());

	test.each([
		['less', 1500, 'only 1000'],
		['more', 500, 'more'],
	])(
		'so that there is %s than announced is told, and nothing is stored',
		async (_which, fileSize, found) => {
			pretendSize(fileSize);
			const { error } = await addMedia({}, 1000);
			expect(error.message).toContain(`expected ${fileSize} bytes, but got ${found}`);
			expect(Object.keys(world.emulator.state.data.objects)).toEqual([]);
		},
	);

	test('and over 5 GiB is refused for S3 before a byte is sent', async () => {
		pretendSize(5 * 1024 ** 3 + 1);
		const { error } = await addMedia({}, 1000);
		expect(error.message).toContain('bytes of at most 5 GiB');
		expect(world.count('put')).toBe(0);
	});
});

test('no connection to the store is left when a run has ended', async () => {
	await addMedia();
	await until(() => storeConnections().length === 0, { maxMs: 2000 });
});
