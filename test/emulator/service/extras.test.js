const { readFileSync } = require('node:fs');
const { outcome, put, useEmulator } = require('../../support/emulatorClient');

const client = useEmulator();

const job = () => client.emulator.job(Number(client.jobId));

describe('POST /job/add_backup_record', () => {
	/** @param {object} body */
	const addBackup = async (body) => await client.call('POST /job/add_backup_record', body);

	test('takes an uploaded asset beside the media', async () => {
		await client.addMedia();
		const id = await client.uploadedAsset();
		expect((await addBackup({ asset_id: id })).status).toBe(200);
		expect(job()?.backupAssetId).toBe(id);
		expect(client.emulator.asset(id)?.isUsed).toBe(true);
		expect(client.emulator.journal.count({ operation: 'add_backup_record', status: 200 })).toBe(1);
	});

	test('refuses a job without media, and one that was started', async () => {
		const body = { asset_id: await client.uploadedAsset() };
		expect(outcome(await addBackup(body))).toBe('400 INVALID_QUERY');
		await client.addMedia();
		client.emulator.setJobStatus(Number(client.jobId), 'In Progress');
		expect(outcome(await addBackup(body))).toBe('400 INVALID_QUERY');
	});

	test('refuses a profile that has no right to it', async () => {
		client.jobId = client.emulator.createJob({ profile: 'no-merge' });
		await client.addMedia();
		const reply = await addBackup({ asset_id: await client.uploadedAsset() });
		expect(outcome(reply)).toBe('400 INVALID_OPTION');
		expect(reply.json.ErrorComment).toContain('no-merge may not have a backup recording');
	});

	test.each([
		[{}, 'MISSING_PARAMETER'],
		[{ asset_id: ['x'] }, 'INVALID_OPTION'],
		[{ asset_id: 7 }, 'INVALID_OPTION'],
		[{ asset_id: 'x' }, 'ITEM_NOT_FOUND'],
	])('refuses %j with %s', async (body, type) => {
		await client.addMedia();
		expect(outcome(await addBackup(body))).toBe(`400 ${type}`);
	});

	test.each(
		/** @type {const} */ ([
			['refused', '400 INVALID_QUERY', 'first'],
			['accepted', '200 undefined', 'second'],
		]),
	)('secondBackup %s', async (secondBackup, expected, kept) => {
		client.set({ secondBackup });
		await client.addMedia();
		const ids = { first: await client.uploadedAsset(), second: await client.uploadedAsset() };
		await addBackup({ asset_id: ids.first });
		expect(outcome(await addBackup({ asset_id: ids.second }))).toBe(expected);
		expect(job()?.backupAssetId).toBe(ids[kept]);
	});
});

describe('POST /job/add_notes_attachments', () => {
	/** @param {object} body */
	const addNotes = async (body) => await client.call('POST /job/add_notes_attachments', body);
	const link = { notes_attachment_url: 'https://example.com/slides.pdf' };

	test('takes a link, before the media', async () => {
		expect((await addNotes(link)).status).toBe(200);
		expect(job()?.notes).toEqual([{ url: link.notes_attachment_url, assetIds: [] }]);
	});

	test('takes uploaded assets, after the media', async () => {
		await client.addMedia();
		const ids = [await client.uploadedAsset('one'), await client.uploadedAsset('two')];
		expect((await addNotes({ asset_ids: ids })).status).toBe(200);
		expect(job()?.notes).toEqual([{ assetIds: ids }]);
		expect(client.emulator.asset(ids[1])?.isUsed).toBe(true);
		const like = { operation: 'add_notes_attachments', status: 200 };
		expect(client.emulator.journal.count(like)).toBe(1);
	});

	test('refuses a job that was started', async () => {
		client.emulator.setJobStatus(Number(client.jobId), 'In Progress');
		expect(outcome(await addNotes(link))).toBe('400 INVALID_QUERY');
	});

	test.each([
		[{}, 'MISSING_PARAMETER'],
		[{ asset_ids: [] }, 'MISSING_PARAMETER'],
		[{ ...link, asset_ids: ['x'] }, 'INVALID_OPTION'],
		[{ asset_ids: 'x' }, 'INVALID_OPTION'],
		[{ notes_attachment_url: 'ftp://example.com/a' }, 'INVALID_URL'],
		[{ asset_ids: ['x'] }, 'ITEM_NOT_FOUND'],
	])('refuses %j with %s', async (body, type) => {
		expect(outcome(await addNotes(body))).toBe(`400 ${type}`);
	});

	test('uses no asset of a list with one that is not there', async () => {
		const id = await client.uploadedAsset();
		expect(outcome(await addNotes({ asset_ids: [id, 'x'] }))).toBe('400 ITEM_NOT_FOUND');
		expect(client.emulator.asset(id)?.isUsed).toBe(false);
	});

	test.each(
		/** @type {const} */ ([
			['accepted', '200 undefined', 2],
			['refused', '400 INVALID_QUERY', 1],
		]),
	)('secondNotes %s', async (secondNotes, expected, kept) => {
		client.set({ secondNotes });
		await addNotes(link);
		expect(outcome(await addNotes(link))).toBe(expected);
		expect(job()?.notes).toHaveLength(kept);
	});
});

describe('POST /job/request_upload_url', () => {
	/**
	 * @param {object} [query]
	 * @param {string} [path]
	 */
	const request = async (query = { file_name: 'talk.wav' }, path = 'request_upload_url') =>
		await client.call(`POST /job/${path}`, undefined, { v: 4, job_id: client.jobId, ...query });

	test('gives a URL whose content becomes the media, with no add_media', async () => {
		const { json } = await request();
		expect(json).toEqual({ upload_url: expect.any(String) });
		expect((await client.call('POST /job/perform_transcription')).json.ErrorType).toBe(
			'INVALID_QUERY',
		);
		expect((await put(json.upload_url, 'speech')).status).toBe(200);
		expect((await client.call('GET /job/info')).json.media).toHaveLength(1);
		const [id = ''] = job()?.media?.assetIds ?? [];
		expect(readFileSync(client.emulator.objectPath(id), 'utf8')).toBe('speech');
		expect((await client.call('POST /job/perform_transcription')).status).toBe(200);
	});

	test('leaves a job whose URL was not used open for other media', async () => {
		await request();
		expect((await client.addMedia()).status).toBe(200);
	});

	test('refuses a job that has media, and one that takes none any more', async () => {
		await client.addMedia();
		expect(outcome(await request())).toBe('400 INVALID_QUERY');
		client.emulator.setJobStatus(Number(client.jobId), 'Completed');
		expect(outcome(await request())).toBe('400 INVALID_QUERY');
	});

	test.each([
		[{}, 'MISSING_PARAMETER'],
		[{ file_name: '' }, 'INVALID_OPTION'],
		[{ filename: 'talk.wav' }, 'MISSING_PARAMETER'],
	])('refuses the query %j with %s', async (query, type) => {
		expect(outcome(await request(query))).toBe(`400 ${type}`);
	});

	test.each([
		['url', { url: expect.any(String) }],
		['data.signed_url', { data: { signed_url: expect.any(String) } }],
	])('uploadUrlField %s', async (uploadUrlField, expected) => {
		client.set({ uploadUrlField });
		expect((await request()).json).toEqual(expected);
	});

	test('uploadUrlPath and uploadUrlParameter are the only names of them', async () => {
		client.set({ uploadUrlPath: 'get_upload_url', uploadUrlParameter: 'filename' });
		expect((await request({ filename: 'talk.wav' }, 'get_upload_url')).status).toBe(200);
		expect(outcome(await request(undefined, 'get_upload_url'))).toBe('400 MISSING_PARAMETER');
		expect((await request({ filename: 'talk.wav' })).status).toBe(404);
	});
});
