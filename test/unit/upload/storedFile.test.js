const { readStorageError } = require('../../../nodes/Verbit/http/storageError');
const {
	checkStored,
	mayHaveExpired,
	storedMd5,
} = require('../../../nodes/Verbit/upload/storedFile');

/** What a store returns. @typedef {{ status: number, code?: string, message?: string, etag?: string, headers?: object, text?: string }} Answer */

const signed = { url: 'https://store.example.com/talk?X-Amz-Signature=ab', askedAt: Date.now() };
const plain = { ...signed, url: 'https://store.example.com/talk' };
const old = { ...signed, askedAt: 0 };
const SENT = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const azure = { ...signed, url: 'https://a.blob.core.windows.net/c/b?sv=1&se=2126-11-21&sig=ab' };
const express = {
	...signed,
	url: signed.url.replace('store', 'b--use1-az4--x-s3.s3express-use1-az4'),
};
const KMS = { 'x-amz-server-side-encryption': 'aws:kms' };

/** An ETag that is no MD5. */
const OF_AZURE = '"0x8DC"';

/** @param {string} name */
const element = (name, content = '') => (content === '' ? '' : `<${name}>${content}</${name}>`);

/** @param {Answer} answer what it leaves out is as a store answers */
const ofStore = ({ status, code, message, etag = OF_AZURE, headers, text }) => ({
	status,
	headers: { etag, ...headers },
	text: text ?? element('Code', code) + element('Message', message),
	isWhole: true,
});

/** What is known of a stored file, or the details of the error. @param {Answer} response @returns {any} */
function judged(response, target = signed, verifyIntegrity = true) {
	try {
		return checkStored(target, { response: ofStore(response), sentMd5: SENT }, verifyIntegrity);
	} catch (error) {
		return /** @type {any} */ (error).details;
	}
}

/** @param {Answer} response */
function nextAfter(response, target = signed) {
	const { code, retriable } = judged(response, target);
	if (code === 'UPLOAD_URL_EXPIRED') return 'new URL';
	return retriable ? 'same URL' : 'give up';
}

test.each(
	/** @type {Array<[next: string, response: Answer, target?: typeof signed]>} */ ([
		['same URL', { status: 408 }],
		// Of a short body; RequestTimeout, which is below, is of a slow one.
		['same URL', { status: 400, code: 'IncompleteBody' }],
		// Another request for the same file was under way.
		['same URL', { status: 409, code: 'OperationAborted' }],
		['new URL', { status: 403, code: 'AccessDenied', message: 'Request has expired' }],
		['new URL', { status: 400, code: 'ExpiredToken' }],
		// After a long wait.
		['new URL', { status: 403, code: 'SignatureDoesNotMatch' }, old],
		['new URL', { status: 401, message: 'Temp URL invalid' }, old],
		['give up', { status: 401, message: 'Temp URL invalid' }],
		['give up', { status: 400, code: 'InvalidArgument' }, old],
		// It isn't about the URL.
		['give up', { status: 412, message: 'The lease has expired' }],
	]),
)('%s after the store has answered %j', (next, ...answered) => {
	expect(nextAfter(...answered)).toBe(next);
});

test('an answer that comes before the whole file went out is no success', () => {
	const response = ofStore({ status: 200, etag: SENT });
	expect(() => checkStored(signed, { response }, true)).toThrow(
		"the storage didn't store the whole file (returned 200 before all was sent)",
	);
});

test('an MD5 that nobody wants compared verifies nothing', () => {
	const stored = judged({ status: 200, etag: SENT }, signed, false);
	expect(stored).toEqual({ md5: SENT, integrity: 'unverified' });
});

test('a refusal is told with its status and code, and what it asks for', () => {
	const headers = { 'retry-after': '300' };
	expect(judged({ status: 503, code: 'SlowDown', headers })).toMatchObject({
		step: 'Upload',
		errorType: 'SlowDown',
		response: { status: 503, summary: '503 SlowDown', retryAfterMs: 300_000 },
	});
});

const OF_REFUSAL = 'the storage refused the upload (returned';
const CHECK_PROXY = 'Check that no proxy between n8n and the storage changes requests.';

test.each([
	[
		{ status: 200, etag: OTHER },
		'CHECKSUM_MISMATCH',
		'same URL',
		`the checksum doesn't match (sent ${SENT}, stored ${OTHER})`,
		"turn off 'Verify Integrity'",
	],
	[
		{ status: 400, code: 'RequestTimeout', message: 'Idle' },
		'UPLOAD_NOT_STORED',
		'same URL',
		"the storage didn't store the whole file (returned 400 RequestTimeout (Idle))",
		'any proxy between n8n and the storage',
	],
	[{ status: 407 }, 'PROXY_LOGIN_REQUIRED', 'give up', 'store.example.com', ''],
	[{ status: 307 }, 'UPLOAD_REFUSED', 'give up', OF_REFUSAL, 'a new storage bucket redirects'],
	[{ status: 301 }, 'UPLOAD_REFUSED', 'give up', OF_REFUSAL, 'signed for another region'],
	[{ status: 403, code: 'AccessDenied' }, 'UPLOAD_REFUSED', 'give up', OF_REFUSAL, CHECK_PROXY],
	[
		{ status: 403, code: 'SignatureDoesNotMatch' },
		'UPLOAD_REFUSED',
		'give up',
		OF_REFUSAL,
		"If the URL is signed for a content type, enter that type in 'Content Type'.",
	],
	[{ status: 501 }, 'UPLOAD_REFUSED', 'give up', OF_REFUSAL, CHECK_PROXY],
	[{ status: 400, code: 'EntityTooLarge' }, 'FILE_TOO_LARGE', 'give up', '400 EntityTooLarge', ''],
	[{ status: 413 }, 'FILE_TOO_LARGE', 'give up', '413', ''],
])('%j is the error %s: %s', (response, code, next, message, remedy) => {
	expect(nextAfter(response)).toBe(next);
	expect(judged(response)).toMatchObject({
		code,
		message: expect.stringContaining(message),
		remedies: expect.arrayContaining([expect.stringContaining(remedy)]),
	});
});

const VERIFIED = 'verified';
const UNVERIFIED = 'unverified';
const NOT_STORED = 'UPLOAD_NOT_STORED';

/** @param {any} target @param {Partial<Answer>} answer */
const verdictOn = (target, answer, verifyIntegrity = true) => {
	const { integrity, code } = judged({ status: 200, ...answer }, target, verifyIntegrity);
	return integrity ?? code;
};

/** At a URL that S3 has signed, one that Azure has, and one of no known form. */
test.each(
	/** @type {Array<[what: string, answer: Partial<Answer>, byS3: string, byAzure?: string, other?: string]>} */ ([
		['the right MD5', { etag: SENT }, VERIFIED],
		['an ETag that is no MD5', {}, NOT_STORED, UNVERIFIED, UNVERIFIED],
		['that of several parts', { etag: `"${SENT}-2"` }, NOT_STORED, UNVERIFIED, UNVERIFIED],
		['one that KMS has encrypted', { headers: KMS }, UNVERIFIED],
		['another MD5', { etag: OTHER }, 'CHECKSUM_MISMATCH'],
		['an empty ETag', { etag: '' }, NOT_STORED, NOT_STORED, UNVERIFIED],
		['no ETag', { headers: { etag: undefined } }, NOT_STORED, NOT_STORED, UNVERIFIED],
		['the ETag of a page', { etag: 'W/"11-abc"' }, NOT_STORED, NOT_STORED, UNVERIFIED],
		['201', { status: 201, etag: SENT }, VERIFIED],
		...[202, 203, 206].map((status) => [`${status}`, { status, etag: SENT }, NOT_STORED]),
		['blanks', { text: ' \n', etag: SENT }, VERIFIED],
		...['OK', '<Error/>'].map((text) => [`the body ${text}`, { text, etag: SENT }, NOT_STORED]),
	]),
)('a success with %s', (_what, answer, byS3, byAzure = byS3, other = byS3) => {
	const verdicts = [signed, azure, plain].map((target) => verdictOn(target, answer));
	expect(verdicts).toEqual([byS3, byAzure, other]);
	if (byS3 === NOT_STORED) expect(nextAfter({ status: 200, ...answer })).toBe('same URL');
});

test('the ETag of a directory bucket says nothing of the content', () => {
	for (const etag of ['"0a1b2c"', `"${OTHER}"`])
		expect(verdictOn(express, { etag })).toBe(UNVERIFIED);
	expect(verdictOn(express, { etag: '' })).toBe(NOT_STORED);
});

test('a file must be stored, though nobody wants its MD5 compared', () => {
	const { code, message } = judged({ status: 200, etag: '' }, signed, false);
	expect(code).toBe(NOT_STORED);
	expect(message).toContain('(returned 200 without an ETag)');
});

test('a storage of another kind of ETag is told, and the way out takes it', () => {
	const { message, remedies } = judged({ status: 200 });
	expect(message).toContain('returned 200 without the MD5 of the file');
	expect(remedies.join(' ')).toContain("turn off 'Verify Integrity'");
	expect(verdictOn(signed, {}, false)).toBe(UNVERIFIED);
});

test.each([
	[
		'<?xml version="1.0"?><Error><Code> AccessDenied </Code><Message>Expired</Message></Error>',
		'403 AccessDenied (Expired)',
	],
	['<Error><Code>AccessDenied</Code></Error>', '403 AccessDenied'],
	[`<Message>${'x'.repeat(400)}</Message>`, `403 (${'x'.repeat(300)}…)`],
	['', '403'],
	['<Codes>x</Codes><html>No</html>', '403 and text (<Codes>x</Codes><html>No</html>)'],
	['<html><p>Sign in', '403 and a web page'],
])('a refusal of %j is told as "%s"', (text, told) => {
	expect(readStorageError({ status: 403, headers: {}, text, isWhole: true }).summary).toBe(told);
});

test('a body is known by its Content-Type, too', () => {
	const told = '(returned 200 and a web page)';
	const page = { status: 200, headers: { 'content-type': 'text/html' }, text: '<p>Sign in' };
	expect(judged(page).message).toContain(told);
});

/** @param {Record<string, string | undefined>} headers */
const md5In = (headers) => storedMd5('https://b.s3.amazonaws.com/talk', headers);

test('an ETag of an MD5 is one, unless the storage encrypts with a key of KMS or of the customer', () => {
	const S3 = 'x-amz-server-side-encryption';
	const etag = `"${SENT}"`;
	expect(md5In({ etag, [S3]: 'AES256' })).toBe(SENT);
	expect(md5In({ etag, [S3]: 'aws:kms:dsse' })).toBeUndefined();
	expect(md5In({ etag, [`${S3}-customer-algorithm`]: 'AES256' })).toBeUndefined();
	for (const same of [SENT.toUpperCase(), `W/${etag}`, `w/${etag}`])
		expect(md5In({ etag: same })).toBe(SENT);
	const none = [`x${etag}`, `"${SENT}-3"`, `"${SENT.slice(1)}"`, `${SENT}0`, '', undefined];
	expect(none.filter((other) => md5In({ etag: other }) !== undefined)).toEqual([]);
});

test('the MD5 that Google and Azure name is one, before that of an ETag', () => {
	const ofHash = (/** @type {Record<string, string>} */ headers) =>
		md5In({ etag: `"${OTHER}"`, ...headers });
	const base64 = Buffer.from(SENT, 'hex').toString('base64');
	expect(ofHash({ 'content-md5': base64 })).toBe(SENT);
	for (const hash of [`a=A,md5=${base64}`, `a=A, md5=${base64}`, `md5=${base64}, a=A`])
		expect(ofHash({ 'x-goog-hash': hash })).toBe(SENT);
	for (const none of ['', 'md5=', `xmd5=${base64}`, `md5=x${base64}`, `md5=${base64}=`])
		expect(ofHash({ 'x-goog-hash': none })).toBe(OTHER);
});

const MINUTE_MS = 60_000;

test.each([
	['not 15 minutes after it was asked for', 15 * MINUTE_MS, undefined, 'a1', false],
	['a millisecond later', 15 * MINUTE_MS + 1, undefined, 'a1', true],
	['at its own end, where the user has given it', 0, 0, undefined, true],
	['not before its own end', 0, MINUTE_MS, undefined, false],
	['not where Verbit has just given it, as this clock may be wrong', 0, -1, 'a1', false],
])('a URL is old %s', (_what, age, endsIn, assetId, expected) => {
	jest.useFakeTimers({ now: 1_000_000_000 });
	const end = new Date(Date.now() + (endsIn ?? 0)).toISOString();
	const url = endsIn === undefined ? signed.url : azure.url.replace('2126-11-21', end);
	expect(mayHaveExpired({ url, assetId, askedAt: Date.now() - age })).toBe(expected);
	jest.useRealTimers();
});
