const { file, LinkServer } = require('./linkServer');
const { randomFile, useWorld } = require('./world');

const world = useWorld();
const links = new LinkServer();
beforeAll(async () => await links.start());
afterAll(async () => await links.stop());

const { content } = randomFile(1000);
const base64 = content.toString('base64');
const inItem = (/** @type {object} */ changes) => ({
	binary: { data: { data: base64, mimeType: 'audio/wav', fileName: 'talk.wav', ...changes } },
});

/** @param {any} item */
const upload = async (item, parameters = {}) =>
	await world.run('asset:upload', [item], { jobId: world.newJob(), ...parameters });

test('two items with one upload URL are refused however it is written', async () => {
	const items = [
		{ json: { url: 'HTTPS://Bucket.Example.com:443/my%20talk' }, files: { data: randomFile(10) } },
		{ json: { url: 'https://bucket.example.com/m%79%20talk#x' }, files: { data: randomFile(10) } },
	];
	const parameters = { jobId: 1, options: { uploadUrl: '={{ $json.url }}' } };
	const { error } = await world.run('asset:upload', items, parameters);
	expect(error.context.code).toBe('UPLOAD_URL_IN_SEVERAL_ITEMS');
	expect(world.calls()).toEqual([]);
});

test('two items with one upload URL are refused, and nothing is sent', async () => {
	const items = [{ files: { data: randomFile(10) } }, { files: { data: randomFile(10) } }];
	const uploadUrl = `${world.emulator.storeUrl}/a?X-Amz-Signature={{ $itemIndex }}`;
	const parameters = { jobId: 1, options: { uploadUrl: `=${uploadUrl}` } };
	const { error } = await world.run('asset:upload', items, parameters);
	expect(error.message).toContain('2 items have the same upload URL');
	expect(world.calls()).toEqual([]);
});

test.each([
	['a form type', { mimeType: 'application/x-www-form-urlencoded' }],
	['line breaks in its base64', { data: base64.replace(/(.{76})/g, '$1\r\n') }],
	['a data URL', { data: `data:audio/wav;base64,${base64}` }],
	['a number as its name', { fileName: 2026 }],
])('a file with %s is stored byte for byte', async (_what, changes) => {
	const { items, error } = await upload(inItem(changes));
	expect(error).toBeUndefined();
	expect(world.stored(items[0].json.asset_id).equals(content)).toBe(true);
});

test.each([
	[{ binary: { data: null } }, 'No file found: this item has no files'],
	[{ binary: null }, 'No file found: this item has no files'],
	[inItem({ data: undefined }), 'has no content'],
	[inItem({ data: 'no base64!' }), "isn't valid base64"],
])('%j is refused with a reason', async (item, message) => {
	const { error } = await upload(item);
	expect(error.name).toBe('NodeOperationError');
	expect(error.message).toContain(message);
	expect(world.calls()).toEqual([]);
});

describe('a URL that n8n streams', () => {
	const addMedia = async (/** @type {any} */ answer) => {
		links.answer(answer);
		const jobId = world.newJob();
		const parameters = { jobId, mediaSource: 'urlUpload', mediaUrl: `${links.url}/talk.mp3` };
		return { jobId, ...(await world.run('media:add', [{}], parameters)) };
	};

	test('becomes the media of a job', async () => {
		const { items, error, jobId } = await addMedia(file(content));
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ job_id: jobId, integrity: 'verified' });
		expect(world.emulator.job(jobId)?.media?.assetIds).toEqual([items[0].json.asset_id]);
	});

	test.each([
		[{ 'content-type': 'text/html; charset=utf-8' }, content, 'returned a web page'],
		[{ 'content-encoding': 'x-packed' }, content, 'returned a compressed file'],
	])('is refused at once with %j', async (headers, body, message) => {
		const { error } = await addMedia(file(body, headers));
		expect(error.message).toContain(message);
		expect(links.calls).toHaveLength(1);
		expect(world.count('add_asset')).toBe(0);
	});

	test.each(['identity', 'none', 'aws-chunked'])('is taken with the encoding %s', async (name) => {
		expect((await addMedia(file(content, { 'content-encoding': name }))).error).toBeUndefined();
	});
});

describe('a large file', () => {
	/** @param {number} jobId */
	const merge = async (jobId) => {
		const items = [1, 2].map(() => ({ files: { data: randomFile(5_000_000) } }));
		return await world.run('media:merge', items, { jobId, options: { concurrency: 1 } });
	};
	const uploads = [1, 2].flatMap(() => ['add_asset 200', 'put 200']);

	test('for a job that is not Pending is not uploaded', async () => {
		const jobId = world.newJob();
		world.emulator.setJobStatus(jobId, 'In Progress');
		const { error } = await merge(jobId);
		expect(error.message).toContain(
			"the job's status is In Progress, but only a Pending job accepts media",
		);
		expect(world.calls()).toEqual(['auth 200', 'job_info 200']);
	});

	test('for a Pending job is uploaded after one look at the job', async () => {
		const { error } = await merge(world.newJob());
		expect(error).toBeUndefined();
		expect(world.calls()).toEqual(['auth 200', 'job_info 200', ...uploads, 'add_media 200']);
	});

	test.each([
		['no status', { status: 200, body: {} }, ['job_info 200']],
		['an unknown status', { status: 200, body: { job_status: 'In Review' } }, ['job_info 200']],
		['a web page', { status: 200, body: '<html>Log in</html>' }, ['job_info 200']],
		['an error of a server', { status: 503, times: 4 }, Array(4).fill('job_info 503')],
	])('is uploaded where its job could not be looked at: %s', async (_what, answer, looks) => {
		const fault = { where: 'service', operation: 'job_info', kind: 'status', ...answer };
		world.emulator.faults.add(/** @type {any} */ (fault));
		const { error } = await merge(world.newJob());
		expect(error).toBeUndefined();
		expect(world.calls()).toEqual(['auth 200', ...looks, ...uploads, 'add_media 200']);
	});
});
