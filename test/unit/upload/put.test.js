const { hash, randomBytes } = require('node:crypto');
const { Readable } = require('node:stream');
const { createError } = require('../../../nodes/Verbit/errors/createError');
const { closeContent } = require('../../../nodes/Verbit/http/openResponse');
const upload = require('../../../nodes/Verbit/upload/put');
const { useLinkServer } = require('../../engine/linkServer');
const { useDetached } = require('../../support/detached');
const { useTimeLimits } = require('../../support/timeLimits');
const { until } = require('../../support/until');
const { httpRequest } = require('../client');

const store = useLinkServer();
beforeEach(() =>
	store.answer((request, response) => void request.resume().once('end', () => response.end())),
);
const limits = useTimeLimits();
const context = /** @type {any} */ ({ helpers: { httpRequest } });
const content = randomBytes(1024 * 1024);
const md5 = hash('md5', content);

/** @param {Readable} source @param {object} changes of what is known of the file */
const fileOf = (source, changes = {}) =>
	/** @type {any} */ ({
		content: source,
		errorOfReading: (/** @type {Error} */ { message: reason }) =>
			createError('FILE_UNREADABLE', { reason }),
		close: async () => await closeContent(source),
		contentType: 'audio/wav',
		isTypeSetByUser: true,
		size: content.length,
		...changes,
	});

const chunks = () => Readable.from([content]);

/** A source that gives so many bytes, and then no more. @param {number} bytes */
const stuckAfter = (bytes) => {
	const source = new Readable({ read() {} });
	// Whoever reads it is to hear of its errors; where nobody does, a test says so, not a crash.
	source.on('error', () => undefined);
	source.push(content.subarray(0, bytes));
	return source;
};

/** Gives what comes late its time: errors that nobody hears, for which jest fails the test, or memory that is given back. */
async function lateEvents() {
	for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** @param {Partial<Parameters<typeof upload.put>[1]>} [changes] */
const put = async (changes, by = context) =>
	await upload.put(/** @type {any} */ (by), {
		url: `${store.url}/talk?signature=abc`,
		file: fileOf(chunks()),
		stallTimeout: 5,
		signal: new AbortController().signal,
		...changes,
	});

const detached = useDetached();

/** `test/engine/binaryData.test.js` has the memory that is given back. */
test('the memory of what was sent is left alone where something else may use it', async () => {
	const own = Buffer.allocUnsafeSlow(content.length);
	await put({ file: fileOf(Readable.from([own]), { ownsChunks: false }) });
	await lateEvents();
	expect(detached.bytes).toBe(0);
});

test('a source that gives nothing has broken off, and may be read again', async () => {
	const source = stuckAfter(1000);
	const failing = put({ file: fileOf(source) }).catch(({ details }) => details);
	await until(() => store.calls.length > 0);
	limits.end();
	expect(await failing).toMatchObject({
		code: 'FILE_UNREADABLE',
		message: expect.stringContaining("(no data within 'Stall Timeout')"),
		retriable: true,
	});
});

test.each([
	['UPLOAD_CUT', '(Blocked)', {}],
	['HOST_UNREACHABLE', '(ECONNREFUSED)', { code: 'ECONNREFUSED' }],
])(
	'a client that gives up before it reads the file is the error %s %s, and none is left unheard',
	async (code, told, cause) => {
		const error = Object.assign(new Error('Blocked'), cause);
		const refusing = { helpers: { httpRequest: async () => await Promise.reject(error) } };
		const message = expect.stringContaining(told);
		for (const source of [chunks(), stuckAfter(1000)]) {
			const details = { code, message, activity: 'Upload' };
			await expect(put({ file: fileOf(source) }, refusing)).rejects.toMatchObject({ details });
		}
		await lateEvents();
	},
);

test('an upload that moves is let be, however long it takes', async () => {
	const moving = async function* () {
		for (const from of [0, 400_000, 800_000]) {
			yield content.subarray(from, from + 400_000);
			limits.pass(60_000);
		}
	};
	// A stream would read ahead.
	const pulled = /** @type {any} */ (Object.assign(moving(), { on: () => {} }));
	const file = fileOf(pulled, { close: async () => {} });
	expect(await put({ file })).toMatchObject({ sentMd5: md5 });
});

/** @param {string} query */
const headersFor = (query, isTypeSetByUser = false) =>
	upload.putHeaders(
		`https://h/talk?${query}`,
		/** @type {any} */ ({ size: 5, contentType: 'audio/wav', isTypeSetByUser }),
	);

test.each([
	['X-Amz-Signature=ab', 'audio/wav'],
	['X-Goog-Signature=ab', 'audio/wav'],
	['sv=2024&se=2026-11-21&sig=ab', 'audio/wav'],
	['Key-Pair-Id=K&Signature=ab', 'audio/wav'],
	['AWSAccessKeyId=A&Signature=ab', false],
])('a PUT to a URL signed by %j has its length, and by default the type %p', (query, type) => {
	const ofAzure = query.includes('sv=') ? { 'x-ms-blob-type': 'BlockBlob' } : {};
	const headers = { 'Content-Type': type, 'Content-Length': 5, ...ofAzure };
	expect(headersFor(query)).toEqual(headers);
	expect(headersFor(query, true)).toEqual({ ...headers, 'Content-Type': 'audio/wav' });
});

test('the type that a URL names, as SDKs of Amazon write it there, goes out', () => {
	const query = 'AWSAccessKeyId=A&Content-Type=video%2Fmp4&Signature=ab';
	expect(headersFor(query, true)).toHaveProperty('Content-Type', 'video/mp4');
});

test('headers that are signed go out with what the URL says of them', () => {
	const signed =
		'X-Amz-SignedHeaders=host%3Bx-amz-acl%3Bcontent-md5%3Bx-amz-content-sha256%3Bx-goog-content-sha256%3Bold-x-amz-content-sha256%3Bx-amz-content-sha256-old';
	const query = `X-Amz-Signature=ab&${signed}&x-amz-acl=private&x-goog-content-sha256=ab`;
	expect(headersFor(query)).toStrictEqual({
		...{ 'Content-Type': 'audio/wav', 'Content-Length': 5, 'x-amz-acl': 'private' },
		...{ 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'x-goog-content-sha256': 'ab' },
	});
	const ofGoogle = 'X-Goog-Signature=ab&X-Goog-SignedHeaders=host%3Bx-goog-content-sha256';
	expect(headersFor(ofGoogle)).toHaveProperty('x-goog-content-sha256', 'UNSIGNED-PAYLOAD');
});
