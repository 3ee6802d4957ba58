const { readStorageError } = require('../../../nodes/Verbit/http/storageError');
const { checkStored, storedMd5 } = require('../../../nodes/Verbit/upload/storedFile');

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';

/** @param {Record<string, string | undefined>} headers */
const md5In = (headers) => storedMd5('https://b.s3.amazonaws.com/talk', headers);

test.each([
	[
		'<?xml version="1.0"?><Error><Code> AccessDenied </Code><Message>Expired</Message></Error>',
		'403 AccessDenied (Expired)',
	],
	['<Error><Code>AccessDenied</Code></Error>', '403 AccessDenied'],
	['<Message>Bad gateway</Message>', '403 (Bad gateway)'],
	[`<Message>${'x'.repeat(400)}</Message>`, `403 (${'x'.repeat(300)}…)`],
	['', '403'],
	['<Codes>x</Codes><html>No</html>', '403 and text (<Codes>x</Codes><html>No</html>)'],
	['<html><p>Sign in', '403 and a web page'],
])('a refusal of %j is told as "%s"', (text, told) => {
	expect(readStorageError({ status: 403, headers: {}, text, isWhole: true }).summary).toBe(told);
});

test('a body is known by its Content-Type, too', () => {
	const headers = { 'content-type': 'text/html' };
	const response = { status: 200, headers, text: '<p>Sign in', isWhole: true };
	expect(readStorageError(response).summary).toBe('200 and a web page');
	const target = { url: 'https://h.example/a', askedAt: 0 };
	expect(() => checkStored(target, { response, sentMd5: MD5 }, true)).toThrow('200 and a web page');
});

test('an ETag of an MD5 is one, unless the storage encrypts with a key of KMS or of the customer', () => {
	const S3 = 'x-amz-server-side-encryption';
	for (const etag of [MD5, `"${MD5}"`, `"${MD5.toUpperCase()}"`]) {
		expect(md5In({ etag })).toBe(MD5);
		expect(md5In({ etag, [S3]: 'AES256' })).toBe(MD5);
		expect(md5In({ etag, [S3]: 'aws:kms' })).toBeUndefined();
		expect(md5In({ etag, [S3]: 'aws:kms:dsse' })).toBeUndefined();
		expect(md5In({ etag, [`${S3}-customer-algorithm`]: 'AES256' })).toBeUndefined();
	}
	for (const weak of ['W/', 'w/']) expect(md5In({ etag: `${weak}"${MD5}"` })).toBe(MD5);
	const none = [`x"${MD5}"`, `"${MD5}-3"`, `"${MD5.slice(1)}"`, `${MD5}0`, '', undefined];
	expect(none.filter((etag) => md5In({ etag }) !== undefined)).toEqual([]);
});

test('the MD5 that Google and Azure name is one, before that of an ETag', () => {
	const ofHash = (/** @type {Record<string, string>} */ headers) =>
		md5In({ etag: `"${'0'.repeat(32)}"`, ...headers });
	const base64 = Buffer.from(MD5, 'hex').toString('base64');
	expect(ofHash({ 'content-md5': base64 })).toBe(MD5);
	for (const hash of [`a=A,md5=${base64}`, `a=A, md5=${base64}`, `md5=${base64}, a=A`])
		expect(ofHash({ 'x-goog-hash': hash })).toBe(MD5);
	for (const none of ['', 'md5=', `xmd5=${base64}`, `md5=x${base64}`, `md5=${base64}=`])
		expect(ofHash({ 'x-goog-hash': none })).toBe('0'.repeat(32));
});
