/** Addresses that n8n refuses to call, where it is set to protect its network. It reads these when it is loaded. */
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
process.env.N8N_SSRF_ALLOWED_IP_RANGES = '127.0.0.1/32';
const { randomFile, useWorld } = require('./world');

const world = useWorld();

afterAll(() => {
	delete process.env.N8N_SSRF_PROTECTION_ENABLED;
	delete process.env.N8N_SSRF_ALLOWED_IP_RANGES;
});

test('a URL at an address that n8n blocks is tried once, and the message says who blocked it', async () => {
	/** @type {string[]} */
	const log = [];
	const stopListening = world.engine.listenToLog((_level, line) => void log.push(line));
	const parameters = { jobId: 1, uploadSource: 'url', sourceUrl: 'http://10.1.2.3/talk.mp3' };
	const { error } = await world.run('asset:upload', [{}], parameters);
	stopListening();
	expect(error.context.code).toBe('HOST_UNREACHABLE');
	expect(error.message).toContain("10.1.2.3 couldn't be reached");
	expect(error.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
	expect(error.description).not.toContain('one-time');
	expect(log.filter((line) => line.includes('retrying'))).toEqual([]);
});

describe('an address that n8n blocks is named with its setting', () => {
	const BLOCKED = 'http://10.1.2.3';
	const file = randomFile(10);

	test.each([
		['as Authentication URL', { authUrl: BLOCKED }, {}],
		['as Base URL', { baseUrl: BLOCKED }, {}],
		['as upload URL', {}, { options: { uploadUrl: `${BLOCKED}/talk.wav` } }],
	])('%s', async (_where, changes, parameters) => {
		world.credential = world.credentialOf(changes);
		const { error } = await world.run('asset:upload', [{ files: { data: file } }], {
			jobId: 1,
			...parameters,
		});
		expect(error.context.code).toBe('HOST_UNREACHABLE');
		expect(error.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
	});
});
