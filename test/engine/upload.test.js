const { LinkServer } = require('./linkServer');
const { until } = require('../support/until');
const {
	continueOnFail,
	md5,
	openSources,
	randomFile,
	recording,
	shortenPauses,
	useWorld,
} = require('./world');

const world = useWorld();
shortenPauses();
afterEach(() => jest.restoreAllMocks());

/** More than sockets hold, so that a transfer is still under way when something happens to it. */
const LARGE = 12_000_000;

/** Uploads one file to a new job. */
async function upload(bytes = 300_000, options = {}, item = recording(bytes)) {
	const jobId = world.newJob();
	const { items, error } = await world.run('asset:upload', [item], { jobId, options });
	return { json: items[0]?.json, items, error, jobId, content: item.files.data.content };
}

/** Adds one file as media, and checks afterwards what must hold after every fault. */
async function addMedia(bytes = 1000, options = {}) {
	const jobId = world.newJob();
	const item = recording(bytes);
	const parameters = { jobId, mediaSource: 'binary', options };
	const { items, error } = await world.run('media:add', [item], parameters);
	checkNothingIsHalf(item.files.data.content, jobId, error === undefined);
	return { json: items[0]?.json, error };
}

/** @param {Buffer} content @param {number} jobId @param {boolean} isDone */
function checkNothingIsHalf(content, jobId, isDone) {
	const { assets } = world.emulator.state.data;
	const stored = Object.keys(assets).filter((assetId) => world.emulator.objectMd5(assetId));
	expect(stored.map((assetId) => world.stored(assetId).equals(content))).toEqual(
		stored.map(() => true),
	);
	expect([world.countStored() <= 1, isDone ? stored.length : 1]).toEqual([true, 1]);
	expect(world.calls().filter((call) => call === 'add_media 200')).toHaveLength(isDone ? 1 : 0);
	expect(world.emulator.job(jobId)?.media !== undefined).toBe(isDone);
	expect(openSources()).toEqual([]);
}

const lastPut = () => world.emulator.journal.filter(({ operation }) => operation === 'put').at(-1);

/** @param {string} code @param {string} [message] */
const document = (code, message = 'x') =>
	`<Error><Code>${code}</Code><Message>${message}</Message></Error>`;

const EXPIRED = { status: 403, body: document('AccessDenied', 'Request has expired') };

test('a file is stored byte for byte, and the output says what was stored', async () => {
	const { json, items, error, content, jobId } = await upload();
	expect(error).toBeUndefined();
	expect(json).toEqual({
		job_id: jobId,
		asset_id: expect.any(String),
		file_name: 'talk.wav',
		content_type: 'audio/wav',
		bytes: 300_000,
		md5: md5(content),
		integrity: 'verified',
		attempts: 1,
		duration_ms: expect.any(Number),
		uploaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
		use_before: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
	});
	expect(items[0].pairedItem).toEqual([{ item: 0 }]);
	expect(world.stored(json.asset_id).equals(content)).toBe(true);
	expect(world.calls()).toEqual(['auth 200', 'add_asset 200', 'put 200']);
});

test.each([
	['a form type', { mimeType: 'application/x-www-form-urlencoded' }],
	[
		'line breaks in its base64',
		(/** @type {string} */ base64) => base64.replace(/(.{76})/g, '$1\r\n'),
	],
	['a data URL', (/** @type {string} */ base64) => `data:audio/wav;base64,${base64}`],
	['a number as its name', { fileName: 2026 }],
])('a file in the item, with %s, is stored byte for byte', async (_what, change) => {
	const { content } = randomFile(1000);
	const base64 = content.toString('base64');
	const changes = typeof change === 'function' ? { data: change(base64) } : change;
	const file = { data: base64, mimeType: 'audio/wav', fileName: 'talk.wav', ...changes };
	const parameters = { jobId: world.newJob() };
	const { items } = await world.run('asset:upload', [{ binary: { data: file } }], parameters);
	expect(world.stored(items[0].json.asset_id).equals(content)).toBe(true);
});

describe('a success that stored nothing', () => {
	const html = { 'content-type': 'text/html' };

	test.each([
		['a page', html, '<html><body>Blocked by policy'],
		['a page without markup', html, 'Blocked by policy'],
		['a page of another type', {}, '<!-- a --><html><body>Blocked'],
		['an error document', {}, document('InternalError')],
		['an error document with an ETag', { etag: '"a"' }, '<Error>No</Error>'],
		['a text', { 'content-type': 'text/plain' }, 'Blocked by policy'],
		['JSON', { 'content-type': 'application/json' }, '{"error":"denied"}'],
	])(
		'%s is tried again, then an error: nothing is attached or started',
		async (_what, headers, body) => {
			const answer = { status: 200, headers, body };
			world.fault('put', { ...answer, times: 2 });
			const parameters = { options: { maxAttempts: 2 } };
			const { error } = await world.run('recording:submit', [recording()], parameters);
			expect(error?.context.code).toBe('UPLOAD_NOT_STORED');
			expect(world.calls('store')).toHaveLength(2);
			expect([world.count('add_media'), world.count('perform_transcription')]).toEqual([0, 0]);

			world.fault('put', answer);
			const { json, content } = await upload(1000);
			expect(json).toMatchObject({ attempts: 2, integrity: 'verified' });
			expect(world.stored(json.asset_id).equals(content)).toBe(true);
		},
	);

	test('is seen also where the upload URL has no signature', async () => {
		const storage = new LinkServer();
		await storage.start();
		storage.answer((request, response) => {
			request.resume().once('end', () => response.end('<?xml version="1.0"?><error>No</error>'));
		});
		const { error } = await upload(10, { uploadUrl: `${storage.url}/talk.wav` });
		expect(error?.context.code).toBe('UPLOAD_NOT_STORED');
		await storage.stop();
	});

	test('is not seen where a page has no content', async () => {
		world.fault('put', { status: 200, headers: html });
		expect((await upload()).json).toMatchObject({ attempts: 1, integrity: 'unverified' });
	});
});

describe('the PUT', () => {
	test('has its exact length, is not chunked, and carries no access token', async () => {
		await upload(70_001);
		expect(lastPut()).toMatchObject({
			authScheme: null,
			headers: { 'content-length': '70001', 'content-type': 'audio/wav' },
		});
		expect(lastPut()?.headers).not.toHaveProperty('transfer-encoding');
	});

	test.each(
		/** @type {const} */ ([
			['none where the URL is signed with version 2, which covers it', 'v2', undefined],
			['the one that the URL is signed for, when the user sets it', 'v4', 'video/x-own'],
			['the one that the user sets with version 2 as well', 'v2', 'video/x-own'],
		]),
	)('has the Content-Type that is right: %s', async (_which, signatureVersion, contentType) => {
		world.emulator.switches.set({ signatureVersion, signedContentType: contentType ?? 'none' });
		const { error } = await upload(10, contentType && { contentType });
		expect(error).toBeUndefined();
		expect(lastPut()?.headers['content-type']).toBe(contentType);
	});

	test('is refused with the remedy where the URL is signed for another type', async () => {
		world.emulator.switches.set({ signedContentType: 'video/x-own' });
		const { error } = await upload();
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
		'of an item, named by "%s", come out one item each, in that order',
		async (names, expected) => {
			const parameters = { jobId: world.newJob(), binaryPropertyName: names };
			const { items } = await world.run('asset:upload', [{ files }], parameters);
			expect(items.map(({ json }) => json.file_name)).toEqual(expected);
			const sent = expected.map((name) =>
				Object.values(files).find((file) => file.fileName === name),
			);
			expect(items.map(({ json }) => world.stored(json.asset_id))).toEqual(
				sent.map((file) => file?.content),
			);
		},
	);

	test('of several items come out in the order of the items, though they end in another', async () => {
		const release = world.hold('put');
		const names = ['1.wav', '2.wav', '3.wav', '4.wav'];
		const items = names.map((name) => recording(500, name));
		const { result } = world.startRun('asset:upload', items, { jobId: world.newJob() });
		await world.until(() => world.calls().filter((call) => call === 'put 200').length === 3);
		release();
		const outputs = (await result).items;
		expect(outputs.map(({ json }) => json.file_name)).toEqual(names);
		expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => [{ item }]),
		);
	});

	test('get their upload URLs one by one, so that none expires while others are uploaded', async () => {
		const parameters = { jobId: world.newJob(), options: { concurrency: 1 } };
		await world.run('asset:upload', [recording(), recording(), recording()], parameters);
		expect(world.steps()).toEqual([1, 2, 3].flatMap(() => ['add_asset 200', 'put 200']));
	});

	test('are uploaded as many at a time as Concurrency says', async () => {
		const items = [1, 2, 3, 4].map(() => ({ files: { x: randomFile(100), y: randomFile(100) } }));
		const options = { concurrency: 2 };
		const parameters = { jobId: world.newJob(), binaryPropertyName: '*', options };
		expect(await world.mostAtATime('put', 2, 8, 'asset:upload', items, parameters)).toBe(2);
	});

	test('of two items with one upload URL are refused, however it is written', async () => {
		const urls = [
			'HTTPS://Bucket.Example.com:443/my%20talk',
			'https://bucket.example.com/m%79%20talk#x',
		];
		const items = urls.map((url) => recording(10, 'talk.wav', { url }));
		const parameters = { jobId: 1, options: { uploadUrl: '={{ $json.url }}' } };
		await world.expectRefused('UPLOAD_URL_IN_SEVERAL_ITEMS', 'asset:upload', items, parameters);
	});
});

describe('names', () => {
	test('lose their folders before they are sent to Verbit', async () => {
		const { json } = await upload(10, { fileName: '../../secret/two\nlines.mp3' });
		expect(json.file_name).toBe('twolines.mp3');
		expect(world.sent('add_asset')).toEqual([{ file_name: 'twolines.mp3' }]);
	});

	test('are made from the field and the type where n8n knows none', async () => {
		const { content } = randomFile(10);
		const item = /** @type {any} */ ({ files: { data: { content, mimeType: 'video/mp4' } } });
		expect((await upload(0, {}, item)).json.file_name).toBe('data.mp4');
	});
});

describe('integrity', () => {
	test("is unverified if the ETag isn't an MD5", async () => {
		world.emulator.switches.set({ etag: 'opaque' });
		expect((await upload()).json).toMatchObject({
			integrity: 'unverified',
			md5: expect.any(String),
		});
	});

	test.each([false, '={{ "false" }}'])(
		'is unverified where the user does not want it checked: %s',
		async (verifyIntegrity) => {
			world.fault('put', { kind: 'wrongEtag' });
			const { json } = await upload(10, { verifyIntegrity });
			expect(json).toMatchObject({ integrity: 'unverified', attempts: 1 });
		},
	);
});

const expiredToken = {
	status: 400,
	body: document('ExpiredToken', 'The provided token has expired.'),
};

test.each(
	/** @type {Array<[string, Partial<import('../emulator/faults').Fault>, number, number, object?]>} */ ([
		['a cut in the middle', { kind: 'cutAfterBytes', bytes: 500_000 }, 2, 1],
		['a storage that is busy three times', { status: 503, times: 3 }, 4, 1],
		['too many requests', { status: 429, headers: { 'retry-after': '1' } }, 2, 1],
		['a timeout of the storage', { status: 408 }, 2, 1],
		['a stall', { kind: 'stall', bytes: 100_000 }, 2, 1, { stallTimeout: 2 }],
		['an expired URL', EXPIRED, 2, 2],
		['an expired token of the URL', expiredToken, 2, 2],
		['an ETag of other bytes', { kind: 'wrongEtag' }, 2, 1],
		['a response that is lost', { kind: 'answerThenDrop' }, 2, 1],
	]),
)('%s is got over with a new stream', async (_what, fault, attempts, assets, options = {}) => {
	world.fault('put', fault);
	const { json, error } = await addMedia(fault.bytes ? LARGE : 1000, options);
	expect(error).toBeUndefined();
	expect(json).toMatchObject({ attempts, integrity: 'verified' });
	expect([world.count('put'), world.count('add_asset')]).toEqual([attempts, assets]);
});

test.each(
	/** @type {Array<[string, Partial<import('../emulator/faults').Fault>, string, number, number, object?]>} */ ([
		['busy at each attempt', { status: 503, times: 2 }, 'HOST_BUSY', 2, 1, { maxAttempts: 2 }],
		['no access', { status: 403, body: document('AccessDenied') }, 'UPLOAD_REFUSED', 1, 1],
		['a refusal before the body is read', { kind: 'earlyRefusal' }, 'UPLOAD_REFUSED', 1, 1],
		['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }, 'UPLOAD_REFUSED', 1, 1],
		[
			'a URL that expires again and again',
			{ ...EXPIRED, times: 9 },
			'UPLOAD_URL_EXPIRED',
			3,
			3,
			{
				maxAttempts: 9,
			},
		],
		[
			'other bytes at each attempt',
			{ kind: 'wrongEtag', times: 9 },
			'CHECKSUM_MISMATCH',
			2,
			1,
			{
				maxAttempts: 2,
			},
		],
		['a refusal', { status: 400 }, 'UPLOAD_REFUSED', 1, 1],
		['a stall', { kind: 'stall' }, 'UPLOAD_STALLED', 1, 1, { maxAttempts: 1, stallTimeout: 1 }],
		['a cut', { kind: 'cutAfterBytes', bytes: 1 }, 'UPLOAD_CUT', 1, 1, { maxAttempts: 1 }],
	]),
)(
	'%s: an error, nothing stored or attached',
	async (_what, fault, code, puts, assets, options = {}) => {
		world.fault('put', fault);
		const isCut = ['earlyRefusal', 'stall', 'cutAfterBytes'].includes(String(fault.kind));
		const { error } = await addMedia(isCut ? LARGE : 1000, options);
		expect(error.context).toMatchObject({ code, itemIndex: 0 });
		expect(error.description).toMatch(/\.$/);
		expect([world.count('put'), world.count('add_asset')]).toEqual([puts, assets]);
		expect(error.message).toMatch(/^Upload "talk.wav" for job \d+: /);
		if (fault.kind !== 'wrongEtag') expect(world.countStored()).toBe(0);
	},
);

test('an error of the storage is one of n8n, with the status and what the storage says', async () => {
	world.fault('put', { status: 503, times: 2 });
	const { error, jobId } = await upload(10, { maxAttempts: 2 });
	expect([error.name, error.httpCode]).toEqual(['NodeApiError', '503']);
	const { host } = new URL(world.emulator.storeUrl);
	expect(error.message).toMatch(`Upload "talk.wav" for job ${jobId}: ${host} `);
	expect(error.message).toContain('503 SlowDown (Please reduce your request rate.)');
});

test.each([
	['whose name is not known', 'http://no-such-host.invalid/x', /ENOTFOUND|EAI_AGAIN/],
	['that refuses the connection', 'http://127.0.0.1:9/x', /ECONNREFUSED/],
])('a storage %s is reported with the host and the reason', async (_why, uploadUrl, reason) => {
	const { error } = await upload(100, { uploadUrl, maxAttempts: 2 });
	expect(error.context.code).toBe('HOST_UNREACHABLE');
	expect(error.message).toContain(new URL(uploadUrl).host);
	expect(error.message).toMatch(reason);
	expect(openSources()).toEqual([]);
});

test('a storage that is killed and comes back gets the whole file', async () => {
	world.fault('put', { kind: 'stall', bytes: 100_000 });
	const jobId = world.newJob();
	const item = recording(LARGE);
	const run = world.startRun('media:add', [item], { jobId, mediaSource: 'binary' });
	await world.until(() => world.count('put') > 0);
	await world.emulator.restart();
	const { items, error } = await run.result;
	expect(error).toBeUndefined();
	expect(Number(items[0].json.attempts)).toBeGreaterThan(1);
	checkNothingIsHalf(item.files.data.content, jobId, true);
});

test('an upload that is slow but moves goes on, however long the Stall Timeout is exceeded', async () => {
	world.fault('put', { kind: 'slow', bytesPerSecond: 10_000_000 });
	const { json } = await upload(LARGE, { stallTimeout: 1 });
	expect(json).toMatchObject({ attempts: 1, integrity: 'verified' });
	expect(json.duration_ms).toBeGreaterThan(1000);
});

test('a file goes to an upload URL that the user has, without a new asset', async () => {
	const jobId = world.newJob();
	const added = await world.run('asset:add', [{}], { jobId, fileName: 'talk.wav' });
	const { asset_id: assetId, upload_url: uploadUrl } = added.items[0].json;
	const { json, content } = await upload(5000, { uploadUrl });
	expect(json).not.toHaveProperty('asset_id');
	expect(world.stored(assetId).equals(content)).toBe(true);
	expect(world.count('add_asset')).toBe(1);
});

test('no connection to the storage is left when a run has ended', async () => {
	await addMedia();
	const port = Number(new URL(world.emulator.storeUrl).port);
	// Node.js has no public way to ask; this one has been there since its beginnings.
	const connections = () =>
		/** @type {any} */ (process)
			._getActiveHandles()
			.filter((/** @type {any} */ { remotePort }) => remotePort === port);
	await until(() => connections().length === 0);
});

describe('a file that has vanished from the disk', () => {
	test.each([
		['before the node checks', 'FILE_DELETED', 'before'],
		['between the check and the upload', 'FILE_UNREADABLE', 'after'],
	])('%s is an error, and no asset is created', async (_when, code, vanishes) => {
		const { binaryData } = world.engine;
		const getMetadata = binaryData.getMetadata.bind(binaryData);
		jest.spyOn(binaryData, 'getMetadata').mockImplementation(async (id) => {
			if (vanishes === 'before') world.engine.removeFiles();
			const metadata = await getMetadata(id);
			world.engine.removeFiles();
			return metadata;
		});
		const opened = jest.spyOn(binaryData, 'getAsStream');
		const { error } = await addMedia();
		expect(error.context.code).toBe(code);
		expect(world.steps()).toEqual([]);
		// A folder that has lost it will not have it a moment later.
		expect(opened).toHaveBeenCalledTimes(vanishes === 'after' ? 1 : 0);
	});
});

describe('a file whose size n8n has wrong', () => {
	/** @param {number} fileSize */
	const pretendSize = (fileSize) =>
		jest.spyOn(world.engine.binaryData, 'getMetadata').mockResolvedValue({ fileSize });

	test.each([
		['less', 1500, 'only 1000'],
		['more', 500, 'more'],
	])(
		'is named where there is %s than announced, and not stored',
		async (_which, fileSize, found) => {
			pretendSize(fileSize);
			const { error } = await addMedia();
			expect(error.message).toContain(`expected ${fileSize} bytes, but got ${found}`);
			expect(world.countStored()).toBe(0);
		},
	);

	test('is refused for S3 over 5 GiB, before a byte is sent', async () => {
		pretendSize(5 * 1024 ** 3 + 1);
		expect((await addMedia()).error.context.code).toBe('FILE_TOO_LARGE');
		expect(world.count('put')).toBe(0);
	});
});

describe('a cancel', () => {
	test('ends all running uploads at once, and closes their files', async () => {
		world.fault('put', { kind: 'stall', bytes: 1000, times: 9 });
		const items = Array.from({ length: 4 }, () => recording(LARGE));
		const options = { stallTimeout: 3600 };
		const run = world.startRun('asset:upload', items, { jobId: world.newJob(), options });
		await world.until(() => world.count('put') >= 3);
		expect(openSources()).toHaveLength(3);
		run.cancel();
		await run.nodeEnded;
		await until(() => openSources().length === 0);
		expect(world.calls('store')).toEqual(['put null', 'put null', 'put null']);
	});

	test('ends a wait between two attempts', async () => {
		world.fault('put', { status: 503, headers: { 'retry-after': '60' }, times: 9 });
		const run = world.startRun('asset:upload', [recording()], { jobId: world.newJob() });
		await world.until(() => world.calls().includes('put 503'));
		run.cancel();
		// Long before the minute that the storage asks for.
		await run.nodeEnded;
		expect(world.count('put')).toBe(1);
	});
});

describe('a failure without Continue On Fail', () => {
	test('stops the files that are under way, and those that wait are not begun', async () => {
		const held = world.until(() => world.count('put') === 2);
		world.fault('put', { status: 400, held }, { kind: 'stall', bytes: 1000, times: 9 });
		const items = Array.from({ length: 5 }, () => recording(LARGE));
		const parameters = {
			jobId: world.newJob(),
			options: { concurrency: 2, stallTimeout: 3600 },
		};
		const { error } = await world.run('asset:upload', items, parameters);
		expect(error.context.code).toBe('UPLOAD_REFUSED');
		expect(world.count('put')).toBe(2);
		expect(openSources()).toEqual([]);
	});

	test('stops none with it', async () => {
		world.fault('put', { status: 400 });
		const items = Array.from({ length: 5 }, () => recording(1000));
		const parameters = { jobId: world.newJob() };
		const result = await world.run('asset:upload', items, parameters, continueOnFail);
		expect(result.items.filter(({ json }) => json.error)).toHaveLength(1);
		expect(result.items.filter(({ json }) => json.integrity === 'verified')).toHaveLength(4);
	});
});

describe('a large file', () => {
	/** @param {number} jobId */
	const merge = async (jobId) => {
		const parameters = { jobId, options: { concurrency: 1 } };
		return await world.run('media:merge', [recording(5_000_000), recording(5_000_000)], parameters);
	};
	const uploads = [1, 2].flatMap(() => ['add_asset 200', 'put 200']);

	test('for a job that is not Pending is not uploaded', async () => {
		const jobId = world.newJob();
		world.emulator.setJobStatus(jobId, 'In Progress');
		expect((await merge(jobId)).error.context.code).toBe('JOB_NOT_PENDING');
		expect(world.steps()).toEqual(['job_info 200']);
	});

	test.each([
		['is Pending', undefined, ['job_info 200']],
		['has no status', { status: 200, body: {} }, ['job_info 200']],
		['has an unknown status', { status: 200, body: { job_status: 'In Review' } }, ['job_info 200']],
		['is a web page', { status: 200, body: '<html>Log in</html>' }, ['job_info 200']],
		['is not to be had', { status: 503, times: 4 }, Array(4).fill('job_info 503')],
	])('is uploaded after one look at its job, which %s', async (_what, answer, looks) => {
		if (answer) world.fault('job_info', answer);
		expect((await merge(world.newJob())).error).toBeUndefined();
		expect(world.steps()).toEqual([...looks, ...uploads, 'add_media 200']);
	});
});

describe("n8n's log", () => {
	const lines = () => world.log.filter((line) => line.includes(' Upload of'));

	test('tells the start, each tenth and the end of an upload, with rates', async () => {
		const { jobId } = await upload(LARGE);
		expect(lines()[0]).toContain(`Upload of "talk.wav" for job ${jobId}: started, 11.4 MiB`);
		expect(lines().slice(1, -1)).toHaveLength(9);
		expect(lines()[1]).toMatch(/: 10 %, [\d.]+ MiB\/s$/);
		expect(lines().at(-1)).toMatch(/: done, 11\.4 MiB, [\d.]+ MiB\/s$/);
	});

	test('tells a repeat with its reason, and no key, token or signature', async () => {
		world.fault('put', { status: 503 }, { kind: 'dropConnection' });
		await upload(10);
		expect(lines()).toContainEqual(
			expect.stringMatching(/^warn .*attempt 1 failed, retrying in [\d.]+ s\. .*503 SlowDown/),
		);
		expect(lines()).toContainEqual(expect.stringContaining('started (attempt 2)'));
		const { accessToken } = world.credential.data;
		for (const secret of [world.emulator.apiKey, String(accessToken), 'X-Amz-']) {
			expect(lines().join()).not.toContain(secret);
		}
	});
});
