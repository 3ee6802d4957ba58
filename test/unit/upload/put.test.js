const { createHash, randomBytes } = require('node:crypto');
const { PassThrough, Readable } = require('node:stream');
const { readBody } = require('../../../nodes/Verbit/http/body');
const { closeContent } = require('../../../nodes/Verbit/http/streams');
const {
	describeStorageResponse,
	putHeaders,
	putOnce,
	readStorageResponse,
} = require('../../../nodes/Verbit/upload/put');
const { useDetached } = require('../../support/detached');
const { until } = require('../../support/until');
const { httpRequest } = require('../servers/client');
const { useServer } = require('../servers/server');

const store = useServer();
const context = /** @type {any} */ ({ helpers: { httpRequest } });
const content = randomBytes(1024 * 1024);
const md5 = createHash('md5').update(content).digest('hex');

/** @param {Readable} source @param {object} changes of what is known of the file */
const mediaOf = (source, changes = {}) =>
	/** @type {any} */ ({
		content: source,
		close: async () => await closeContent(source),
		fileName: 'talk.wav',
		contentType: 'audio/wav',
		typeIsSetByUser: true,
		size: content.length,
		...changes,
	});

const chunks = () => Readable.from([content.subarray(0, 400_000), content.subarray(400_000)]);

/** A source that gives so many bytes, and then no more. @param {number} bytes */
const stuckAfter = (bytes) => {
	const source = new Readable({ read() {} });
	// Whoever reads it is to hear of its errors; where nobody does, a test says so, not a crash.
	source.on('error', () => undefined);
	source.push(content.subarray(0, bytes));
	return source;
};

/**
 * Gives what comes late its time: errors that nobody hears, or memory that is given back. Jest fails the test in which there is such an error; what a test adds to its own
 * `process` hears none.
 */
async function lateEvents() {
	for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** @param {Partial<Parameters<typeof putOnce>[1]>} [changes] */
const put = async (changes, by = context) =>
	await putOnce(/** @type {any} */ (by), {
		url: `${store.origin}/talk?signature=abc`,
		media: mediaOf(chunks()),
		stallTimeout: 5,
		signal: new AbortController().signal,
		...changes,
	});

test('the whole file goes out with its exact length, its type and no token', async () => {
	store.answer = (response) => response.setHeader('ETag', `"${md5}"`).end();
	expect(await put()).toEqual({
		kind: 'response',
		response: {
			...{ status: 200, hasStrongETag: true, storedMd5: md5 },
			body: { kind: 'nothing', text: '' },
		},
		sentMd5: md5,
	});
	const [{ method, url, headers, body }] = store.received;
	expect([method, url]).toEqual(['PUT', '/talk?signature=abc']);
	expect(headers).toMatchObject({
		'content-length': String(content.length),
		'content-type': 'audio/wav',
	});
	expect(headers).not.toHaveProperty('authorization');
	expect(headers).not.toHaveProperty('transfer-encoding');
	expect(body.equals(content)).toBe(true);
});

describe('the memory of what was sent', () => {
	const detached = useDetached();

	test.each([
		['is given back where nothing else uses it', true, content.length],
		['is left alone where something else may', false, 0],
	])('%s', async (_what, ownsChunks, bytes) => {
		const own = Buffer.allocUnsafeSlow(content.length);
		content.copy(own);
		await put({ media: mediaOf(Readable.from([own]), { ownsChunks }) });
		if (ownsChunks) await until(() => detached.bytes > 0);
		await lateEvents();
		expect(detached.bytes).toBe(bytes);
		expect(store.received[0].body.equals(content)).toBe(true);
	});
});

test('the source is closed when the file has gone out', async () => {
	const source = chunks();
	await put({ media: mediaOf(source) });
	expect(source.closed).toBe(true);
});

test('who watches is told how many bytes have gone out', async () => {
	const onBytes = jest.fn();
	await put({ onBytes });
	expect(onBytes).toHaveBeenLastCalledWith(content.length);
});

test('a refusal is an answer with what the store says', async () => {
	store.answer = (response) =>
		response
			.writeHead(403)
			.end('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>');
	expect(await put()).toMatchObject({
		kind: 'response',
		response: { status: 403, code: 'AccessDenied', message: 'Request has expired' },
	});
});

test('a refusal before the file was read is told, or the cut that it brings, and closes the source', async () => {
	store.answerEarly = (response, request) =>
		response.writeHead(403).end('<Code>AccessDenied</Code>', () => request.destroy());
	const source = stuckAfter(1000);
	const outcome = await put({ media: mediaOf(source), stallTimeout: 1 });
	expect(['response', 'cut']).toContain(outcome.kind);
	expect(outcome).not.toHaveProperty('sentMd5', expect.any(String));
	expect(source.closed).toBe(true);
});

test('a success that comes before the file has gone out says nothing of the file', async () => {
	store.answerEarly = (response, request) => {
		response.writeHead(200, { ETag: `"${md5}"` }).write(' ');
		// Once the file is there the response ends.
		request.on('end', () => response.end()).resume();
	};
	let giveRest = () => {};
	const rest = new Promise((resolve) => (giveRest = () => resolve(undefined)));
	const inTwo = async function* () {
		yield content.subarray(0, 400_000);
		await rest;
		yield content.subarray(400_000);
	};
	const untilResponse = jest.fn(async (options) => {
		const response = await httpRequest(options);
		setImmediate(giveRest);
		return response;
	});
	const media = mediaOf(Readable.from(inTwo()));
	const outcome = await put({ media }, { helpers: { httpRequest: untilResponse } });
	expect(outcome).toMatchObject({ response: { status: 200 }, sentMd5: undefined });
});

test('a redirect is not followed', async () => {
	store.answer = (response) => response.writeHead(307, { Location: '/elsewhere' }).end();
	expect(await put()).toMatchObject({ kind: 'response', response: { status: 307 } });
	expect(store.received).toHaveLength(1);
});

test('no more than 64 KiB is read of an answer', async () => {
	store.answer = (response) => {
		response.writeHead(500);
		response.write(' '.repeat(64 * 1024));
		response.end('<Code>Hidden</Code>');
	};
	expect(await put()).toMatchObject({
		kind: 'response',
		response: { status: 500, code: undefined },
	});
});

test('a source that gives nothing ends as stalled itself, and is closed', async () => {
	const source = stuckAfter(1000);
	expect(await put({ media: mediaOf(source), stallTimeout: 0.2 })).toEqual({
		kind: 'sourceStalled',
	});
	expect(source.closed).toBe(true);
});

test('a store that takes nothing ends as stalled', async () => {
	store.answerEarly = (_response, request) => request.pause();
	const large = Buffer.alloc(30 * 1024 * 1024);
	const media = mediaOf(Readable.from([large]), { size: large.length });
	expect(await put({ media, stallTimeout: 0.3 })).toEqual({ kind: 'stalled' });
});

test('a source that broke before the upload is told, and nothing is sent', async () => {
	const source = stuckAfter(10);
	source.destroy(new Error('the bucket is gone'));
	expect(await put({ media: mediaOf(source) })).toMatchObject({
		kind: 'sourceFailed',
		error: { message: 'the bucket is gone' },
	});
	expect(store.received).toEqual([]);
});

test('a client that gives up before it reads the file ends as cut, and leaves no error unheard', async () => {
	const refusing = /** @type {any} */ ({
		helpers: { httpRequest: async () => await Promise.reject(new Error('Blocked host')) },
	});
	for (const source of [chunks(), stuckAfter(1000)]) {
		const outcome = await putOnce(refusing, {
			url: `${store.origin}/talk`,
			media: mediaOf(source),
			stallTimeout: 5,
			signal: new AbortController().signal,
		});
		expect(outcome).toMatchObject({ kind: 'cut', error: { message: 'Blocked host' } });
		expect(source.closed).toBe(true);
	}
	await lateEvents();
});

test('a connection that is cut ends as cut, with its reason', async () => {
	store.answer = (_response, _received, request) => request.socket.destroy();
	const outcome = await put();
	expect(outcome).toMatchObject({ kind: 'cut', error: { code: 'ECONNRESET' } });
});

test('a host that is not there ends as cut', async () => {
	const outcome = await put({ url: 'http://127.0.0.1:9/talk' });
	expect(outcome).toMatchObject({ kind: 'cut', error: { code: 'ECONNREFUSED' } });
});

test('a source that fails is told as the reason, not the cut that it brings', async () => {
	const source = stuckAfter(1000);
	setTimeout(() => source.destroy(new Error('the disk is gone')), 50);
	expect(await put({ media: mediaOf(source) })).toMatchObject({
		kind: 'sourceFailed',
		error: { message: 'the disk is gone' },
	});
});

test('a source that is shorter than was announced is told, and the store gets no whole request', async () => {
	const outcome = await put({ media: mediaOf(chunks(), { size: content.length + 1 }) });
	expect(outcome).toMatchObject({
		kind: 'sourceFailed',
		error: { message: expect.stringContaining('only 1048576') },
	});
	expect(store.received.every(({ body }) => body.length <= content.length)).toBe(true);
});

test('a cancel ends the transfer at once', async () => {
	const cancel = new AbortController();
	setTimeout(() => cancel.abort(), 50);
	const source = stuckAfter(1000);
	const outcome = await put({ media: mediaOf(source), signal: cancel.signal });
	expect(outcome.kind).toBe('cut');
	expect(source.closed).toBe(true);
});

describe('stops at fifty places of an upload, from before its first byte to after its last', () => {
	const STOPS = 50;
	const CHUNK = 16 * 1024;
	const places = Array.from({ length: STOPS }, (_, stop) =>
		Math.round((stop / (STOPS - 1)) * content.length),
	);
	const inChunks = () =>
		Array.from({ length: Math.ceil(content.length / CHUNK) }, (_, index) =>
			content.subarray(index * CHUNK, (index + 1) * CHUNK),
		);

	/** @param {number} place how many bytes have gone out then @param {Readable} source */
	async function stopAt(place, source) {
		const cancel = new AbortController();
		const onBytes = (/** @type {number} */ bytes) => {
			if (bytes >= place) cancel.abort();
		};
		onBytes(0);
		return await put({ media: mediaOf(source), signal: cancel.signal, onBytes });
	}

	/** @type {Array<[string, () => Readable]>} */
	const sources = [
		['a file', () => Readable.from(inChunks())],
		['a download', () => Readable.from(inChunks()).pipe(new PassThrough())],
	];

	test.each(sources)('end it, close %s and leave no error unheard', async (_what, open) => {
		// The storage takes all of it and does not answer: nothing but the stop ends the upload.
		store.answer = () => {};
		for (const place of places) {
			const source = open();
			expect([place, (await stopAt(place, source)).kind]).toEqual([place, 'cut']);
			expect(source.closed).toBe(true);
			await lateEvents();
		}
		expect(store.received).not.toEqual([]);
	});
});

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';

/** @param {{ statusCode?: number, headers?: object, body?: unknown }} response */
const read = ({ statusCode = 200, headers = {}, body = '' }) =>
	readStorageResponse(
		/** @type {any} */ ({
			status: statusCode,
			headers,
			text: typeof body === 'string' ? body : '',
		}),
	);

test('code and message of an XML are read', () => {
	const body =
		'<?xml version="1.0"?><Error><Code> AccessDenied </Code><Message>Request has expired</Message><HostId>x</HostId></Error>';
	expect(read({ statusCode: 403, body })).toEqual({
		status: 403,
		code: 'AccessDenied',
		message: 'Request has expired',
		retryAfterMs: undefined,
		body: { kind: 'XML', text: body },
		hasStrongETag: false,
		storedMd5: undefined,
	});
});

test.each([
	['', 'an empty body'],
	['<Error><Code></Code><Message> </Message></Error>', 'empty elements'],
	['<Codes>x</Codes><html>Bad gateway</html>', 'other elements'],
	[{ Code: 'x' }, 'an object'],
	[Buffer.from('<Code>x</Code>'), 'bytes'],
])('%p has neither code nor message (%s)', (body, _what) => {
	expect(read({ body })).toMatchObject({ code: undefined, message: undefined });
});

test.each([
	['"abc"', true],
	['0x8DC', true],
	['W/"abc"', false],
	['w/"abc"', false],
	['', false],
	[undefined, false],
])('the ETag %j names what is stored: %s', (etag, hasStrongETag) => {
	expect(read({ headers: { etag } })).toMatchObject({ hasStrongETag });
});

test('a long message is cut, and Retry-After is read', () => {
	expect(read({ body: `<Message>${'x'.repeat(400)}</Message>` }).message).toHaveLength(301);
	expect(read({ headers: { 'retry-after': '7' } }).retryAfterMs).toBe(7000);
});

test('an ETag of an MD5 is one, unless the storage encrypts with a key of KMS or of the customer', () => {
	const md5With = (/** @type {object} */ headers) => read({ headers }).storedMd5;
	const S3 = 'x-amz-server-side-encryption';
	for (const etag of [MD5, `"${MD5}"`, `"${MD5.toUpperCase()}"`]) {
		expect(md5With({ etag })).toBe(MD5);
		expect(md5With({ etag, [S3]: 'AES256' })).toBe(MD5);
		expect(md5With({ etag, [S3]: 'aws:kms' })).toBeUndefined();
		expect(md5With({ etag, [S3]: 'aws:kms:dsse' })).toBeUndefined();
		expect(md5With({ etag, [`${S3}-customer-algorithm`]: 'AES256' })).toBeUndefined();
	}
	for (const weak of ['W/', 'w/']) expect(md5With({ etag: `${weak}"${MD5}"` })).toBe(MD5);
	const none = [
		`x"${MD5}"`,
		`"${MD5}-3"`,
		`"x${MD5}"`,
		`"${MD5.slice(1)}"`,
		`${MD5}0`,
		'',
		undefined,
	];
	expect(none.filter((etag) => md5With({ etag }) !== undefined)).toEqual([]);
});

test('the MD5 that Google and Azure name is one, before that of an ETag', () => {
	const ofHash = (/** @type {object} */ headers) =>
		read({ headers: { etag: `"${'0'.repeat(32)}"`, ...headers } }).storedMd5;
	const base64 = Buffer.from(MD5, 'hex').toString('base64');
	expect(ofHash({ 'content-md5': base64 })).toBe(MD5);
	for (const hash of [
		`md5=${base64}`,
		`crc32c=AAAAAA==,md5=${base64}`,
		`md5=${base64}, crc32c=A`,
	]) {
		expect(ofHash({ 'x-goog-hash': hash })).toBe(MD5);
	}
	for (const none of ['', 'crc32c=AAAAAA==', 'md5=', `xmd5=${base64}`, `md5=x${base64}`]) {
		expect(ofHash({ 'x-goog-hash': none })).toBe('0'.repeat(32));
	}
});

test.each([
	[{ status: 403, code: 'AccessDenied', message: 'Expired' }, '403 AccessDenied (Expired)'],
	[{ status: 403, code: 'AccessDenied' }, '403 AccessDenied'],
	[{ status: 502, message: 'Bad gateway' }, '502 (Bad gateway)'],
	[{ status: 500 }, '500'],
	[{ status: 200, text: '<html><p>Sign in' }, '200 and a web page'],
	[{ status: 502, text: 'Bad gateway' }, '502 and text (Bad gateway)'],
	[{ status: 403, code: 'AccessDenied', text: '<Error/>' }, '403 AccessDenied'],
])('%p is told as "%s"', (given, told) => {
	const { text = '', ...response } = /** @type {{ status: number, text?: string }} */ (given);
	const body = readBody(text);
	expect(describeStorageResponse({ ...response, body, hasStrongETag: false })).toBe(told);
});

const media = /** @type {any} */ ({ size: 5, contentType: 'audio/wav', typeIsSetByUser: false });

test.each(
	/** @type {const} */ ([
		['s3-v4', 'audio/wav'],
		['google-v4', 'audio/wav'],
		['azure-sas', 'audio/wav'],
		['cloudfront', 'audio/wav'],
		['s3-v2', false],
		['google-v2', false],
		['unsigned', false],
	]),
)(
	'a PUT to a URL of kind %s has its length, and the type %p unless the user sets one',
	(kind, type) => {
		const ofAzure = kind === 'azure-sas' ? { 'x-ms-blob-type': 'BlockBlob' } : {};
		const headers = { 'Content-Type': type, 'Content-Length': 5, ...ofAzure };
		expect(putHeaders({ kind }, media)).toMatchObject(headers);
		expect(Object.keys(putHeaders({ kind }, media))).toHaveLength(Object.keys(headers).length);
		const signed = putHeaders({ kind }, media, [
			...[['x-amz-acl', 'private'], ['content-md5'], ['x-amz-content-sha256']].map(
				(pair) => /** @type {[string, string?]} */ (pair),
			),
			['x-goog-content-sha256', 'ab'],
		]);
		expect(signed).toEqual({
			...headers,
			...{ 'x-amz-acl': 'private', 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
			'x-goog-content-sha256': 'ab',
		});
		const byUser = putHeaders({ kind }, { ...media, typeIsSetByUser: true });
		expect(byUser).toMatchObject({ ...headers, 'Content-Type': 'audio/wav' });
	},
);
