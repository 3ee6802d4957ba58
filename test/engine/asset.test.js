const { useWorld } = require('./world');

const world = useWorld();

test('a file name brings an asset with its upload URL and when that ends', async () => {
	const jobId = world.newJob();
	const { items } = await world.run('asset:add', [{}], {
		jobId,
		assetSource: 'fileName',
		fileName: 'dir/talk.mp4',
	});
	const { json } = items[0];
	expect(json).toEqual({
		job_id: jobId,
		asset_id: expect.any(String),
		upload_url: expect.stringContaining('X-Amz-Signature='),
		upload_url_expires_at: expect.any(String),
	});
	const lifetime = Date.parse(String(json.upload_url_expires_at)) - Date.now();
	expect(lifetime / 3600_000).toBeCloseTo(24, 1);
	expect(world.emulator.journal.at(-1)?.body).toEqual({ file_name: 'talk.mp4' });
});

test.each([false, true])(
	'a URL brings an asset, whether the service answers an upload URL for it (%s)',
	async (uploadUrlForAssetUrl) => {
		world.emulator.switches.set({ uploadUrlForAssetUrl });
		const parameters = { jobId: world.newJob(), assetSource: 'url', assetUrl: 'https://h/x.mp4' };
		const { items } = await world.run('asset:add', [{}], parameters);
		expect(items[0].json.asset_id).toEqual(expect.any(String));
		expect('upload_url' in items[0].json).toBe(uploadUrlForAssetUrl);
		expect(world.emulator.journal.at(-1)?.body).toEqual({ asset_url: 'https://h/x.mp4' });
	},
);

test.each(['99999999999999999', '1e30', '-99999999999999999', 'never'])(
	'an upload URL whose Expires is no date (%s) is output without when it expires',
	async (expires) => {
		const uploadUrl = `https://b.example.com/a?AWSAccessKeyId=AK&Expires=${expires}&Signature=s`;
		world.emulator.faults.add({
			where: 'service',
			operation: 'add_asset',
			kind: 'status',
			status: 200,
			body: { asset_id: 'a', upload_url: uploadUrl },
		});
		const { items, error } = await world.run('asset:add', [{}], { jobId: 7, fileName: 'x' });
		expect(error).toBeUndefined();
		expect(items[0].json).toEqual({ job_id: 7, asset_id: 'a', upload_url: uploadUrl });
	},
);

test('a number is taken as a file name', async () => {
	const parameters = { jobId: world.newJob(), fileName: '={{ 2026 }}' };
	const { items, error } = await world.run('asset:add', [{}], parameters);
	expect(error).toBeUndefined();
	expect(items[0].json.asset_id).toEqual(expect.any(String));
	expect(world.emulator.journal.at(-1)?.body).toEqual({ file_name: '2026' });
});

test('an asset ID that Verbit returns as a number is output as a string', async () => {
	world.emulator.switches.set({ addAssetIdType: 'number' });
	const { items } = await world.run('asset:add', [{}], { jobId: world.newJob(), fileName: 'x' });
	expect(items[0].json.asset_id).toMatch(/^\d+$/);
});

test("the credential's API version and the job ID go into the query", async () => {
	world.emulator.faults.add({
		where: 'service',
		operation: 'add_asset',
		kind: 'status',
		status: 400,
		body: { ErrorType: 'ITEM_NOT_FOUND' },
	});
	const parameters = { jobId: 4711, fileName: 'x' };
	const credential = world.credentialOf({ apiVersion: 3 });
	const { error } = await world.run('asset:add', [{}], parameters, { credential });
	expect(world.emulator.journal.at(-1)).toMatchObject({ jobId: 4711, query: { v: '3' } });
	expect(error.message).toBe(
		`Add asset "x" for job 4711: Verbit can't find the job or asset (Verbit returned 400 ITEM_NOT_FOUND)`,
	);
	expect(error.description).toContain('Check the job ID');
});

describe('an answer of the service that can not be used', () => {
	const answer = /** @type {const} */ ({
		where: 'service',
		operation: 'add_asset',
		kind: 'status',
	});

	test.each([
		[
			'a web page',
			{ status: 200, body: '<html>Log in</html>', headers: { 'content-type': 'text/html' } },
			"something that isn't JSON",
		],
		['no asset ID', { status: 200, body: {} }, 'lacks an asset ID'],
		[
			'an upload URL of another kind',
			{ status: 200, body: { asset_id: 'a', upload_url: 'file:///etc/passwd' } },
			"lacks a valid 'upload_url'",
		],
		[
			'an error envelope with 200',
			{ status: 200, body: { ErrorType: 'INVALID_OPTION', ErrorComment: 'why' } },
			'200 INVALID_OPTION (why)',
		],
		[
			'a redirect',
			{ status: 302, headers: { location: 'http://127.0.0.1:9/' } },
			"the response doesn't come from the Verbit API (got 302)",
		],
	])('such as %s brings a message that says so', async (_what, fault, message) => {
		world.emulator.faults.add(/** @type {any} */ ({ ...answer, ...fault }));
		const { error } = await world.run('asset:add', [{}], { jobId: world.newJob(), fileName: 'x' });
		expect(error.name).toBe('NodeApiError');
		expect(error.message).toContain(message);
		expect(world.count('add_asset')).toBe(1);
	});
});

describe('a call that may be repeated', () => {
	test.each([
		['the service is busy', { kind: 'status', status: 503 }],
		['there are too many requests', { kind: 'status', status: 429 }],
		['the connection is cut', { kind: 'dropConnection' }],
		['the answer is lost', { kind: 'answerThenDrop' }],
	])('is repeated when %s', async (_what, fault) => {
		world.emulator.faults.add(
			/** @type {any} */ ({ where: 'service', operation: 'add_asset', ...fault }),
		);
		const { error } = await world.run('asset:add', [{}], { jobId: world.newJob(), fileName: 'x' });
		expect(error).toBeUndefined();
		expect(world.count('add_asset')).toBe(2);
	});
});

test('a Verbit host that does not respond is reported with the reason', async () => {
	world.credential = world.credentialOf({ baseUrl: 'http://127.0.0.1:9/api' });
	const { error } = await world.run('asset:add', [{}], { jobId: 1, fileName: 'x' });
	expect(error.message).toBe('Add asset "x" for job 1: Verbit couldn\'t be reached (ECONNREFUSED)');
});
