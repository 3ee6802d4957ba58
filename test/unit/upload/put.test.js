const { createHash, randomBytes } = require('node:crypto');
const { PassThrough, Readable } = require('node:stream');
const { closeContent } = require('../../../nodes/Verbit/http/openResponse');
const { createError } = require('../../../nodes/Verbit/errors/createError');
const { putHeaders, putOnce } = require('../../../nodes/Verbit/upload/put');
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
		brokenOff: (/** @type {Error} */ { message: reason }) =>
			createError('FILE_UNREADABLE', { reason }),
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

/** How an upload fails: its code, what it says, and whether a repeat may help. */
const failureOf = async (/** @type {Promise<unknown>} */ upload) => {
	const { details } = await upload.then(
		() => ({ details: {} }),
		(/** @type {any} */ error) => error,
	);
	return { code: details.code, message: details.message, retriable: details.retriable };
};

test('the whole file goes out with its exact length, its type and no token', async () => {
	store.answer = (response) => response.setHeader('ETag', `"${md5}"`).end();
	const response = { status: 200, headers: { etag: `"${md5}"` }, text: '' };
	expect(await put()).toMatchObject({ response, sentMd5: md5 });
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

test.each([
	[
		'a refusal before the file was read is told',
		403,
		{ response: { status: 403, text: '<Code>AccessDenied</Code>' } },
	],
	['a connection that is cut before the file was read is a cut', undefined, { code: 'UPLOAD_CUT' }],
])('%s, and closes the source', async (_what, status, expected) => {
	store.answerEarly = (response, request) => {
		if (status === undefined) request.destroy();
		else response.writeHead(status).end('<Code>AccessDenied</Code>');
	};
	const source = stuckAfter(1000);
	const outcome = await put({ media: mediaOf(source), stallTimeout: 1 }).catch(
		({ details }) => details,
	);
	expect(outcome).toMatchObject(expected);
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

test('a source that gives nothing has broken off, may be read again, and is closed', async () => {
	const source = stuckAfter(1000);
	expect(await failureOf(put({ media: mediaOf(source), stallTimeout: 0.2 }))).toEqual({
		code: 'FILE_UNREADABLE',
		message: expect.stringContaining("(no data within 'Stall Timeout')"),
		retriable: true,
	});
	expect(source.closed).toBe(true);
});

test('a client that gives up before it reads the file is a cut, and leaves no error unheard', async () => {
	const refusing = {
		helpers: { httpRequest: async () => await Promise.reject(new Error('Blocked')) },
	};
	for (const source of [chunks(), stuckAfter(1000)]) {
		expect(await failureOf(put({ media: mediaOf(source) }, refusing))).toMatchObject({
			code: 'UPLOAD_CUT',
			message: expect.stringContaining('(Blocked)'),
		});
		expect(source.closed).toBe(true);
	}
	await lateEvents();
});

test('a storage that neither takes the file nor answers is a stall', async () => {
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	const shorter = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
	store.answer = () => {};
	const { host } = new URL(store.origin);
	expect(await failureOf(put())).toMatchObject({
		code: 'UPLOAD_STALLED',
		message: expect.stringContaining(host),
	});
	shorter.mockRestore();
});

test('an upload that moves is let be, however long it takes', async () => {
	/** @type {AbortController[]} */
	const timers = [];
	const patience = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
		timers.push(new AbortController());
		return /** @type {AbortController} */ (timers.at(-1)).signal;
	});
	const moving = async function* () {
		for (const from of [0, 400_000, 800_000]) {
			yield content.subarray(from, from + 400_000);
			timers.at(-1)?.abort();
		}
	};
	// A stream would read ahead.
	const pulled = /** @type {any} */ (Object.assign(moving(), { on: () => {} }));
	const media = mediaOf(pulled, { close: async () => {} });
	expect(await put({ media })).toMatchObject({ sentMd5: md5 });
	expect(timers.length).toBeGreaterThan(1);
	patience.mockRestore();
});

test('a storage that is not reached is told as that', async () => {
	const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
	const httpRequest = async () => await Promise.reject(refused);
	await expect(put({}, { helpers: { httpRequest } })).rejects.toMatchObject({
		details: { code: 'HOST_UNREACHABLE', step: 'Upload' },
	});
});

test('a cut is told with its reason, and with what may be the cause', async () => {
	store.answer = (_response, _received, request) => request.socket.destroy();
	const { host } = new URL(store.origin);
	await expect(put()).rejects.toMatchObject({
		details: {
			...{ code: 'UPLOAD_CUT', step: 'Upload', retriable: true },
			message: `the connection to ${host} dropped before the storage replied (ECONNRESET)`,
			remedy: expect.stringContaining('Check the network and any proxy'),
		},
	});
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

	/** @param {number} place how many bytes have been read then @param {Readable} source */
	async function stopAt(place, source) {
		const cancel = new AbortController();
		if (place === 0) cancel.abort();
		let bytes = 0;
		const counting = async function* () {
			for await (const chunk of source) {
				bytes += chunk.length;
				yield chunk;
				if (bytes >= place) cancel.abort();
			}
		};
		const counted = Readable.from(counting());
		const close = async () => {
			await Promise.all([closeContent(counted), closeContent(source)]);
		};
		return await failureOf(put({ media: mediaOf(counted, { close }), signal: cancel.signal }));
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
			expect([place, (await stopAt(place, source)).code]).toEqual([place, 'UPLOAD_CUT']);
			expect(source.closed).toBe(true);
			await lateEvents();
		}
		expect(store.received).not.toEqual([]);
	});
});

const media = /** @type {any} */ ({ size: 5, contentType: 'audio/wav', typeIsSetByUser: false });

test.each([
	['X-Amz-Signature=ab', 'audio/wav'],
	['X-Goog-Signature=ab', 'audio/wav'],
	['sv=2024&se=2026-11-21&sig=ab', 'audio/wav'],
	['Key-Pair-Id=K&Signature=ab', 'audio/wav'],
	['AWSAccessKeyId=A&Signature=ab', false],
	['GoogleAccessId=A&Signature=ab', false],
	['', false],
])('a PUT to a URL signed by %j has its length, and by default the type %p', (query, type) => {
	const url = `https://h/talk?${query}`;
	const ofAzure = query.includes('sv=') ? { 'x-ms-blob-type': 'BlockBlob' } : {};
	const headers = { 'Content-Type': type, 'Content-Length': 5, ...ofAzure };
	expect(putHeaders(url, media)).toEqual(headers);
	const byUser = putHeaders(url, { ...media, typeIsSetByUser: true });
	expect(byUser).toEqual({ ...headers, 'Content-Type': 'audio/wav' });
});

test('headers that are signed go out with what the URL says of them', () => {
	const signed =
		'X-Amz-SignedHeaders=host%3Bx-amz-acl%3Bcontent-md5%3Bx-amz-content-sha256%3Bx-goog-content-sha256%3Bold-x-amz-content-sha256%3Bx-amz-content-sha256-old';
	const url = `https://h/talk?X-Amz-Signature=ab&${signed}&x-amz-acl=private&x-goog-content-sha256=ab`;
	expect(putHeaders(url, media)).toStrictEqual({
		...{ 'Content-Type': 'audio/wav', 'Content-Length': 5, 'x-amz-acl': 'private' },
		...{ 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'x-goog-content-sha256': 'ab' },
	});
});
