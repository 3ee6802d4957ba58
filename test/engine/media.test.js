const { md5, randomFile, useWorld } = require('./world');

const world = useWorld();
const DAY_SECONDS = 24 * 3600;

/** What the service was asked to add, in order. */
const addedMedia = () =>
	world.emulator.journal
		.filter(({ operation }) => operation === 'add_media')
		.map(({ jobId, body }) => ({ jobId, .../** @type {object} */ (body) }));

/** @param {number} lifetime seconds */
const signedLink = (lifetime) =>
	`https://media.example.com/talk.mp4?AWSAccessKeyId=AK&Expires=${Math.floor(Date.now() / 1000) + lifetime}&Signature=TopSecret%3D`;

describe('many items', () => {
	const items = () => Array.from({ length: 12 }, () => ({ json: { job: world.newJob() } }));
	const jobId = '={{ $json.job }}';

	test.each([
		['media:add', 'add_media', { mediaUrl: 'https://h/x.mp4' }],
		['job:get', 'job_info', {}],
	])('%s makes ten calls at a time', async (operation, call, parameters) => {
		const run = /** @type {const} */ ([operation, items(), { jobId, ...parameters }]);
		expect(await world.mostAtATime('service', call, 10, ...run)).toBe(10);
		expect(world.count(call)).toBe(12);
	});

	const withFiles = () => items().map((item) => ({ ...item, files: { data: randomFile(1000) } }));

	test.each([2, 11])(
		'%i of their files are uploaded at a time if Concurrency says so',
		async (concurrency) => {
			const parameters = { jobId, mediaSource: 'binary', options: { concurrency } };
			const run = /** @type {const} */ (['media:add', withFiles(), parameters]);
			expect(await world.mostAtATime('store', 'put', concurrency, ...run)).toBe(concurrency);
		},
	);

	test('stay closed after one has failed, and log no more than that failure', async () => {
		/** @type {string[]} */
		const warnings = [];
		const stop = world.engine.listenToLog((level, text) => level === 'warn' && warnings.push(text));
		const opened = jest.spyOn(world.engine.binaryData, 'getAsStream');
		world.emulator.faults.add(
			{ where: 'store', kind: 'status', status: 403, delayMs: 500 },
			{ where: 'store', kind: 'delay', delayMs: 5000, times: 11 },
		);
		const parameters = { jobId, mediaSource: 'binary', options: { concurrency: 2 } };
		const { error } = await world.run('media:add', withFiles(), parameters);
		stop();
		expect(error.message).toContain('403');
		expect(warnings).toEqual([expect.stringContaining('403')]);
		// The place of the one that has failed is taken before its failure ends the run.
		expect(opened.mock.calls.length).toBeLessThanOrEqual(3);
		opened.mockRestore();
	});
});

describe('Add Media', () => {
	test('sends a link unchanged, and nothing else', async () => {
		const jobId = world.newJob();
		const mediaUrl = 'https://media.example.com/a%20b.mp4?x=1';
		const { items } = await world.run('media:add', [{}], { jobId, mediaSource: 'url', mediaUrl });
		expect(addedMedia()).toEqual([{ jobId, media_url: mediaUrl }]);
		expect(items[0].json).toMatchObject({
			job_id: jobId,
			media_url: 'https://media.example.com/a%20b.mp4?…',
		});
	});

	test.each(/** @type {const} */ (['json', 'empty', '204']))(
		'takes the answer when it is %s',
		async (addMediaAnswer) => {
			world.emulator.switches.set({ addMediaAnswer });
			const jobId = world.newJob();
			const { items, error } = await world.run('media:add', [{}], {
				jobId,
				mediaUrl: 'https://h/x.mp4',
			});
			expect(error).toBeUndefined();
			expect(items[0].json.job_id).toBe(jobId);
		},
	);

	test('takes asset IDs as an array of an expression', async () => {
		const jobId = world.newJob();
		const [assetId] = await world.uploadAssets(jobId, 1);
		const parameters = { jobId, mediaSource: 'assetIds', assetIds: '={{ $json.ids }}' };
		const { items } = await world.run('media:add', [{ json: { ids: [assetId] } }], parameters);
		expect(items[0].json).toMatchObject({ job_id: jobId, asset_ids: [assetId] });
		expect(addedMedia()).toEqual([{ jobId, asset_ids: [assetId] }]);
	});

	test('uploads a file and adds it, with one call each', async () => {
		const jobId = world.newJob();
		const file = randomFile(10_000);
		const { items } = await world.run('media:add', [{ files: { data: file } }], {
			jobId,
			mediaSource: 'binary',
		});
		const { json } = items[0];
		expect(json).toMatchObject({
			job_id: jobId,
			bytes: 10_000,
			md5: md5(file.content),
			integrity: 'verified',
		});
		expect(world.calls()).toEqual(['auth 200', 'add_asset 200', 'put 200', 'add_media 200']);
		expect(addedMedia()).toEqual([{ jobId, asset_ids: [json.asset_id] }]);
	});

	test('a second time says that the job has media and that a new job is needed, whatever the status of the answer', async () => {
		for (const errorStatus of /** @type {const} */ ([400, 200, 404, 422])) {
			world.emulator.switches.set({ errorStatus });
			const parameters = { jobId: world.newJob(), mediaUrl: 'https://h/x.mp4' };
			await world.run('media:add', [{}], parameters);
			const { error } = await world.run('media:add', [{}], parameters);
			expect(error.name).toBe('NodeApiError');
			expect(error.message).toContain(`the job already has media`);
			expect(error.message).toContain(`${errorStatus} INVALID_QUERY`);
			expect(error.description).toContain('Create a new job');
		}
	});

	test('says what was uploaded when it can not be added, so that it is not uploaded again', async () => {
		const jobId = world.newJob();
		await world.run('media:add', [{}], { jobId, mediaUrl: 'https://h/x.mp4' });
		const items = [{ files: { data: randomFile(10) } }];
		const { error } = await world.run('media:add', items, { jobId, mediaSource: 'binary' });
		const [assetId] = Object.keys(world.emulator.state.data.assets).slice(-1);
		expect(error.description).toContain(`"talk.wav" (job ${jobId}, asset ${assetId})`);
		expect(world.count('put')).toBe(1);
	});

	test('is refused for two items of one job before anything is sent', async () => {
		const jobId = world.newJob();
		const { error } = await world.run('media:add', [{}, {}], {
			jobId,
			mediaUrl: 'https://h/x.mp4',
		});
		expect(error.message).toBe(`Job ${jobId} appears in 2 items, but accepts media only once`);
		expect(world.calls()).toEqual([]);
	});

	test('is refused for several files before anything is sent', async () => {
		const items = [{ files: { a: randomFile(10), b: randomFile(10) } }];
		const parameters = { jobId: world.newJob(), mediaSource: 'binary', binaryPropertyName: '*' };
		const { error } = await world.run('media:add', items, parameters);
		expect(error.message).toBe('Add Media accepts one file, but this item has 2');
		expect(world.calls()).toEqual([]);
	});

	test('refuses a link that ends within 24 hours, and calls neither the service nor the link', async () => {
		const parameters = { jobId: world.newJob(), mediaUrl: signedLink(3600) };
		const { error } = await world.run('media:add', [{}], parameters);
		expect(error.message).toMatch(
			/^'Media URL' expires in (1 h|59 min) \(.* UTC\), but Verbit needs at least 24 hours/,
		);
		expect(world.calls()).toEqual([]);
		expect(error.message + error.description).not.toContain('TopSecret');
	});

	test('hands such a link over where the user allows it', async () => {
		const parameters = {
			jobId: world.newJob(),
			mediaUrl: signedLink(3600),
			options: { allowShortLivedUrl: true },
		};
		expect((await world.run('media:add', [{}], parameters)).error).toBeUndefined();
		expect(world.count('add_media')).toBe(1);
	});

	test('takes a link that lives long enough', async () => {
		const parameters = { jobId: world.newJob(), mediaUrl: signedLink(DAY_SECONDS + 60) };
		expect((await world.run('media:add', [{}], parameters)).error).toBeUndefined();
	});
});

describe('Merge', () => {
	/** @param {...string} names */
	const itemsOf = (...names) => names.map((name) => ({ files: { data: randomFile(100, name) } }));

	test('makes one merge of all items of a job, in their order, paired with them all', async () => {
		const jobId = world.newJob();
		const { items } = await world.run('media:merge', itemsOf('b.wav', 'a.wav', 'c.wav'), {
			jobId,
			mergeSource: 'binary',
		});
		expect(items).toHaveLength(1);
		const { json, pairedItem } = items[0];
		expect(pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		const files = /** @type {any[]} */ (json.files);
		expect(files.map(({ file_name: name }) => name)).toEqual(['b.wav', 'a.wav', 'c.wav']);
		expect(json).toMatchObject({
			job_id: jobId,
			merge_assets: true,
			asset_ids: files.map((file) => file.asset_id),
		});
		expect(addedMedia()).toEqual([{ jobId, asset_ids: json.asset_ids, merge_assets: true }]);
	});

	test('sorts by file name as a person would', async () => {
		const names = ['part 10.wav', 'part 2.wav', 'part 1.wav'];
		const { items } = await world.run('media:merge', itemsOf(...names), {
			jobId: world.newJob(),
			order: 'fileName',
		});
		const files = /** @type {any[]} */ (items[0].json.files);
		expect(files.map(({ file_name: name }) => name)).toEqual([
			'part 1.wav',
			'part 2.wav',
			'part 10.wav',
		]);
	});

	test('makes one merge for each job of mixed items', async () => {
		const [one, two] = [world.newJob(), world.newJob()];
		const items = itemsOf('1a', '2a', '1b', '2b').map((item, index) => ({
			...item,
			json: { job: index % 2 ? two : one },
		}));
		const result = await world.run('media:merge', items, { jobId: '={{ $json.job }}' });
		expect(result.items.map(({ json }) => json.job_id)).toEqual([one, two]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 2 }],
			[{ item: 1 }, { item: 3 }],
		]);
		expect(world.count('add_media')).toBe(2);
	});

	test('merges assets that were uploaded before, in the order they are given', async () => {
		const jobId = world.newJob();
		const [first, second, third] = await world.uploadAssets(jobId, 3);
		const parameters = { jobId, mergeSource: 'assetIds', assetIds: `${third},${first}, ${second}` };
		const { items } = await world.run('media:merge', [{}], parameters);
		expect(items[0].json).toMatchObject({ asset_ids: [third, first, second], files: [] });
	});

	test('merges one asset of each of several items', async () => {
		const jobId = world.newJob();
		const assetIds = await world.uploadAssets(jobId, 2);
		const items = assetIds.map((id) => ({ json: { id } }));
		const { error } = await world.run('media:merge', items, {
			jobId,
			mergeSource: 'assetIds',
			assetIds: '={{ $json.id }}',
		});
		expect(error).toBeUndefined();
		expect(addedMedia()).toEqual([{ jobId, asset_ids: assetIds, merge_assets: true }]);
	});

	test('of one part is refused before anything is sent', async () => {
		const jobId = world.newJob();
		const { error } = await world.run('media:merge', itemsOf('a.wav'), { jobId });
		expect(error.message).toBe(`Merge needs two or more files or assets, but job ${jobId} has one`);
		expect(world.calls()).toEqual([]);
	});

	test('of the same asset twice is refused over all items, before anything is sent', async () => {
		const parameters = { jobId: world.newJob(), mergeSource: 'assetIds', assetIds: 'asset-1' };
		const { error } = await world.run('media:merge', [{}, {}], parameters);
		expect(error.message).toContain(`'Asset IDs' lists "asset-1" twice`);
		expect(world.calls()).toEqual([]);
	});

	test.each(['data, data', ['data', 'data'], '={{ ["data", $binary.data] }}'])(
		'of the same file twice is refused before anything is sent: %j',
		async (binaryPropertyName) => {
			const parameters = { jobId: world.newJob(), mergeSource: 'binary', binaryPropertyName };
			const { error } = await world.run('media:merge', itemsOf('a.wav'), parameters);
			expect(error.context.code).toBe('VALUE_REPEATED');
			expect(error.message).toBe("'Input Binary Field' lists data twice");
			expect(world.calls()).toEqual([]);
		},
	);

	test('without one of its parts does not take place, while that of another job does', async () => {
		const [broken, whole] = [world.newJob(), world.newJob()];
		const items = [
			{ json: { job: broken }, files: { data: randomFile(10, 'a') } },
			{ json: { job: whole }, files: { data: randomFile(10, 'b') } },
			{
				json: { job: broken },
				files: { data: { content: Buffer.alloc(0), fileName: 'empty.wav' } },
			},
			{ json: { job: whole }, files: { data: randomFile(10, 'd') } },
		];
		const parameters = { jobId: '={{ $json.job }}' };
		const result = await world.run('media:merge', items, parameters, {
			onError: 'continueRegularOutput',
		});
		expect(result.items).toEqual([
			expect.objectContaining({
				json: {
					error: 'File "empty.wav" in field \'data\' is empty',
					details: expect.objectContaining({ step: 'Check input' }),
				},
				pairedItem: [{ item: 0 }, { item: 2 }],
			}),
			expect.objectContaining({ json: expect.objectContaining({ job_id: whole }) }),
		]);
		expect(addedMedia().map(({ jobId }) => jobId)).toEqual([whole]);
		expect(world.count('put')).toBe(2);
	});

	test('that the profile does not allow says so, with the assets that were uploaded', async () => {
		const { error } = await world.run('media:merge', itemsOf('a.wav', 'b.wav'), {
			jobId: world.newJob('no-merge'),
		});
		expect(error.message).toMatch(
			/^Merge for job \d+: the job's profile may not merge, or the job already has media: /,
		);
		expect(error.message).toContain('INVALID_OPTION (The profile no-merge may not merge assets)');
		expect(error.description).toContain('Choose a profile that may merge');
		expect(error.description).toContain('"a.wav"');
		expect(error.description).toContain('"b.wav"');
	});

	test('that is refused for its profile, after an attempt without a response, is not taken for done', async () => {
		const jobId = world.newJob();
		const assetIds = await world.uploadAssets(jobId, 2);
		const fault = /** @type {const} */ ({
			where: 'service',
			operation: 'add_media',
			kind: 'status',
		});
		const body = { ErrorType: 'INVALID_QUERY', ErrorComment: 'profile may not merge media' };
		world.emulator.faults.add({ ...fault, status: 503 }, { ...fault, status: 400, body });
		const parameters = { jobId, mergeSource: 'assetIds', assetIds };
		const { error } = await world.run('media:merge', [{}], parameters);
		expect(error.message).toContain('profile may not merge media');
		expect(error.description).toContain('An earlier attempt got no clear response');
	});

	test('is repeated, and "already" then proves that the first one did arrive', async () => {
		const jobId = world.newJob();
		const assetIds = await world.uploadAssets(jobId, 2);
		world.emulator.faults.add({ where: 'service', operation: 'add_media', kind: 'answerThenDrop' });
		const parameters = { jobId, mergeSource: 'assetIds', assetIds };
		const { items } = await world.run('media:merge', [{}], parameters);
		expect(items[0].json).toMatchObject({ confirmed_by_repeat: true });
	});

	test('of which one upload fails adds nothing, and lists those that worked', async () => {
		const answer = /** @type {const} */ ({ where: 'store', kind: 'status', status: 400 });
		world.emulator.faults.add(answer);
		const { error } = await world.run('media:merge', itemsOf('a.wav', 'b.wav', 'c.wav'), {
			jobId: world.newJob(),
			options: { concurrency: 1 },
		});
		expect(error.message).toContain('Upload "a.wav"');
		expect(error.description).toContain('"b.wav"');
		expect(world.count('add_media')).toBe(0);
	});
});
