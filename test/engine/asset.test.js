const { useWorld } = require('./world');

/** Add Asset, and the deprecated Request Upload URL. */
const world = useWorld();

/** @param {string} operation */
const outputOf =
	(operation) =>
	async (/** @type {any} */ parameters = {}) => {
		const all = { jobId: world.newJob(), fileName: 'dir/talk.mp4', ...parameters };
		return (await world.run(operation, [{}], all)).items[0].json;
	};

const add = outputOf('asset:add');
const requestUrl = outputOf('job:requestUploadUrl');

const SIGNED = 'https://b.example.com/talk.mp4?X-Amz-Signature=S3cr3t&X-Amz-Date=1';

test.each([
	['asset:add', 'add_asset'],
	['job:requestUploadUrl', 'request_upload_url'],
])('%s brings an upload URL, and when it expires, also after a lost response', async (...of) => {
	const [operation, call] = of;
	world.fault(call, { kind: 'answerThenDrop' });
	const jobId = world.newJob();
	const json = await outputOf(operation)({ jobId });
	expect(json).toEqual({
		job_id: jobId,
		...(operation === 'asset:add' && { asset_id: expect.any(String) }),
		upload_url: expect.stringContaining('X-Amz-Signature='),
		upload_url_expires_at: expect.any(String),
	});
	const lifetime = Date.parse(String(json.upload_url_expires_at)) - Date.now();
	expect(lifetime / 3600_000).toBeCloseTo(24, 1);
	const { body, query } = world.emulator.journal.at(-1) ?? {};
	const sent = { v: '4', job_id: String(jobId), file_name: 'talk.mp4' };
	expect({ ...Object(body), ...query }).toEqual(sent);
	expect(world.count(call)).toBe(2);
});

describe('Add Asset', () => {
	test.each([false, true])('takes a URL, with an upload URL for it or not (%s)', async (given) => {
		world.set({ uploadUrlForAssetUrl: given });
		const json = await add({ assetSource: 'url', assetUrl: 'https://h/x.mp4' });
		expect(json.asset_id).toEqual(expect.any(String));
		expect('upload_url' in json).toBe(given);
		expect(world.sent('add_asset')).toEqual([{ asset_url: 'https://h/x.mp4' }]);
	});

	test('takes a number as a file name, and returns one as an asset ID', async () => {
		world.set({ addAssetIdType: 'number' });
		const json = await add({ fileName: '={{ 2026 }}' });
		expect(json.asset_id).toMatch(/^\d+$/);
		expect(world.sent('add_asset')).toEqual([{ file_name: '2026' }]);
	});

	test('outputs no signed URL but the one to upload to, which n8n may hide', async () => {
		// Its Expires is no date, so that it has no time.
		const upload_url = `https://b.example.com/a?AWSAccessKeyId=AK&Expires=1e30&Signature=s`;
		const body = { asset_id: 'a', asset_url: SIGNED, upload_url, error: false };
		world.fault('add_asset', { status: 200, body });
		expect(await add({ jobId: 7 })).toEqual({
			job_id: 7,
			asset_id: 'a',
			asset_url: 'https://b.example.com/talk.mp4?…',
			upload_url,
			verbit_error: false,
		});
		const { description } = world.engine.loader.getNode('verbit').type;
		expect(description).toMatchObject({ sensitiveOutputFields: ['upload_url'] });
	});

	test("sends the credential's API version and the job ID, and names the job in an error", async () => {
		world.fault('add_asset', { status: 400, body: { ErrorType: 'ITEM_NOT_FOUND' } });
		world.credential = world.credentialOf({ apiVersion: 3 });
		const { error } = await world.failing(add({ jobId: 4711, fileName: 'x' }));
		expect(world.emulator.journal.at(-1)).toMatchObject({ jobId: 4711, query: { v: '3' } });
		expect(error.message).toMatch(/^Add asset "x" for job 4711: .*400 ITEM_NOT_FOUND/);
		expect(error.description).toContain('Check the job ID');
	});

	test.each([
		['an empty asset ID', { asset_id: ' ', upload_url: SIGNED }],
		['an upload URL of another kind', { asset_id: 'a', upload_url: 'file:///etc/passwd' }],
	])('refuses a response with %s', async (_what, body) => {
		world.fault('add_asset', { status: 200, body });
		const { error } = await world.failing(add());
		expect([error.name, error.context.code]).toEqual(['NodeApiError', 'RESPONSE_INCOMPLETE']);
		expect(world.count('add_asset')).toBe(1);
	});
});

describe('Request Upload URL', () => {
	test('takes other names that Verbit may use from the options', async () => {
		const [uploadUrlPath, uploadUrlField] = ['get_upload_url', 'answer.target'];
		world.set({ uploadUrlPath, uploadUrlParameter: 'filename', uploadUrlField });
		const path = `/job/${uploadUrlPath}`;
		const options = { path, fileNameParameter: 'filename', uploadUrlField };
		expect((await requestUrl({ options })).upload_url).toContain('X-Amz-Signature=');
	});

	const refusal = (/** @type {string} */ ErrorType) => ({ status: 400, body: { ErrorType } });
	/** Neither is a URL to upload to. */
	const others = { status: 200, body: { callback_url: SIGNED, upload_url: 'file:///etc/passwd' } };

	test.each([
		['takes another parameter', refusal('MISSING_PARAMETER'), 'MISSING_PARAMETER', true],
		['returns another field', others, "lacks an upload URL in the field 'upload_url'", true],
		['refuses the job', refusal('ITEM_NOT_FOUND'), 'ITEM_NOT_FOUND', false],
	])('says that names can be set where Verbit %s', async (_what, fault, message, isOfNames) => {
		world.fault('request_upload_url', fault);
		const { error } = await world.failing(requestUrl());
		expect(error.message).toContain(message);
		expect(error.message).not.toContain('S3cr3t');
		const names = "those that Verbit's support gives you in the options";
		const { stringContaining, not } = expect;
		const told = isOfNames ? stringContaining(names) : not.stringContaining('names');
		expect(error.description).toEqual(told);
	});
});
