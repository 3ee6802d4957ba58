const { readFileSync } = require('node:fs');
const path = require('node:path');
const { put, useEmulator } = require('../support/emulatorClient');
const { SWITCHES } = require('./switches');

const client = useEmulator();

test('every switch has a default that is one of its values', () => {
	for (const [name, { default: value }] of Object.entries(SWITCHES)) client.set({ [name]: value });
	client.emulator.switches.reset();
	expect(client.emulator.switches.get('badTokenAnswer')).toBe(401);
});

test('the README names each switch with its default and its other values, and says what it is about', () => {
	const readme = readFileSync(path.join(__dirname, 'README.md'), 'utf8').replaceAll('`', '');
	for (const [name, { default: value, values }] of Object.entries(SWITCHES)) {
		const [others, about] =
			readme.split(`\n| ${name} | ${value} |`)[1]?.split('\n')[0].split('|') ?? [];
		expect([name, about]).toEqual([name, expect.stringMatching(/\w/)]);
		for (const other of Array.isArray(values) ? values.slice(1) : []) {
			expect([name, others]).toEqual([name, expect.stringContaining(String(other))]);
		}
	}
});

test('a value may be given as text', () => {
	client.set(
		/** @type {any} */ ({ badTokenAnswer: '403', tokenHasExp: 'false', tokenLifetime: '60' }),
	);
	expect(client.emulator.switches.all()).toMatchObject({
		badTokenAnswer: 403,
		tokenHasExp: false,
		tokenLifetime: 60,
	});
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
		[404, 404, 404],
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

test('newJobWarning comes beside the ID', async () => {
	client.set({ newJobWarning: true });
	const { json } = await client.call('POST /job/new', { profile: 'standard' }, { v: 4 });
	expect(json).toEqual({ job_id: expect.any(Number), warning: expect.any(String) });
});

test.each(
	/** @type {const} */ ([
		['either', 200, 200],
		['string', 200, 400],
		['array', 400, 200],
	]),
)('dynamicDictionaryType %s', async (dynamicDictionaryType, forString, forArray) => {
	client.set({ dynamicDictionaryType });
	const statuses = ['Antietam', ['Antietam']].map(async (dictionary) => {
		const body = { profile: 'standard', dynamic_dictionary: dictionary };
		return (await client.call('POST /job/new', body, { v: 4 })).status;
	});
	expect(await Promise.all(statuses)).toEqual([forString, forArray]);
});

test('uploadUrlForAssetUrl gives an upload URL that need not be used', async () => {
	client.set({ uploadUrlForAssetUrl: true });
	const { json } = await client.call('POST /job/add_asset', { asset_url: 'https://example.com/a' });
	expect(json.upload_url).toEqual(expect.any(String));
	expect((await client.call('POST /job/add_media', { asset_ids: [json.asset_id] })).status).toBe(
		200,
	);
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
)('addMediaAnswer %s', async (addMediaAnswer, expectedStatus, expectedText) => {
	client.set({ addMediaAnswer });
	const body = { media_url: 'https://example.com/a' };
	const { status, text } = await client.call('POST /job/add_media', body);
	expect([status, text]).toEqual([expectedStatus, expectedText]);
});

test.each(
	/** @type {const} */ ([
		['accepted', 200],
		['refused', 400],
	]),
)('severalAssetsWithoutMerge %s', async (severalAssetsWithoutMerge, status) => {
	client.set({ severalAssetsWithoutMerge });
	const ids = [await client.uploadedAsset('one'), await client.uploadedAsset('two')];
	expect((await client.call('POST /job/add_media', { asset_ids: ids })).status).toBe(status);
});

test('etag opaque looks like an MD5, is none, and says so as SSE-KMS does', async () => {
	client.set({ etag: 'opaque' });
	const { id, url } = await client.addAsset();
	const { headers } = await put(url, 'speech');
	expect(headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
	expect(headers.etag).not.toContain(client.emulator.objectMd5(id));
	expect(headers['x-amz-server-side-encryption']).toBe('aws:kms');
});
