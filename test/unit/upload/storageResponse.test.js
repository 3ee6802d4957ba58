const { readBody } = require('../../../nodes/Verbit/http/body');
const {
	describeStorageResponse,
	readStorageResponse,
} = require('../../../nodes/Verbit/upload/storageResponse');

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
