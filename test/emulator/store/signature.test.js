const fc = require('../../support/fastCheck');
const { decode, encode, parseTarget } = require('./requestTarget');
const { signV2 } = require('./signatureV2');
const { formatTime, presignV4, signV4 } = require('./presign');
const { parseTime } = require('./verifyV4');

/** The key of AWS's own documentation. */
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

test("the signature of version 4 is that of AWS's documented example", () => {
	const request = {
		method: 'GET',
		region: 'us-east-1',
		path: '/test.txt?X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400',
		headers: { host: 'examplebucket.s3.amazonaws.com' },
	};
	const path = signV4(request, { id: 'AKIAIOSFODNN7EXAMPLE', secret: SECRET });
	expect(Object.fromEntries(parseTarget(path).query)).toEqual({
		'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
		'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
		'X-Amz-Date': '20130524T000000Z',
		'X-Amz-Expires': '86400',
		'X-Amz-SignedHeaders': 'host',
		'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
	});
});

test("the signature of version 2 is that of AWS's documented example", () => {
	const request = { method: 'GET', rawPath: '/johnsmith/photos/puppy.jpg', expires: '1175139620' };
	expect(signV2(request, SECRET)).toBe('NpgCjnDzrM+WFzoENXmpNDUsSn8=');
});

test('percent-encoding leaves only the unreserved characters, and decodes to what it was made from', () => {
	fc.assert(
		fc.property(fc.uint8Array(), (bytes) => {
			const encoded = encode(Buffer.from(bytes));
			expect(encoded).toMatch(/^([A-Za-z0-9._~-]|%[0-9A-F]{2})*$/);
			expect(decode(encoded)).toEqual(Buffer.from(bytes));
		}),
	);
});

test('percent-decoding decodes once', () => {
	expect(decode('%252F').toString()).toBe('%2F');
});

test.each(['%', '%2', 'a%zz'])('percent-decoding refuses "%s"', (text) => {
	expect(() => decode(text)).toThrow(expect.objectContaining({ code: 'InvalidURI' }));
});

test('times are read as they are written, to the second', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 4e9 }), (seconds) => {
			expect(parseTime(formatTime(seconds * 1000))).toBe(seconds * 1000);
		}),
	);
});

test('any key is read from a signed URL as it was signed, with dots and slashes in their places', () => {
	const credentials = { id: 'id', secret: SECRET };
	const piece = fc.oneof(fc.constantFrom('..', '.', '/', '%2F', '//', '?', '#', '&'), fc.string());
	fc.assert(
		fc.property(fc.array(piece, { minLength: 1 }), (pieces) => {
			const key = Buffer.from(pieces.join('')).toString();
			const storeUrl = 'http://127.0.0.1:1';
			const url = presignV4({ storeUrl, key, credentials, now: 0, expiresIn: 1 });
			const target = parseTarget(url.slice(storeUrl.length));
			expect(target.bucket).toBe('uploads');
			expect(target.key.toString()).toBe(key);
		}),
	);
});
