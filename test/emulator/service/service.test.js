const { outcome, useEmulator } = require('../../support/emulatorClient');

const client = useEmulator();
const HOUR = 3_600_000;

describe('every job operation', () => {
	test.each([
		[{}, '400 MISSING_PARAMETER'],
		[{ v: 4 }, '400 MISSING_PARAMETER'],
		[{ v: 'four', job_id: 1001 }, '400 INVALID_OPTION'],
		[{ v: 5, job_id: 1001 }, '400 INVALID_OPTION'],
		[{ v: 4, job_id: 'abc' }, '400 INVALID_OPTION'],
		[{ v: 4, job_id: 999_999 }, '400 ITEM_NOT_FOUND'],
		[{ v: 3, job_id: 1001 }, '200 undefined'],
	])('with the query %j is answered with %s', async (query, expected) => {
		expect(outcome(await client.call('GET /job/info', undefined, query))).toBe(expected);
	});
});

describe('POST /job/new', () => {
	test('makes a Pending job, of which job/info tells back all that it takes', async () => {
		const body = {
			profile: 'standard',
			job_name: 'Talk',
			external_id: 'x-1',
			language: 'en-US',
			dynamic_dictionary: 'Verbit, Antietam',
			permissions: ['view'],
			labels: ['history', 'speech'],
			job_metadata: { course: 'H101', week: 7, isPublic: true, room: null },
			translation_profile: 'translate',
			translation_languages: ['es', 'zh-Hant'],
			translation_processing_mode: 'rush',
		};
		const { status, json } = await client.call('POST /job/new', body, { v: 4 });
		expect([status, json]).toEqual([200, { job_id: expect.any(Number) }]);
		client.jobId = json.job_id;
		const fresh = { job_status: 'Pending', media: [], errors: [] };
		expect((await client.call('GET /job/info')).json).toMatchObject({ ...body, ...fresh });
	});

	test('makes one job for each call that is taken', async () => {
		const before = Object.keys(client.emulator.state.data.jobs).length;
		await client.call('POST /job/new', { profile: 'standard' }, { v: 4 });
		await client.call('POST /job/new', { profile: 'unknown' }, { v: 4 });
		expect(Object.keys(client.emulator.state.data.jobs)).toHaveLength(before + 1);
		expect(client.emulator.journal.count({ operation: 'job_new', status: 200 })).toBe(1);
	});

	test('refuses what has another form, and a profile that is not there', async () => {
		expect(outcome(await client.call('POST /job/new', {}, { v: 4 }))).toBe('400 MISSING_PARAMETER');
		const wrong = [
			{ profile: 'unknown' },
			{ job_name: 7 },
			{ language: 'en_US' },
			{ dynamic_dictionary: [7] },
			{ dynamic_dictionary: {} },
			{ labels: 'history, speech' },
			{ job_metadata: { course: { id: 7 } } },
			{ job_metadata: ['course'] },
			{ translation_languages: ['es', ''] },
			{ translation_processing_mode: 'fast' },
		];
		for (const body of wrong) {
			const reply = await client.call('POST /job/new', { profile: 'standard', ...body }, { v: 4 });
			expect([body, outcome(reply)]).toEqual([body, '400 INVALID_OPTION']);
		}
	});
});

test('GET /profiles lists names and turnarounds', async () => {
	const { json } = await client.call('GET /profiles', undefined, { v: 4 });
	expect(json.profiles).toContainEqual({ name: 'standard', turnaround: 24 });
});

describe('POST /job/add_asset', () => {
	test('answers an upload URL for a file name, and none for a URL', async () => {
		const file = await client.call('POST /job/add_asset', { file_name: 'talk.wav' });
		expect(file.json).toEqual({ asset_id: expect.any(String), upload_url: expect.any(String) });
		const link = await client.call('POST /job/add_asset', { asset_url: 'https://example.com/a' });
		expect(link.json).toEqual({ asset_id: expect.any(String) });
	});

	test.each([
		[{}, 'MISSING_PARAMETER'],
		[{ file_name: 'a.wav', asset_url: 'https://example.com/a' }, 'INVALID_OPTION'],
		[{ file_name: '' }, 'INVALID_OPTION'],
		[{ asset_url: 'ftp://example.com/a' }, 'INVALID_URL'],
	])('refuses %j with %s', async (body, type) => {
		expect(outcome(await client.call('POST /job/add_asset', body))).toBe(`400 ${type}`);
	});

	test.each(['../../etc/passwd', 'a\\b.wav', 'a/..'])(
		'keeps folders of the name "%s" out of the upload URL',
		async (fileName) => {
			const { id, url } = await client.addAsset(fileName);
			const { pathname } = new URL(url);
			expect(pathname).toMatch(new RegExp(`^/uploads/${client.jobId}/${id}/[^/]+$`));
			expect(url).toContain(`${pathname}?`);
		},
	);
});

describe('POST /job/add_media', () => {
	/** @param {object} body */
	const addMedia = async (body) => await client.call('POST /job/add_media', body);

	test('takes an uploaded asset, once per job', async () => {
		const id = await client.uploadedAsset();
		expect((await addMedia({ asset_ids: [id] })).status).toBe(200);
		expect(outcome(await addMedia({ asset_ids: [id] }))).toBe('400 INVALID_QUERY');
		const { json } = await client.call('GET /job/info');
		expect(json.media).toEqual([{ asset_id: id, merged: false }]);
	});

	test('takes a link, also beside an empty list', async () => {
		const body = { media_url: 'https://example.com/a', asset_ids: [], merge_assets: false };
		expect((await addMedia(body)).status).toBe(200);
	});

	test('merges two assets in the order that is given', async () => {
		const ids = [await client.uploadedAsset('one'), await client.uploadedAsset('two')].reverse();
		expect((await addMedia({ asset_ids: ids, merge_assets: true })).status).toBe(200);
		expect(client.emulator.job(Number(client.jobId))?.media?.assetIds).toEqual(ids);
	});

	test.each([
		[{}, 'MISSING_PARAMETER'],
		[{ media_url: 'ftp://example.com/a' }, 'INVALID_URL'],
		[{ media_url: 'https://example.com/a', asset_ids: ['x'] }, 'INVALID_OPTION'],
		[{ media_url: 'https://example.com/a', merge_assets: true }, 'INVALID_OPTION'],
		[{ asset_ids: 'x' }, 'INVALID_OPTION'],
		[{ asset_ids: ['x'], merge_assets: 'yes' }, 'INVALID_OPTION'],
		[{ asset_ids: ['x'], merge_assets: true }, 'INVALID_OPTION'],
		[{ asset_ids: ['x', 'x'], merge_assets: true }, 'INVALID_OPTION'],
		[{ asset_ids: ['x'] }, 'ITEM_NOT_FOUND'],
	])('refuses %j with %s', async (body, type) => {
		expect(outcome(await addMedia(body))).toBe(`400 ${type}`);
	});

	test("refuses an asset that was not uploaded, and another job's", async () => {
		const [{ id }, uploaded] = [await client.addAsset(), await client.uploadedAsset()];
		expect(outcome(await addMedia({ asset_ids: [id] }))).toBe('400 ITEM_NOT_FOUND');
		client.jobId = client.emulator.createJob({ profile: 'standard' });
		expect(outcome(await addMedia({ asset_ids: [uploaded] }))).toBe('400 ITEM_NOT_FOUND');
	});

	test('refuses to merge with a profile that has no right to', async () => {
		client.jobId = client.emulator.createJob({ profile: 'no-merge' });
		const ids = [await client.uploadedAsset('one'), await client.uploadedAsset('two')];
		const reply = await addMedia({ asset_ids: ids, merge_assets: true });
		expect(outcome(reply)).toBe('400 INVALID_OPTION');
		expect(reply.json.ErrorComment).toContain('no-merge may not merge');
	});

	test('refuses a job that is not Pending', async () => {
		client.jobId = client.emulator.createJob({ profile: 'standard', status: 'In Progress' });
		const reply = await addMedia({ media_url: 'https://example.com/a' });
		expect(outcome(reply)).toBe('400 INVALID_QUERY');
	});

	test('finds an asset for 24 hours after its upload, and then never again', async () => {
		const id = await client.uploadedAsset();
		const { clock } = client.emulator;
		clock.advance(24 * HOUR + 1000);
		expect(outcome(await addMedia({ asset_ids: [id] }))).toBe('400 ITEM_NOT_FOUND');
		clock.advance(-2 * HOUR);
		expect(outcome(await addMedia({ asset_ids: [id] }))).toBe('400 ITEM_NOT_FOUND');
	});

	test('takes an asset in the last of its 24 hours', async () => {
		const id = await client.uploadedAsset();
		client.emulator.clock.advance(24 * HOUR - 5000);
		expect((await addMedia({ asset_ids: [id] })).status).toBe(200);
	});

	test('takes an asset that the service fetches itself', async () => {
		const { json } = await client.call('POST /job/add_asset', {
			asset_url: 'https://example.com/a',
		});
		expect((await addMedia({ asset_ids: [json.asset_id] })).status).toBe(200);
	});

	test('keeps what was used beyond the 24 hours', async () => {
		const id = await client.uploadedAsset();
		await addMedia({ asset_ids: [id] });
		client.emulator.clock.advance(72 * HOUR);
		client.jobId = client.emulator.createJob({ profile: 'standard' });
		expect(outcome(await addMedia({ asset_ids: ['other'] }))).toBe('400 ITEM_NOT_FOUND');
		expect(client.emulator.objectMd5(id)).toEqual(expect.any(String));
	});
});

test('a path that is not there is answered with a web page', async () => {
	const { status, headers } = await client.call('GET /job/nothing');
	expect([status, headers['content-type']]).toEqual([404, 'text/html']);
});
