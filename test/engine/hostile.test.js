/** Hosts that are broken, slow or hostile, in the place of Verbit, its authentication, its storage or a URL's host. */
const { once } = require('node:events');
const https = require('node:https');
const net = require('node:net');
const { gzipSync } = require('node:zlib');
const { makeCertificate } = require('../support/certificate');
const { until } = require('../support/until');
const { file, listen, useLinkServer } = require('./linkServer');
const { openSources, recording, useWorld } = require('./world');

const world = useWorld();
const MIB = 1024 * 1024;

const host = useLinkServer();

afterEach(() => {
	delete process.env.HTTPS_PROXY;
	delete process.env.NO_PROXY;
});

/** @param {import('n8n-workflow').ICredentialDataDecryptedObject} changes of the credential @returns {Run} */
const addAssetAt = (changes) => {
	const credential = world.credentialOf(changes);
	return ['asset:add', [{}], { jobId: 17, fileName: 'talk.wav' }, { credential }];
};

/** @typedef {Parameters<typeof world.run>} Run */

/** What leads the node to an origin, in each of the places. @type {Record<string, (origin: string) => Run>} */
const AT = {
	Verbit: (origin) => addAssetAt({ baseUrl: `${origin}/api` }),
	authentication: (origin) => addAssetAt({ authUrl: origin, authentication: 'jwt' }),
	storage: (origin) => {
		const uploadUrl = `${origin}/bucket/key?X-Amz-Signature=TopSecret`;
		const parameters = { jobId: world.newJob(), options: { uploadUrl } };
		return ['asset:upload', [recording(500_000)], parameters];
	},
	captions: (origin) => {
		const jobId = world.jobThatIs('Completed');
		const location = `${origin}/captions.srt?X-Amz-Signature=TopSecret`;
		world.fault('get_caption', { status: 307, headers: { location }, times: 4 });
		return ['job:getCaptions', [{}], { jobId }];
	},
	'Verbit with captions': (origin) => {
		const credential = world.credentialOf({ baseUrl: `${origin}/api` });
		return ['job:getCaptions', [{}], { jobId: 17 }, { credential }];
	},
	URL: (origin) => {
		const sourceUrl = `${origin}/talk.mp3?token=TopSecret`;
		return ['asset:upload', [{}], { jobId: world.newJob(), sourceUrl }];
	},
};

/** @param {keyof typeof AT} place @param {string} origin */
const errorWith = async (place, origin) => (await world.runFailing(...AT[place](origin))).error;

const JSON_TYPE = { 'content-type': 'application/json' };

/** @param {string | Buffer} body @param {object} [headers] */
const says = (body, headers) => file(Buffer.from(body), { ...JSON_TYPE, ...headers });

/** @param {keyof typeof AT} place @param {import('./linkServer').Answer} answer */
const errorAt = async (place, answer) => {
	host.answer(answer);
	const error = await errorWith(place, String(host.url));
	return `${error?.context.code}: ${error?.message}`;
};

/** @param {any} error */
const expectNoSecret = (error) =>
	expect(`${error.message} ${error.description}`).not.toMatch(/TopSecret|ProxyPassword/);

describe('a response that never ends', () => {
	/**
	 * Returns the error of a response that goes on for as long as it is read, and how much was sent.
	 * @param {keyof typeof AT} place @param {number} code @param {Buffer} chunk @param {number} [pauseMs] of the time limits, between two chunks
	 */
	async function endAt(place, code, chunk, pauseMs = 0) {
		const sent = { bytes: 0, isCut: false };
		const error = await errorAt(place, (request, response) => {
			request.resume();
			response.writeHead(code, JSON_TYPE);
			const goOn = () => {
				if (response.destroyed) return;
				sent.bytes += chunk.length;
				response.write(chunk, () => setImmediate(goOn));
				world.limits.pass(pauseMs);
			};
			response.once('close', () => (sent.isCut = true));
			goOn();
		});
		await until(() => sent.isCut);
		return { error, bytes: sent.bytes };
	}

	test.each([
		['Verbit', 200, 'more than 1 MiB'],
		['authentication', 200, 'NOT_VERBIT'],
		['storage', 403, 'UPLOAD_REFUSED'],
		['Verbit with captions', 400, '400'],
	])('of %s (%d) is cut, as fast as it comes: %s', async (place, code, message) => {
		const { error, bytes } = await endAt(place, code, Buffer.alloc(MIB, ' '));
		expect(error).toContain(message);
		// What the system holds of an answer on its way comes on top of what the node reads of it.
		expect(bytes).toBeLessThan(21 * MIB);
	});

	test.each([
		['Verbit', 200, 'ETIMEDOUT'],
		['authentication', 403, 'returned 403'],
		['storage', 200, 'UPLOAD_STALLED'],
		['storage', 403, 'UPLOAD_REFUSED'],
		['captions', 403, 'DOWNLOAD_URL_REFUSED'],
		['URL', 403, 'URL_REFUSED'],
	])('of %s (%d) is cut in time, however slowly it comes: %s', async (place, code, message) => {
		const { error } = await endAt(place, code, Buffer.from(' '), 5000);
		expect(error).toContain(message);
		expect(error).not.toContain('TopSecret');
	});
});

test('a storage that answers before it has read the file has stored nothing, whatever it names', async () => {
	const error = errorAt('storage', (request, response) => {
		request.once('data', () => {
			request.pause();
			response.writeHead(200, { ETag: '"made-up"' }).end();
		});
	});
	expect(await error).toContain('UPLOAD_NOT_STORED');
});

const PACKED = says(gzipSync(Buffer.alloc(64 * MIB, ' ')), { 'content-encoding': 'gzip' });

test.each([
	['64 MiB of JSON in 64 KiB that are compressed', PACKED, 'more than 1 MiB'],
	['JSON null', says('null'), 'RESPONSE_INCOMPLETE'],
])('Verbit returns %s: a message says so', async (_what, answer, message) => {
	expect(await errorAt('Verbit', answer)).toContain(message);
});

describe('a certificate that nobody vouches for', () => {
	/** @type {https.Server} */
	let server;
	let connections = 0;
	let origin = '';

	beforeAll(async () => {
		server = https.createServer(await makeCertificate());
		// The first of the handshake is a connection of TCP.
		server.on('connection', () => connections++);
		origin = `https://${await listen(server)}`;
	});
	beforeEach(() => (connections = 0));
	afterAll(async () => await once(server.close(), 'close'));

	test.each([
		['Verbit', ['auth 200']],
		['authentication', []],
		['storage', []],
		['captions', ['auth 200', 'job_info 200', 'get_caption 307']],
		['URL', []],
	])('of %s ends the run at once, and leaves no file open', async (place, calls) => {
		const error = await errorWith(place, origin);
		expect(error.context.code).toBe('HOST_UNREACHABLE');
		expect(error.message).toContain("isn't trusted (DEPTH_ZERO_SELF_SIGNED_CERT)");
		expectNoSecret(error);
		expect([connections, world.calls(), openSources()]).toEqual([1, calls, []]);
	});
});

/** Connections that end before a request can be sent over them, although their errors are those of one that may have arrived. */
describe('a connection that ends before a request is sent', () => {
	let connections = 0;
	let address = '';
	/** What the server does with a connection when its first bytes are there. @type {(socket: net.Socket) => void} */
	let meet = () => undefined;
	const server = net.createServer((socket) => {
		connections++;
		socket.on('error', () => undefined);
		socket.once('data', () => meet(socket));
	});

	beforeAll(async () => void (address = await listen(server)));
	beforeEach(() => (connections = 0));
	afterAll(async () => await once(server.close(), 'close'));

	const direct = () => `https://${address}`;

	/** The requests of this test go through the server as their proxy. @returns {string} where they go */
	function throughProxy() {
		process.env.HTTPS_PROXY = `http://corporate:ProxyPassword@${address}`;
		process.env.NO_PROXY = '127.0.0.1';
		return 'https://verbit.example';
	}

	const resets = (/** @type {net.Socket} */ socket) => void socket.resetAndDestroy();
	const drops = (/** @type {net.Socket} */ socket) => void socket.destroy();
	const timesOut = () => world.limits.end();

	test.each([
		['ECONNRESET', direct, resets],
		['Proxy connection ended', throughProxy, drops],
		['ETIMEDOUT', direct, timesOut],
	])('(%s) leaves no creation in doubt: it is tried again', async (reason, originOf, meets) => {
		meet = meets;
		const credential = world.credentialOf({ baseUrl: `${originOf()}/api` });
		const { error, saved } = await world.runFailing('job:create', [{}], {}, { credential });
		expect(error.context.code).toBe('HOST_UNREACHABLE');
		expect(error.message).toContain(reason);
		expect(error.description).not.toContain('may or may not');
		expectNoSecret(error);
		expect(saved).not.toMatch(/"doubt"|ProxyPassword/);
		// The server may hear of the last one after the node has given it up.
		await world.until(() => connections === 4);
	});

	test.each([
		['Verbit', 'Verbit'],
		['authentication', 'verbit.example'],
		['storage', 'verbit.example'],
	])('because a proxy requires a login names the proxy, not %s', async (place, target) => {
		meet = (socket) => socket.end('HTTP/1.1 407 Login\r\nContent-Length: 0\r\n\r\n');
		const error = await errorWith(place, throughProxy());
		expect(error.context.code).toBe('PROXY_LOGIN_REQUIRED');
		expect(error.message).toContain(`the proxy between n8n and ${target} requires a login`);
		expectNoSecret(error);
		expect(connections).toBe(1);
	});
});
