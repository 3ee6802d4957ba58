const { hash } = require('node:crypto');
const { until } = require('../support/until');
const { openSources, recording, useWorld } = require('./world');

const world = useWorld();

/** More than sockets hold, so that a transfer is still under way when something happens to it. */
const LARGE = 12_000_000;

/** Adds one file as media, and sees afterwards what must hold after every fault: nothing is half. */
async function addMedia(bytes = 1000, options = {}) {
	const jobId = world.newJob();
	const item = recording(bytes);
	const run = world.run('media:add', [item], { jobId, options });
	const isDone = (await world.settled(run)).error === undefined;
	const assetIds = Object.keys(world.emulator.state.data.assets);
	const stored = assetIds.filter((assetId) => world.emulator.objectMd5(assetId));
	const { content } = item.files.data;
	expect(stored.filter((assetId) => !world.stored(assetId).equals(content))).toEqual([]);
	expect([world.countStored() <= 1, isDone ? stored.length : 1]).toEqual([true, 1]);
	expect(world.calls().filter((call) => call === 'add_media 200')).toHaveLength(isDone ? 1 : 0);
	expect(world.emulator.job(jobId)?.media !== undefined).toBe(isDone);
	expect(openSources()).toEqual([]);
	return { json: (await run).items[0].json };
}

const EXPIRED = { status: 403, body: '<Code>ExpiredToken</Code>' };

test('a file is stored byte for byte, and the output says what was stored', async () => {
	const jobId = world.newJob();
	const item = recording(300_000);
	const [{ json, pairedItem }] = (await world.run('asset:upload', [item], { jobId })).items;
	const { content } = item.files.data;
	expect(json).toEqual({
		job_id: jobId,
		asset_id: expect.any(String),
		file_name: 'talk.wav',
		content_type: 'audio/wav',
		bytes: 300_000,
		md5: hash('md5', content),
		integrity: 'verified',
		attempts: 1,
		duration_ms: expect.any(Number),
		uploaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
		use_before: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
	});
	expect(Object.keys(json).slice(0, 3)).toEqual(['file_name', 'job_id', 'asset_id']);
	const [uploadedAt, useBefore] = [json.uploaded_at, json.use_before].map(String).map(Date.parse);
	expect(useBefore - uploadedAt).toBe(24 * 3600_000);
	const ages = [Date.now() - uploadedAt, Number(json.duration_ms)];
	expect(Math.max(...ages)).toBeLessThan(60_000);
	expect(pairedItem).toEqual([{ item: 0 }]);
	expect(world.stored(json.asset_id).equals(content)).toBe(true);
	expect(world.calls()).toEqual(['auth 200', 'add_asset 200', 'put 200']);
	expect(world.sent('add_asset')).toMatchObject([{ file_name: 'talk.wav' }]);
});

test('the PUT has no Content-Type where the URL is signed with version 2, which covers it', async () => {
	world.set({ signatureVersion: 'v2', signedContentType: 'none' });
	expect((await addMedia()).json).toMatchObject({ integrity: 'verified' });
});

test('files of several items come out in the order of the items, though they end in another', async () => {
	const release = world.hold('put');
	const names = ['1.wav', '2.wav', '3.wav', '4.wav'];
	const items = names.map((name) => recording(500, name));
	const { result } = world.startRun('asset:upload', items, { jobId: world.newJob() });
	await world.until(() => world.calls().filter((call) => call === 'put 200').length === 3);
	release();
	const outputs = (await result).items;
	const paired = outputs.map(({ json, pairedItem }) => [json.file_name, pairedItem]);
	expect(paired).toEqual(names.map((name, item) => [name, [{ item }]]));
});

test.each([
	['a cut in the middle', { kind: 'cutAfterBytes', bytes: 500_000 }, 2, 1],
	['a storage that is busy three times', { status: 503, times: 3 }, 4, 1],
	['a stall', { kind: 'stall', bytes: 100_000 }, 2, 1],
	['an expired URL', EXPIRED, 2, 2],
	['a response that is lost', { kind: 'answerThenDrop' }, 2, 1],
])('%s is got over with a new stream', async (what, fault, attempts, assets) => {
	world.fault('put', fault);
	const added = addMedia('bytes' in fault ? LARGE : 1000);
	if (what === 'a stall') await world.expire('put');
	expect((await added).json).toMatchObject({ attempts, integrity: 'verified' });
	expect([world.count('put'), world.count('add_asset')]).toEqual([attempts, assets]);
});

test.each([
	['an expired URL is replaced by a new one twice', 'put', EXPIRED, 'UPLOAD_URL_EXPIRED', [3, 3]],
	['a busy Verbit is asked again by its client', 'add_asset', { status: 503 }, 'HOST_BUSY', [0, 4]],
])('%s, and no more', async (_what, operation, fault, code, counts) => {
	world.fault(operation, { ...fault, times: 99 });
	const { error } = await world.failing(addMedia(1000, { maxAttempts: 10 }));
	expect(error.context.code).toBe(code);
	expect([world.count('put'), world.count('add_asset')]).toEqual(counts);
});

test('a URL that the user gives is tried again where the storage is busy, and not once it has expired', async () => {
	const jobId = world.newJob();
	const added = await world.run('asset:add', [{}], { jobId, fileName: 'talk.wav' });
	const uploadUrl = String(added.items[0].json.upload_url);
	const options = { uploadUrl, concurrency: 32, stallTimeout: 3600 };
	const upload = () => world.run('asset:upload', [recording()], { jobId, options });
	world.fault('put', { status: 503 });
	const [{ json }] = (await upload()).items;
	expect(json).toMatchObject({ attempts: 2 });
	expect(json).not.toHaveProperty('asset_id');
	world.fault('put', { ...EXPIRED, times: 9 });
	expect((await world.failing(upload())).error.context.code).toBe('UPLOAD_URL_EXPIRED');
	expect(world.count('put')).toBe(3);
});

test('the log tells start, repeat and end, and options without a text are none', async () => {
	world.fault('put', { status: 503 });
	const { json } = await addMedia(1000, { fileName: ' ', contentType: '={{ null }}' });
	expect(json).toMatchObject({ file_name: 'talk.wav', content_type: 'audio/wav' });
	const ofUpload = world.log.filter((line) => line.includes('Upload of "talk.wav"'));
	expect(ofUpload.map((line) => line.replace(/^(\w+) .*?for job \d+: /, '$1 '))).toEqual([
		'info started, 0.0 MiB',
		expect.stringMatching(/^warn attempt 1 failed, retrying in 0\.\d s\. .* is busy or down/),
		'info started (attempt 2), 0.0 MiB',
		expect.stringMatching(/^info done, 0\.0 MiB in \d\.\d s$/),
	]);
});

/** `test/unit/upload/storedFile.test.js` has what else stored nothing. */
test('a refusal before the body is read is an error of the file, and nothing is attached', async () => {
	world.fault('put', { kind: 'earlyRefusal' });
	const { error } = await world.failing(addMedia(LARGE));
	expect(error.context).toMatchObject({ code: 'UPLOAD_REFUSED', itemIndex: 0 });
	expect(error.message).toMatch(/^Upload "talk.wav" for job \d+: /);
	expect([world.count('put'), world.countStored()]).toEqual([1, 0]);
});

test('a cancel ends all running uploads at once, and closes their files', async () => {
	world.fault('put', { kind: 'stall', bytes: 1000, times: 9 });
	const large = recording(LARGE);
	const items = [large, large, large, recording()];
	const run = world.startRun('asset:upload', items, { jobId: world.newJob() });
	await world.until(() => world.count('put') >= 3);
	expect(openSources()).toHaveLength(3);
	run.cancel();
	await run.nodeEnded;
	await until(() => openSources().length === 0);
	expect(world.calls('store')).toEqual(['put null', 'put null', 'put null']);
});

test('a failure stops the files that are under way, those that wait are not opened, and the log tells it alone', async () => {
	const opened = jest.spyOn(world.engine.binaryData, 'getAsStream');
	const held = world.until(() => world.count('put') === 2);
	world.fault('put', { status: 400, held }, { kind: 'stall', bytes: 1000, times: 9 });
	const large = recording(LARGE);
	const items = [large, large, ...Array(3).fill(recording())].map((item) => ({
		...item,
		json: { job: world.newJob() },
	}));
	const parameters = { jobId: '={{ $json.job }}', options: { concurrency: 2 } };
	const { error } = await world.runFailing('media:add', items, parameters);
	expect(error.context.code).toBe('UPLOAD_REFUSED');
	expect([world.count('put'), openSources()]).toEqual([2, []]);
	// The place of the one that has failed is taken before its failure ends the run.
	const whole = opened.mock.calls.filter(([, chunkBytes]) => chunkBytes === 2 ** 20);
	expect(whole.length).toBeLessThanOrEqual(3);
	expect(world.log.filter((line) => line.startsWith('warn'))).toEqual([
		expect.stringContaining('UPLOAD_REFUSED'),
	]);
});

describe('a large file', () => {
	const part = recording(4_200_000);

	/** @param {number} jobId */
	const merge = async (jobId) => {
		const parameters = { jobId, options: { concurrency: 1 } };
		return await world.run('media:merge', [part, part], parameters);
	};
	const uploads = [1, 2].flatMap(() => ['add_asset 200', 'put 200']);

	test.each([
		['is not Pending', () => world.jobThatIs('In Progress'), 'MEDIA_ALREADY_ADDED'],
		['Verbit does not know', () => 999_999, 'CALL_REFUSED'],
	])('for a job that %s is not uploaded', async (_what, jobId, code) => {
		expect((await world.failing(merge(jobId()))).error.context.code).toBe(code);
		expect([world.count('job_info'), world.steps()]).toEqual([1, [expect.any(String)]]);
	});

	test.each([
		['is Pending', undefined, ['job_info 200']],
		['has an unknown status', { status: 200, body: { job_status: 'In Review' } }, ['job_info 200']],
		['is not to be had', { status: 503, times: 4 }, Array(4).fill('job_info 503')],
	])('is uploaded after one look at its job, which %s', async (_what, answer, looks) => {
		if (answer) world.fault('job_info', answer);
		await merge(world.newJob());
		expect(world.steps()).toEqual([...looks, ...uploads, 'add_media 200']);
	});
});
