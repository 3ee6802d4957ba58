const {
	describeStorageResponse,
	putHeaders,
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

test('a long message is cut, and Retry-After is read', () => {
	expect(read({ body: `<Message>${'x'.repeat(400)}</Message>` }).message).toHaveLength(300);
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
	const none = [
		`W/"${MD5}"`,
		`"${MD5}-3"`,
		`"x${MD5}"`,
		`"${MD5.slice(1)}"`,
		`${MD5}0`,
		'',
		undefined,
	];
	expect(none.filter((etag) => md5With({ etag }) !== undefined)).toEqual([]);
});

test.each([
	[{ status: 403, code: 'AccessDenied', message: 'Expired' }, '403 AccessDenied (Expired)'],
	[{ status: 403, code: 'AccessDenied' }, '403 AccessDenied'],
	[{ status: 502, message: 'Bad gateway' }, '502 (Bad gateway)'],
	[{ status: 500 }, '500'],
	[{ status: 200, isPage: true, message: 'x' }, '200 and a web page'],
	[{ status: 400, message: 'See https://h/x?sig=TopSecret' }, '400 (See https://h/x?…)'],
])('%p is told as "%s"', (response, text) => {
	expect(describeStorageResponse(response)).toBe(text);
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
		const byUser = putHeaders({ kind }, { ...media, typeIsSetByUser: true });
		expect(byUser).toMatchObject({ ...headers, 'Content-Type': 'audio/wav' });
	},
);
