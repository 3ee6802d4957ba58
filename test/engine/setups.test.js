/** An n8n, or a storage, that is set up otherwise. n8n reads these when it is loaded: it protects its network. */
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
process.env.N8N_SSRF_ALLOWED_IP_RANGES = '127.0.0.1/32';
const { makeCertificate, trust } = require('../support/certificate');
const { recording, useWorld } = require('./world');

describe('an address that n8n blocks', () => {
	const world = useWorld();
	const BLOCKED = 'http://10.1.2.3';

	test.each([
		['as Authentication URL', { authUrl: BLOCKED }, {}],
		['as upload URL', {}, { options: { uploadUrl: `${BLOCKED}/talk.wav` } }],
		['as source URL', {}, { sourceUrl: `${BLOCKED}/talk.mp3` }],
	])('is tried once and named with its setting: %s', async (_where, changes, parameters) => {
		world.credential = world.credentialOf(changes);
		const all = { jobId: 1, ...parameters };
		const { error } = await world.runFailing('asset:upload', [recording()], all);
		expect(error.context.code).toBe('HOST_UNREACHABLE');
		expect(error.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
		expect(error.description).not.toContain('one-time');
		expect(world.log.filter((line) => line.includes('retrying'))).toEqual([]);
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

	test('stores a file byte for byte after two cuts, at the same URL', async () => {
		expect(world.emulator.storeUrl).toMatch(/^https:/);
		world.fault('put', { kind: 'cutAfterBytes', bytes: 100_000, times: 2 });
		const item = recording(2_000_000);
		const { items } = await world.run('asset:upload', [item], { jobId: world.newJob() });
		expect([items[0].json.attempts, world.count('add_asset')]).toEqual([3, 1]);
		expect(world.stored(items[0].json.asset_id).equals(item.files.data.content)).toBe(true);
	});
});
