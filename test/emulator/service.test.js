const { useEmulator } = require('../support/emulatorClient');

const client = useEmulator();
const HOUR = 3_600_000;

/** @param {import('../tools/account/session').Reply} reply */
const outcome = ({ status, data }) => `${status} ${data.ErrorType}`;

/** What no test of the node would miss: what depends on the job's state, the tests in n8n's engine would. @type {Array<[call: string, sent: Record<string, any>, type: string]>} */
const REFUSED = [
	['POST job/new', {}, 'MISSING_PARAMETER'],
	['POST job/new', { profile: 'unknown' }, 'INVALID_OPTION'],
	['POST job/new', { profile: 'standard', language: 'en_US' }, 'INVALID_OPTION'],
	['POST job/new', { profile: 'standard', job_metadata: { of: {} } }, 'INVALID_OPTION'],
	['POST job/add_asset', {}, 'MISSING_PARAMETER'],
	['POST job/add_asset', { file_name: 'a', asset_url: 'https://h/a' }, 'INVALID_OPTION'],
	['POST job/add_asset', { file_name: 7 }, 'INVALID_OPTION'],
	['POST job/add_asset', { asset_url: 'ftp://h/a' }, 'INVALID_URL'],
	['POST job/add_media', { asset_ids: 'x' }, 'INVALID_OPTION'],
	['POST job/add_media', { asset_ids: ['x'], merge_assets: true }, 'INVALID_OPTION'],
	['POST job/add_media', { asset_ids: ['x', 'x'], merge_assets: true }, 'INVALID_OPTION'],
	['POST job/add_media', { asset_ids: ['x', 'y'], merge_assets: 'yes' }, 'INVALID_OPTION'],
	['POST job/request_upload_url', { file_name: '' }, 'INVALID_OPTION'],
	['GET job/info', { v: undefined }, 'MISSING_PARAMETER'],
	['GET job/info', { v: 5 }, 'INVALID_OPTION'],
	['GET job/info', { job_id: 'abc' }, 'INVALID_OPTION'],
];

test.each(REFUSED)('%s with %j is refused: %s', async (call, sent, type) => {
	const isQuery = call.startsWith('GET') || call.endsWith('request_upload_url');
	const [method, path] = call.split(' ');
	const query = { job_id: client.jobId, ...(isQuery && sent) };
	const reply = await client.call(method, path, query, isQuery ? undefined : sent);
	expect(outcome(reply)).toBe(`400 ${type}`);
});

test('an asset is taken when it is uploaded, by its own job', async () => {
	const add = async (/** @type {string} */ id) =>
		outcome(await client.job('POST', 'add_media', client.jobId, { asset_ids: [id] }));
	const [uploaded, announced] = [await client.uploadedAsset(), await client.addAsset()];
	expect(await add(announced.id)).toBe('400 ITEM_NOT_FOUND');
	expect(await add(uploaded)).toBe('200 undefined');
	client.jobId = client.emulator.createJob({ profile: 'standard' });
	expect(await add(uploaded)).toBe('400 ITEM_NOT_FOUND');
});

test('the key is exchanged for a token of 24 hours, and let in by the documented words only', async () => {
	const callWith = async (/** @type {string} */ authorization) => {
		client.authorization = authorization;
		return outcome(await client.call('GET', 'profiles'));
	};
	expect((await client.exchange('wrong')).status).toBe(401);
	const { token } = (await client.exchange()).data;
	const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
	expect(exp - iat).toBe(24 * 3600);
	expect(await callWith(`ApiToken ${client.emulator.apiKey}`)).toBe('200 undefined');
	const forged = token.replace(/[^.]+$/, 'x'.repeat(43));
	for (const other of [
		'',
		'bearer',
		`bearer ${forged}`,
		'ApiToken wrong',
		`Bearer ${token}`,
		`apitoken ${client.emulator.apiKey}`,
	])
		expect(await callWith(other)).toBe('401 BAD_API_TOKEN');
	client.emulator.clock.advance(24 * HOUR - 5000);
	expect(await callWith(`bearer ${token}`)).toBe('200 undefined');
	client.emulator.clock.advance(6000);
	expect(await callWith(`bearer ${token}`)).toBe('401 BAD_API_TOKEN');
});
