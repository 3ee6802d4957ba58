const { createHash } = require('node:crypto');
const { once } = require('node:events');
const { existsSync, readFileSync } = require('node:fs');
const http = require('node:http');
const { put, send, sendRaw, targetOf, useEmulator } = require('../../support/emulatorClient');
const { until } = require('../../support/until');
const { presignV4 } = require('./presign');

const client = useEmulator();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** @param {string} text */
const md5 = (text) => createHash('md5').update(text).digest();

/** @param {string} xml */
const codeIn = (xml) => /<Code>(\w+)<\/Code>/.exec(xml)?.[1];

/** @param {string} key */
function signed(key) {
	const { state, storeUrl, clock } = client.emulator;
	const credentials = state.data.storeKey;
	return presignV4({ storeUrl, key, credentials, now: clock.now(), expiresIn: 60 });
}

describe('a valid PUT', () => {
	test('is answered with 200, an empty body and the MD5 in quotes, and is stored byte for byte', async () => {
		const { id, url } = await client.addAsset('a ü (1) & 100%.wav');
		const content = 'speech '.repeat(100_000);
		const { status, headers, text } = await put(url, content);
		expect([status, text, headers.etag]).toEqual([200, '', `"${md5(content).toString('hex')}"`]);
		expect(readFileSync(client.emulator.objectPath(id), 'utf8')).toBe(content);
		expect(client.emulator.objectMd5(id)).toBe(md5(content).toString('hex'));
	});

	test('replaces what was stored before, with any Content-Type that is not signed', async () => {
		const { id, url } = await client.addAsset();
		await put(url, 'first');
		expect((await put(url, 'second', { 'Content-Type': 'audio/x-own' })).status).toBe(200);
		expect(readFileSync(client.emulator.objectPath(id), 'utf8')).toBe('second');
	});

	test('may end after its URL has', async () => {
		const { id, url } = await client.addAsset();
		const upload = http.request(url, { method: 'PUT', headers: { 'Content-Length': 6 } });
		upload.write('spe');
		await until(() => client.emulator.journal.at(-1)?.bytes === 3);
		client.emulator.clock.advance(2 * DAY);
		upload.end('ech');
		const [response] = await once(upload, 'response');
		expect(response.statusCode).toBe(200);
		expect(readFileSync(client.emulator.objectPath(id), 'utf8')).toBe('speech');
		response.destroy();
	});
});

describe('a changed URL is refused with 403:', () => {
	/** @type {Array<[string, (url: string) => string]>} */
	const changes = [
		['another path', (url) => url.replace('talk', 'walk')],
		['an encoded slash for a slash', (url) => url.replace('/talk', '%2Ftalk')],
		['a doubled slash', (url) => url.replace('/talk', '//talk')],
		['a folded-out folder', (url) => url.replace('/talk', '/x/../talk')],
		['a longer life', (url) => url.replace('Expires=86400', 'Expires=86401')],
		['a further parameter', (url) => `${url}&x-id=PutObject`],
		['another signature', (url) => `${url.slice(0, -4)}0000`],
	];

	test.each(changes)('%s', async (_change, change) => {
		const { url } = await client.addAsset();
		const answer = await sendRaw(url, [
			`PUT ${targetOf(change(url))} HTTP/1.1`,
			'Content-Length: 0',
		]);
		expect(answer).toMatch(/^HTTP\/1.1 403 /);
		expect(codeIn(answer)).toBe('SignatureDoesNotMatch');
	});

	test.each(
		/** @type {Array<[string, string, (url: string) => string, string]>} */ ([
			['another method', 'POST', (url) => url, 'SignatureDoesNotMatch'],
			[
				'another key id',
				'PUT',
				(url) => url.replace(/Credential=\w+/, 'Credential=AKIAX'),
				'InvalidAccessKeyId',
			],
			['no signature at all', 'PUT', (url) => url.split('?')[0], 'AccessDenied'],
			[
				'host left out of the signed headers',
				'PUT',
				(url) => url.replace('SignedHeaders=host', 'SignedHeaders=range'),
				'AccessDenied',
			],
		]),
	)('%s', async (_change, method, change, code) => {
		const { url } = await client.addAsset();
		const { status, text } = await send(change(url), { method, body: 'x' });
		expect([status, codeIn(text)]).toEqual([403, code]);
	});
});

test.each(['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature'])(
	'X-Amz-%s is to be there once and well-formed',
	async (name) => {
		const { url } = await client.addAsset();
		const parameter = new RegExp(`X-Amz-${name}=[^&]*`);
		const twice = url.replace(parameter, '$&&$&');
		const malformed = url.replace(parameter, `X-Amz-${name}=%20`);
		for (const changed of [twice, malformed]) {
			const { status, text } = await put(changed, 'x');
			expect([status, codeIn(text)]).toEqual([400, 'AuthorizationQueryParametersError']);
		}
	},
);

describe('time', () => {
	test('a URL works until its last second and is refused as expired after it', async () => {
		const { url } = await client.addAsset();
		client.emulator.clock.advance(DAY - 2000);
		expect((await put(url, 'x')).status).toBe(200);
		client.emulator.clock.advance(4000);
		const { status, text } = await put(url, 'x');
		expect(status).toBe(403);
		expect(text).toContain('<Code>AccessDenied</Code><Message>Request has expired</Message>');
	});

	test('a URL of more than 15 minutes ahead is refused', async () => {
		const { url } = await client.addAsset();
		client.emulator.clock.advance(-14 * MINUTE);
		expect((await put(url, 'x')).status).toBe(200);
		client.emulator.clock.advance(-2 * MINUTE);
		expect(codeIn((await put(url, 'x')).text)).toBe('AccessDenied');
	});
});

describe('headers', () => {
	test('an Authorization beside the signature is refused with 400', async () => {
		const { url } = await client.addAsset();
		for (const authorization of ['Bearer abc', 'Basic abc', 'AWS4-HMAC-SHA256 Credential=x']) {
			const { status, text } = await put(url, 'x', { Authorization: authorization });
			expect([status, codeIn(text)]).toEqual([400, 'InvalidArgument']);
			expect(text).toContain('Only one auth mechanism allowed');
		}
	});

	test('an x-amz header that is not signed is refused by its name', async () => {
		const { url } = await client.addAsset();
		const { status, text } = await put(url, 'x', { 'X-Amz-Acl': 'private' });
		expect([status, text]).toEqual([403, expect.stringContaining('<HeadersNotSigned>x-amz-acl')]);
	});

	test('a signed Content-Type is to be sent as it was signed', async () => {
		client.set({ signedContentType: 'audio/wav' });
		const { url } = await client.addAsset();
		expect(url).toContain('SignedHeaders=content-type%3Bhost');
		expect((await put(url, 'x', { 'Content-Type': 'audio/wav' })).status).toBe(200);
		expect(codeIn((await put(url, 'x', { 'Content-Type': 'audio/mpeg' })).text)).toBe(
			'SignatureDoesNotMatch',
		);
		expect((await put(url, 'x')).status).toBe(403);
	});
});

describe('length', () => {
	/**
	 * @param {string[]} headers
	 * @param {Parameters<typeof sendRaw>[2]} [options]
	 */
	async function upload(headers, options) {
		const { id, url } = await client.addAsset();
		const answer = await sendRaw(url, [`PUT ${targetOf(url)} HTTP/1.1`, ...headers], options);
		expect(existsSync(client.emulator.objectPath(id))).toBe(false);
		return `${answer.split(' ')[1]} ${codeIn(answer)}`;
	}

	test('a chunked body is refused with 501', async () => {
		const body = '6\r\nspeech\r\n0\r\n\r\n';
		expect(await upload(['Transfer-Encoding: chunked'], { body })).toBe('501 NotImplemented');
	});

	test('a body of no said length is refused with 411', async () => {
		expect(await upload([])).toBe('411 MissingContentLength');
	});

	test('more than 5 GiB is refused by the header, before a byte of the body', async () => {
		const length = `Content-Length: ${5 * 1024 ** 3 + 1}`;
		expect(await upload([length], { isEnded: true })).toBe('400 EntityTooLarge');
	});

	test('fewer bytes than said are refused, and the old object is kept', async () => {
		const { id, url } = await client.addAsset();
		await put(url, 'old');
		const head = [`PUT ${targetOf(url)} HTTP/1.1`, 'Content-Length: 100'];
		const answer = await sendRaw(url, head, { body: 'new', isEnded: true });
		expect(answer).toMatch(/^HTTP\/1.1 400 /);
		expect(codeIn(answer)).toBe('IncompleteBody');
		expect(readFileSync(client.emulator.objectPath(id), 'utf8')).toBe('old');
	});
});

test('a bucket that is not there is answered with 404', async () => {
	const { storeUrl, state, clock } = client.emulator;
	const other = presignV4({
		storeUrl,
		key: 'key',
		credentials: state.data.storeKey,
		now: clock.now(),
		expiresIn: 60,
		bucket: 'elsewhere',
	});
	const { status, text } = await put(other, 'x');
	expect([status, codeIn(text)]).toEqual([404, 'NoSuchBucket']);
});

test.each(['../../etc/passwd', 'a//b', 'a%2Fb', `${'long'.repeat(255)}.wav`])(
	'the key "%s" is stored as it is, in its own file',
	async (key) => {
		const url = signed(key);
		const answer = await sendRaw(
			url,
			[`PUT ${targetOf(url)} HTTP/1.1`, `Content-Length: ${key.length}`],
			{ body: key },
		);
		expect(answer).toMatch(/^HTTP\/1.1 200 /);
		expect(readFileSync(client.emulator.objects.pathOf(key), 'utf8')).toBe(key);
	},
);

test('a key of more than 1024 bytes is refused', async () => {
	expect(codeIn((await put(signed('k'.repeat(1025)), 'x')).text)).toBe('KeyTooLongError');
});

test('a percent sign with no two digits after it is refused', async () => {
	const { url } = await client.addAsset();
	const answer = await sendRaw(url, ['PUT /uploads/%zz HTTP/1.1', 'Content-Length: 0']);
	expect(codeIn(answer)).toBe('InvalidURI');
});

describe('with version 2', () => {
	beforeEach(() => client.set({ signatureVersion: 'v2' }));

	test('a PUT without a Content-Type is taken, and one with it refused', async () => {
		const { url } = await client.addAsset();
		expect((await put(url, 'x')).status).toBe(200);
		const { status, text } = await put(url, 'x', { 'Content-Type': 'audio/wav' });
		expect([status, codeIn(text)]).toEqual([403, 'SignatureDoesNotMatch']);
	});

	test('a Content-Type that the URL is signed for has to be sent', async () => {
		client.set({ signedContentType: 'audio/wav' });
		const { url } = await client.addAsset();
		expect((await put(url, 'x', { 'Content-Type': 'audio/wav' })).status).toBe(200);
		expect((await put(url, 'x')).status).toBe(403);
	});

	test('an x-amz header, a changed path and a further parameter are refused', async () => {
		const { url } = await client.addAsset();
		expect((await put(url, 'x', { 'x-amz-acl': 'private' })).status).toBe(403);
		expect((await put(url.replace('talk', 'walk'), 'x')).status).toBe(403);
		expect((await put(`${url}&acl`, 'x')).status).toBe(403);
	});

	test('an expired URL is refused', async () => {
		const { url } = await client.addAsset();
		client.emulator.clock.advance(DAY + 1000);
		expect((await put(url, 'x')).text).toContain('Request has expired');
	});
});
