/** An n8n, or a storage, that is set up otherwise. n8n reads these when it is loaded: it protects its network. */
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
process.env.N8N_SSRF_ALLOWED_IP_RANGES = '127.0.0.1/32';
const { makeCertificate, trust } = require('../support/certificate');
const { ProcessedData } = require('./processedData');
const { openSources, recording, shortenPauses, useWorld } = require('./world');

shortenPauses();
afterAll(() => {
	delete process.env.N8N_SSRF_PROTECTION_ENABLED;
	delete process.env.N8N_SSRF_ALLOWED_IP_RANGES;
});

describe('an address that n8n blocks', () => {
	const world = useWorld();
	const BLOCKED = 'http://10.1.2.3';

	test.each([
		['as Authentication URL', { authUrl: BLOCKED }, {}],
		['as Base URL', { baseUrl: BLOCKED }, {}],
		['as upload URL', {}, { options: { uploadUrl: `${BLOCKED}/talk.wav` } }],
		['as source URL', {}, { uploadSource: 'url', sourceUrl: `${BLOCKED}/talk.mp3` }],
	])('is tried once and named with its setting: %s', async (_where, changes, parameters) => {
		world.credential = world.credentialOf(changes);
		const { error } = await world.run('asset:upload', [recording()], { jobId: 1, ...parameters });
		expect(error.context.code).toBe('HOST_UNREACHABLE');
		expect(error.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
		expect(error.description).not.toContain('one-time');
		expect(world.log.filter((line) => line.includes('retrying'))).toEqual([]);
	});
});

describe('an n8n that keeps all external IDs in one row, which the node checks once', () => {
	const world = useWorld();
	beforeAll(async () => {
		(await ProcessedData.install()).isMixed = true;
	});

	test.each(['first', 'second'])('Skip sends nothing (%s ID)', async (externalId) => {
		const additionalFields = { externalId, ifExternalIdUsed: 'skip' };
		const { error } = await world.run('job:create', [{}], { additionalFields });
		expect(error.context.code).toBe('EXTERNAL_ID_NOT_CHECKED');
		expect(error.message).toContain("doesn't keep external IDs apart");
		expect(world.count('job_new')).toBe(0);
	});
});

describe('a storage that speaks TLS', () => {
	/** The storage's; filled before it starts. */
	const tls = { key: '', cert: '' };
	let distrust = () => {};
	beforeAll(async () => {
		Object.assign(tls, await makeCertificate());
		distrust = trust(tls.cert);
	});
	afterAll(() => distrust());
	const world = useWorld('filesystem', { tls });

	const cut = { kind: /** @type {const} */ ('cutAfterBytes'), bytes: 100_000 };

	/** Uploads one file to a new job, over cuts. @param {number} cuts @param {any} [options] */
	async function upload(cuts, options = {}) {
		if (cuts > 0) world.fault('put', { ...cut, times: cuts });
		const item = recording(12_000_000);
		const parameters = { jobId: world.newJob(), options };
		const { items, error } = await world.run('asset:upload', [item], parameters);
		return { json: items[0]?.json, error, content: item.files.data.content };
	}

	test.each([
		['at once', 0, 1],
		['after two cuts, which bring a new URL', 2, 2],
	])('stores a file byte for byte %s', async (_when, cuts, assets) => {
		expect(world.emulator.storeUrl).toMatch(/^https:/);
		const { json, content } = await upload(cuts);
		expect(json.attempts).toBe(cuts + 1);
		expect(world.count('add_asset')).toBe(assets);
		expect(world.stored(json.asset_id).equals(content)).toBe(true);
	});

	test('may have refused what was cut at each attempt', async () => {
		const { error } = await upload(9, { maxAttempts: 3 });
		expect(error.context.code).toBe('UPLOAD_CUT');
		expect(error.description).toContain('The storage may have refused the upload');
		expect(world.count('add_asset')).toBe(2);
		expect(openSources()).toEqual([]);
		expect(world.countStored()).toBe(0);
	});
});
