const { gzipSync } = require('node:zlib');
const { Endless, says } = require('./hostileHost');
const { LinkServer, status } = require('./linkServer');
const { until } = require('../support/until');
const { randomFile, useWorld } = require('./world');

const world = useWorld();
const MIB = 1024 * 1024;

/** What the system holds of an answer on its way, on top of what the node reads of it. */
const ON_ITS_WAY = 20 * MIB;

/** In the place of the service, its authentication or its store. */
const host = new LinkServer();

/** Where that would lead the node to. */
const elsewhere = new LinkServer();

beforeAll(async () => await Promise.all([host.start(), elsewhere.start()]));
beforeEach(() => elsewhere.answer(status(200)));
afterAll(async () => await Promise.all([host.stop(), elsewhere.stop()]));
afterEach(() => jest.restoreAllMocks());

/** @typedef {import('./linkServer').Answer} Answer */

/**
 * One call to a service at the host, with a token of the real one.
 * @param {Answer} answer
 */
async function callHost(answer) {
	host.answer(answer);
	world.credential = world.credentialOf({ baseUrl: `${host.url}/api` });
	const { error } = await world.run('asset:add', [{}], { jobId: 17, fileName: 'talk.wav' });
	return String(error?.message);
}

/**
 * One exchange of the key at the host.
 * @param {Answer} answer
 */
async function authenticateAtHost(answer) {
	host.answer(answer);
	world.credential = world.credentialOf({ authUrl: String(host.url) });
	const { error } = await world.run('asset:add', [{}], { jobId: 17, fileName: 'talk.wav' });
	return String(error?.message);
}

/**
 * One upload to an upload URL at the host.
 * @param {Answer} answer
 */
async function uploadToHost(answer) {
	host.answer(answer);
	const { error } = await world.run('asset:upload', [{ files: { data: randomFile(1000) } }], {
		jobId: world.newJob(),
		options: { uploadUrl: `${host.url}/upload?X-Amz-Signature=secret`, maxAttempts: 1 },
	});
	return String(error?.message);
}

/** Captions of a job at the host. @param {Answer} answer */
async function captionsOfHost(answer) {
	host.answer(answer);
	world.credential = world.credentialOf({ baseUrl: `${host.url}/api` });
	const { error } = await world.run('job:getCaptions', [{}], { jobId: 17 });
	return String(error?.message);
}

/** A recording from the host. @param {Answer} answer */
async function openAtHost(answer) {
	host.answer(answer);
	const source = { uploadSource: 'url', sourceUrl: `${host.url}/talk.mp3` };
	const { error } = await world.run('asset:upload', [{}], { jobId: world.newJob(), ...source });
	return String(error?.message);
}

/** Minutes pass in seconds. */
function hurry() {
	const { timeout } = AbortSignal;
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.ceil(ms / 100)));
}

describe('the key and the token stay with their host', () => {
	test.each([301, 302, 303, 307, 308])('when Verbit redirects with %d', async (code) => {
		const location = `${elsewhere.url}/api/job/add_asset`;
		expect(await callHost(status(code, { location }))).toContain(`(got ${code})`);
		expect(elsewhere.calls).toEqual([]);
	});

	test.each([302, 307])('when the authentication redirects with %d', async (code) => {
		const location = `${elsewhere.url}/api/v1/auth`;
		const message = await authenticateAtHost(status(code, { location }));
		expect(message).toContain(`returned a redirect instead of an access token (HTTP ${code})`);
		expect(elsewhere.calls).toEqual([]);
	});

	test('when the upload URL leads to another host, which gets the file alone', async () => {
		/** @type {import('node:http').IncomingHttpHeaders[]} */
		const seen = [];
		elsewhere.answer((request, response) => {
			seen.push(request.headers);
			request.resume().once('end', () => response.end());
		});
		host.answer(says(JSON.stringify({ asset_id: 'a', upload_url: `${elsewhere.url}/file` })));
		world.credential = world.credentialOf({ baseUrl: `${host.url}/api` });
		await world.run('asset:upload', [{ files: { data: randomFile(10) } }], { jobId: 17 });
		expect(seen).toHaveLength(1);
		expect(JSON.stringify(seen)).not.toMatch(/authorization|bearer|key-/i);
	});
});

describe('a response that never ends', () => {
	test.each([
		[
			'of the service',
			callHost,
			"Verbit's response can't be used (returned 200 and more than 10 MiB)",
		],
		['of the authentication', authenticateAtHost, "didn't accept the API key"],
		['of the store, with a refusal', uploadToHost, 'the storage refused the upload (returned 403'],
	])('is cut, as fast as it comes: %s', async (_whose, call, message) => {
		const code = call === uploadToHost ? 403 : 200;
		const endless = new Endless({ status: code, chunk: Buffer.alloc(MIB, ' ') });
		expect(await call(endless.answer)).toContain(message);
		expect(endless.bytes).toBeLessThan(10 * MIB + ON_ITS_WAY);
		await until(() => endless.isCut, { maxMs: 10_000 });
	});

	test.each([
		['of the service', 200, callHost, 'connection dropped before Verbit responded (ETIMEDOUT)'],
		['of the service, with a refusal', 400, callHost, 'Verbit returned 400'],
		['of the authentication', 200, authenticateAtHost, "couldn't be reached ("],
		['of the authentication, with a refusal', 403, authenticateAtHost, 'returned 403'],
		['of the store', 200, uploadToHost, 'no data was sent to 127.0.0.1'],
		['of the store, with a refusal', 403, uploadToHost, 'refused the upload (returned 403'],
		['of captions, with a refusal', 400, captionsOfHost, 'Verbit returned 400'],
		['of a URL, with a refusal', 403, openAtHost, 'returned 403'],
	])('is cut in time, however slowly it comes: %s', async (_whose, code, call, message) => {
		hurry();
		const endless = new Endless({ status: code, chunk: Buffer.from(' '), pauseMs: 50 });
		expect(await call(endless.answer)).toContain(message);
		await until(() => endless.isCut, { maxMs: 10_000 });
	});
});

test.each([
	['100 MB of JSON', says(`["${'x'.repeat(100_000_000)}"]`), 'more than 10 MiB'],
	[
		'1 GB of JSON in 1 MB that is compressed',
		says(gzipSync(Buffer.alloc(2 ** 30, ' ')), { 'content-encoding': 'gzip' }),
		'more than 10 MiB',
	],
	['a web page', says('<!doctype html><p>Log in'), "something that isn't JSON"],
	['JSON of a great depth', says('['.repeat(1_000_000)), "something that isn't JSON"],
	['JSON that is cut off', says('{"asset_id": "a'), "something that isn't JSON"],
	['JSON that is no object', says('[1]'), 'lacks an asset ID'],
	['JSON null', says('null'), 'lacks an asset ID'],
	[
		'headers of 1 MB',
		says('{}', { 'x-large': 'x'.repeat(1_000_000) }),
		'the connection dropped before Verbit responded (HPE_HEADER_OVERFLOW)',
	],
	[
		'something that is not HTTP',
		/** @type {Answer} */ ((request) => request.socket.end('I am no web server\r\n\r\n')),
		'the connection dropped before Verbit responded (HPE_INVALID_CONSTANT)',
	],
])('Verbit returns %s: a message says so', async (_what, answer, message) => {
	expect(await callHost(answer)).toContain(message);
});

test.each([
	'file:///etc/passwd',
	'ftp://127.0.0.1/file',
	'javascript:alert(1)',
	'data:text/plain,a',
	'//127.0.0.1/file',
	'http://',
	{ href: 'http://127.0.0.1/' },
])('an upload URL such as %j is refused, and nothing is uploaded', async (uploadUrl) => {
	const answer = JSON.stringify({ asset_id: 'a', upload_url: uploadUrl });
	host.answer(says(answer));
	world.credential = world.credentialOf({ baseUrl: `${host.url}/api` });
	const { error } = await world.run('asset:upload', [{ files: { data: randomFile(10) } }], {
		jobId: 17,
	});
	expect(error.message).toContain("lacks a valid 'upload_url'");
	expect(host.calls).toHaveLength(1);
});
