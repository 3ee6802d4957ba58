/**
 * Connections that end before a request can be sent over them, although their errors (ECONNRESET, or none with a code)
 * are those of a request that may have arrived.
 */
const { once } = require('node:events');
const net = require('node:net');
const { randomFile, useWorld } = require('./world');

const world = useWorld();

/** @type {net.Server} */
let server;
/** Made so far. */
let connections = 0;
/** What the server does with a connection when its first bytes are there. @type {(socket: net.Socket) => void} */
let meet = () => undefined;

beforeAll(async () => {
	server = net.createServer((socket) => {
		connections++;
		socket.on('error', () => undefined);
		socket.once('data', () => meet(socket));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
});
beforeEach(() => (connections = 0));
afterAll(async () => await once(server.close(), 'close'));
afterEach(() => {
	jest.restoreAllMocks();
	delete process.env.HTTPS_PROXY;
	delete process.env.NO_PROXY;
});

const address = () => {
	const { port } = /** @type {net.AddressInfo} */ (server.address());
	return `127.0.0.1:${port}`;
};

/** The requests of this test go through the server as their proxy. @returns {string} where they go */
function throughProxy() {
	process.env.HTTPS_PROXY = `http://corporate:ProxyPassword@${address()}`;
	process.env.NO_PROXY = '127.0.0.1';
	return 'https://verbit.example';
}

/** @type {Array<[string, () => string, (socket: net.Socket) => void]>} */
const WAYS = [
	[
		'resets the connection before it is encrypted',
		() => `https://${address()}`,
		(socket) => socket.resetAndDestroy(),
	],
	['is a proxy that drops the connection', throughProxy, (socket) => socket.destroy()],
];

describe.each(WAYS)('a host that %s', (_way, originOf, meets) => {
	beforeEach(() => (meet = meets));

	test('has received no call: a creation without an external ID is tried again, and in no doubt', async () => {
		const parameters = { profile: { __rl: true, mode: 'name', value: 'standard' } };
		const credential = world.credentialOf({ baseUrl: `${originOf()}/api` });
		const { error, saved } = await world.run('job:create', [{}], parameters, { credential });
		expect(error.context.code).toBe('HOST_UNREACHABLE');
		expect(`${error.message} ${error.description}`).not.toMatch(/may or may not|ProxyPassword/);
		expect(connections).toBe(4);
		expect(saved).not.toContain('"doubt"');
		expect(saved).not.toContain('ProxyPassword');
	});

	test('has not refused an upload', async () => {
		const uploadUrl = `${originOf()}/bucket/key?X-Amz-Signature=s`;
		const parameters = { jobId: world.newJob(), options: { uploadUrl } };
		const files = { data: randomFile(1000) };
		const { error } = await world.run('asset:upload', [{ files }], parameters);
		expect(error.context.code).toBe('HOST_UNREACHABLE');
		expect(error.message).toContain(`${new URL(uploadUrl).host} couldn't be reached`);
		expect(connections).toBe(4);
	});
});

test('a call that timed out before its connection was encrypted has not arrived', async () => {
	meet = () => undefined;
	const { timeout } = AbortSignal;
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.ceil(ms / 100)));
	const parameters = { profile: { __rl: true, mode: 'name', value: 'standard' } };
	// Without an exchange, which would have to be as fast.
	const changes = { baseUrl: `https://${address()}/api`, authentication: 'apiToken' };
	const credential = world.credentialOf(changes);
	const { error } = await world.run('job:create', [{}], parameters, { credential });
	expect(error.context.code).toBe('HOST_UNREACHABLE');
	expect(error.message).toContain('ETIMEDOUT');
	// The server may hear of the last one after the node has given it up.
	await world.until(() => connections === 4);
});

describe('a proxy that requires a login', () => {
	const ANSWER = 'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n';
	beforeEach(() => (meet = (socket) => socket.end(ANSWER)));

	/** @param {any} error @param {string} target @param {string} code */
	function expectProxyNamed(error, target, code = 'PROXY_LOGIN_REQUIRED') {
		expect(error.context.code).toBe(code);
		expect(error.message).toContain(`the proxy between n8n and ${target} requires a login`);
		expect(error.description).toContain('HTTPS_PROXY');
		expect(`${error.message} ${error.description}`).not.toContain('ProxyPassword');
		expect(connections).toBe(1);
	}

	test('is named where Verbit is called, not the token', async () => {
		const credential = world.credentialOf({ baseUrl: `${throughProxy()}/api` });
		const { error } = await world.run('job:get', [{}], { jobId: 7 }, { credential });
		expectProxyNamed(error, 'Verbit');
	});

	test('is named where the API key is exchanged, not the key', async () => {
		const authUrl = throughProxy();
		const credential = world.credentialOf({ authUrl });
		const { error } = await world.run('job:get', [{}], { jobId: 7 }, { credential });
		expectProxyNamed(error, 'verbit.example', 'PROXY_LOGIN_REQUIRED');
	});

	test('is named where a file is uploaded, not the storage', async () => {
		const uploadUrl = `${throughProxy()}/bucket/key?X-Amz-Signature=s`;
		const parameters = { jobId: 7, options: { uploadUrl } };
		const files = { data: randomFile(1000) };
		const { error } = await world.run('asset:upload', [{ files }], parameters);
		expectProxyNamed(error, 'verbit.example');
	});

	test('is named where a URL is opened, not the URL', async () => {
		const sourceUrl = `${throughProxy()}/talk.mp3?token=s`;
		const parameters = { jobId: 7, uploadSource: 'url', sourceUrl };
		const { error } = await world.run('asset:upload', [{}], parameters);
		expectProxyNamed(error, 'verbit.example');
	});

	test("is named where captions come from Verbit's storage, not its link", async () => {
		expectProxyNamed(await captionsFrom(throughProxy()), 'verbit.example');
	});
});

/** Gets captions that Verbit redirects to another host. @param {string} origin @returns {Promise<any>} the error */
async function captionsFrom(origin) {
	const jobId = world.newJob();
	world.emulator.setJobStatus(jobId, 'Completed');
	world.emulator.faults.add({
		where: 'service',
		operation: 'get_caption',
		kind: 'redirect',
		location: `${origin}/captions.srt?X-Amz-Signature=TopSecret`,
		times: 4,
	});
	const { error } = await world.run('job:getCaptions', [{}], { jobId, captionFormat: 'srt' });
	expect(`${error.message} ${error.description}`).not.toContain('TopSecret');
	return error;
}

describe("Verbit's storage for captions", () => {
	test('is named where there is no connection to it', async () => {
		meet = (socket) => socket.resetAndDestroy();
		const error = await captionsFrom(`https://${address()}`);
		expect(error.context.code).toBe('HOST_UNREACHABLE');
		expect(error.message).toContain(`${address()} couldn't be reached`);
		expect(connections).toBe(4);
	});
});
