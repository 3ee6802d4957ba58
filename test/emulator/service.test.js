const { useEmulator } = require('../support/emulatorClient');

const client = useEmulator();

/** @param {import('../tools/account/session').Reply} reply */
const outcome = ({ status, data }) => `${status} ${data.ErrorType}`;

/** What no test of the node would miss: what depends on the job's state, the tests in n8n's engine would. @type {Array<[call: string, sent: Record<string, any>, type: string]>} */
const REFUSED = [
	['POST job/new', {}, 'MISSING_PARAMETER'],
	['POST job/new', { profile: 'unknown' }, 'INVALID_OPTION'],
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

/** `account.test.js` has how long a token is good, and the tests in n8n's engine what follows. */
test('a token or the key is let in by the documented words only', async () => {
	const { token } = (await client.exchange()).data;
	const { apiKey } = client.emulator;
	const outcomes = [];
	for (const authorization of [
		...[`bearer ${token}`, `ApiToken ${apiKey}`],
		...['', 'bearer', `Bearer ${token}`, `apitoken ${apiKey}`, 'ApiToken wrong'],
	])
		outcomes.push(outcome(await client.call('GET', 'profiles', {}, undefined, authorization)));
	const refused = '401 BAD_API_TOKEN';
	expect(outcomes).toEqual([...Array(2).fill('200 undefined'), ...Array(5).fill(refused)]);
});
