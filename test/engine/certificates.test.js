/**
 * Hosts whose certificate nobody vouches for: real TLS, refused by Node.js as it is in n8n. A repeat would be refused too,
 * and nothing was sent.
 */
const { once } = require('node:events');
const https = require('node:https');
const { makeCertificate } = require('../support/certificate');
const { md5, openSources, randomFile, useWorld } = require('./world');

const world = useWorld();

/** @type {https.Server} */
let server;
/** Connections, and requests that came through one. */
let connections = 0;
let requests = 0;
let origin = '';

beforeAll(async () => {
	server = https.createServer(await makeCertificate(), (_request, response) => {
		requests++;
		response.end('{}');
	});
	// The first of the handshake is a connection of TCP.
	server.on('connection', () => connections++);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	origin = `https://127.0.0.1:${port}`;
});
beforeEach(() => {
	connections = 0;
	requests = 0;
});
afterAll(async () => {
	server.closeAllConnections();
	await once(server.close(), 'close');
});

const REASON = 'DEPTH_ZERO_SELF_SIGNED_CERT';

/** @param {any} error @param {string} code */
function expectRefused(error, code) {
	expect(error.context.code).toBe(code);
	expect(error.message).toContain("isn't trusted");
	expect(error.message).toContain(REASON);
	expect(error.description).toContain('NODE_EXTRA_CA_CERTS');
	expect(`${error.message} ${error.description}`).not.toMatch(/may or may not|may have arrived/);
	expect({ connections, requests }).toEqual({ connections: 1, requests: 0 });
}

describe('a certificate that is not trusted', () => {
	test.each([
		['without', {}],
		['with', { externalId: 'lecture-42' }],
	])('of Verbit ends a creation %s an external ID at once', async (_with, additionalFields) => {
		const parameters = { profile: { __rl: true, mode: 'name', value: 'standard' } };
		const { error, saved } = await world.run(
			'job:create',
			[{}],
			{ ...parameters, additionalFields },
			{ credential: world.credentialOf({ baseUrl: `${origin}/api` }) },
		);
		expectRefused(error, 'CERTIFICATE_INVALID');
		expect(error.description).toContain("'Base URL'");
		// A retry of the execution must not take the job for one that may be there.
		expect(saved).not.toContain('"mayHaveArrived":true');
		expect(world.calls()).toEqual(['auth 200']);
	});

	test('of the host that exchanges the API key ends the run at once', async () => {
		const { error } = await world.run(
			'job:get',
			[{}],
			{ jobId: world.newJob() },
			{ credential: world.credentialOf({ authUrl: origin }) },
		);
		expectRefused(error, 'CERTIFICATE_INVALID');
		expect(error.description).toContain("'Authentication URL'");
		expect(world.calls()).toEqual([]);
	});

	test('of the storage ends an upload at once, and leaves no file open', async () => {
		const uploadUrl = `${origin}/bucket/key?X-Amz-Signature=s`;
		const parameters = { jobId: world.newJob(), options: { uploadUrl } };
		const files = { data: randomFile(5_000_000) };
		const { error } = await world.run('asset:upload', [{ files }], parameters);
		expectRefused(error, 'CERTIFICATE_INVALID');
		expect(error.message).toContain(`the certificate of ${new URL(origin).host}`);
		expect(openSources()).toEqual([]);
	});

	test('of the storage ends an upload to a new asset at once, without a second asset', async () => {
		world.emulator.faults.add({
			where: 'service',
			operation: 'add_asset',
			kind: 'status',
			status: 200,
			body: /** @type {any} */ ({
				asset_id: md5(Buffer.from('asset')),
				upload_url: `${origin}/bucket/key?X-Amz-Signature=s`,
			}),
		});
		const files = { data: randomFile(100) };
		const { error } = await world.run('asset:upload', [{ files }], { jobId: world.newJob() });
		expectRefused(error, 'CERTIFICATE_INVALID');
		expect(world.count('add_asset')).toBe(1);
	});

	test('of the storage that keeps captions ends their download at once', async () => {
		const jobId = world.newJob();
		world.emulator.setJobStatus(jobId, 'Completed');
		const location = `${origin}/captions.srt?X-Amz-Signature=TopSecret`;
		const redirect = /** @type {const} */ ({ where: 'service', kind: 'redirect', location });
		world.emulator.faults.add({ ...redirect, operation: 'get_caption' });
		const { error } = await world.run('job:getCaptions', [{}], { jobId, captionFormat: 'srt' });
		expectRefused(error, 'CERTIFICATE_INVALID');
		expect(error.message).toContain(new URL(origin).host);
		expect(`${error.message} ${error.description}`).not.toMatch(/TopSecret|Base URL/);
	});

	test("of a URL's host ends the upload from it at once, before an asset is made", async () => {
		const sourceUrl = `${origin}/talk.mp3?token=TopSecret`;
		const parameters = { jobId: world.newJob(), uploadSource: 'url', sourceUrl };
		const { error } = await world.run('asset:upload', [{}], parameters);
		expectRefused(error, 'CERTIFICATE_INVALID');
		expect(error.message).not.toContain('TopSecret');
		expect(world.calls()).toEqual([]);
	});
});
