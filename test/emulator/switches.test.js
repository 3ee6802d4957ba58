const { put, useEmulator } = require('../support/emulatorClient');
const { read } = require('../unit/architecture/sources');
const { SWITCHES } = require('./switches');

const client = useEmulator();

test('the README names each switch with its default and its other values, and says what it is about', () => {
	const readme = read('test/emulator/README.md').replaceAll('`', '');
	const silent = Object.entries(SWITCHES).filter(([name, { default: value, values }]) => {
		const [, row = ''] = readme.split(`\n| ${name} | ${value} |`);
		const [others, about = ''] = row.split('\n')[0].split('|');
		const named = Array.isArray(values) ? values.slice(1) : [];
		return !/\w/.test(about) || named.some((other) => !others.includes(String(other)));
	});
	expect(silent).toEqual([]);
});

test('a value may be given as text, and every default is one', () => {
	for (const [name, { default: value }] of Object.entries(SWITCHES)) client.set({ [name]: value });
	client.set(
		/** @type {any} */ ({ badTokenAnswer: '403', tokenHasExp: 'false', tokenLifetime: '60' }),
	);
	expect(client.emulator.switches.all()).toMatchObject({
		badTokenAnswer: 403,
		tokenHasExp: false,
		tokenLifetime: 60,
	});
	client.emulator.switches.reset();
	expect(client.emulator.switches.get('badTokenAnswer')).toBe(401);
});

test.each([
	['badTokenAnswer', 500],
	['unknown', 1],
	['tokenLifetime', -1],
	['constructor', 1],
])('%s can not be %s, and nothing is set beside it', (name, value) => {
	expect(() => client.set({ etag: 'opaque', [name]: value })).toThrow(RangeError);
	expect(client.emulator.switches.get('etag')).toBe('md5');
});

test.each(
	/** @type {const} */ ([
		[200, 200, 200],
		[422, 422, 422],
		['byType', 404, 400],
	]),
)('errorStatus %s', async (errorStatus, unknownJob, missingParameter) => {
	client.set({ errorStatus });
	const unknown = await client.call('GET /job/info', undefined, { v: 4, job_id: 7 });
	expect([unknown.status, unknown.json.ErrorType]).toEqual([unknownJob, 'ITEM_NOT_FOUND']);
	expect((await client.call('POST /job/add_asset', {})).status).toBe(missingParameter);
});

test('newJobStatus 201', async () => {
	client.set({ newJobStatus: 201 });
	expect((await client.call('POST /job/new', { profile: 'standard' }, { v: 4 })).status).toBe(201);
});

test('uploadUrlForAssetUrl gives an upload URL that need not be used', async () => {
	client.set({ uploadUrlForAssetUrl: true });
	const { json } = await client.call('POST /job/add_asset', { asset_url: 'https://example.com/a' });
	expect(json.upload_url).toEqual(expect.any(String));
	const added = await client.call('POST /job/add_media', { asset_ids: [json.asset_id] });
	expect(added.status).toBe(200);
});

test.each([true, false])('addAssetIdType number, handed back as a text: %s', async (asText) => {
	client.set({ addAssetIdType: 'number' });
	const { json } = await client.call('POST /job/add_asset', { file_name: 'talk.wav' });
	expect(json.asset_id).toEqual(expect.any(Number));
	await put(json.upload_url, 'speech');
	const id = asText ? String(json.asset_id) : json.asset_id;
	expect((await client.call('POST /job/add_media', { asset_ids: [id] })).status).toBe(200);
});

test.each(
	/** @type {const} */ ([
		['json', 200, '{"job_id":1001}'],
		['empty', 200, ''],
		['204', 204, ''],
	]),
)('addMediaAnswer and performAnswer %s', async (answer, expectedStatus, expectedText) => {
	client.set({ addMediaAnswer: answer, performAnswer: answer });
	const replies = [
		await client.addMedia(),
		await client.call('POST /job/add_backup_record', { asset_id: await client.uploadedAsset() }),
		await client.call('POST /job/add_notes_attachments', {
			notes_attachment_url: 'https://e.com/a',
		}),
		await client.call('POST /job/perform_transcription', {}),
	];
	const expected = replies.map(() => [expectedStatus, expectedText]);
	expect(replies.map(({ status, text }) => [status, text])).toEqual(expected);
});

test('etag opaque looks like an MD5, is none, and says so as SSE-KMS does', async () => {
	client.set({ etag: 'opaque' });
	const { id, url } = await client.addAsset();
	const { headers } = await put(url, 'speech');
	expect(headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
	expect(headers.etag).not.toContain(client.emulator.objectMd5(id));
	expect(headers['x-amz-server-side-encryption']).toBe('aws:kms');
});
