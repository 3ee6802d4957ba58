const {
	describeStorageResponse,
	readStorageResponse,
} = require('../../../nodes/Verbit/upload/put');

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
		isError: true,
		isTextOnly: true,
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

test('a long message is cut', () => {
	expect(read({ body: `<Message>${'x'.repeat(400)}</Message>` }).message).toHaveLength(300);
});

test('Retry-After is read', () => {
	expect(read({ headers: { 'retry-after': '7' } }).retryAfterMs).toBe(7000);
});

describe('the ETag', () => {
	test.each([MD5, `"${MD5}"`, `"${MD5.toUpperCase()}"`])('%s is an MD5', (etag) => {
		expect(read({ headers: { etag } }).storedMd5).toBe(MD5);
	});

	test.each([`W/"${MD5}"`, `"${MD5}-3"`, `"x${MD5}"`, `"${MD5.slice(1)}"`, `${MD5}0`, ''])(
		'%s is none',
		(etag) => {
			expect(read({ headers: { etag } }).storedMd5).toBeUndefined();
		},
	);

	test('that is missing is none', () => {
		expect(read({}).storedMd5).toBeUndefined();
	});

	test.each([
		['x-amz-server-side-encryption', 'aws:kms'],
		['x-amz-server-side-encryption', 'aws:kms:dsse'],
		['x-amz-server-side-encryption-customer-algorithm', 'AES256'],
	])('is not taken for one with %s: %s', (name, value) => {
		expect(read({ headers: { etag: MD5, [name]: value } }).storedMd5).toBeUndefined();
	});

	test("is taken for one with S3's own encryption", () => {
		const headers = { etag: MD5, 'x-amz-server-side-encryption': 'AES256' };
		expect(read({ headers }).storedMd5).toBe(MD5);
	});
});

test.each([
	[{ status: 403, code: 'AccessDenied', message: 'Expired' }, '403 AccessDenied (Expired)'],
	[{ status: 403, code: 'AccessDenied' }, '403 AccessDenied'],
	[{ status: 502, message: 'Bad gateway' }, '502 (Bad gateway)'],
	[{ status: 500 }, '500'],
	[{ status: 400, message: 'See https://h/x?sig=TopSecret' }, '400 (See https://h/x?…)'],
])('%p is told as "%s"', (response, text) => {
	expect(describeStorageResponse(response)).toBe(text);
});
