const { checkStored } = require('../../../nodes/Verbit/upload/storedFile');

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
		...[408, 429, 500, 503].map((status) => ['same URL', { status }]),
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
		...[404, 409, 412].map((status) => ['give up', { status, message: 'The lease has expired' }]),
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
	[{ status: 302 }, 'UPLOAD_REFUSED', 'give up', OF_REFUSAL, CHECK_PROXY],
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

/** What a success has beside its status, at a URL that S3 has signed, one that Azure has, and one of no known form. */
const VERIFIED = 'verified';
const UNVERIFIED = 'unverified';
const NOT_STORED = 'UPLOAD_NOT_STORED';
const DIFFERS = 'CHECKSUM_MISMATCH';

const each = (/** @type {string} */ verdict) => [verdict, verdict, verdict];

/** @param {any} target @param {Answer} answer */
const verdictOn = (target, answer, verifyIntegrity = true) => {
	const { integrity, code } = judged(answer, target, verifyIntegrity);
	return integrity ?? code;
};

test.each(
	/** @type {Array<[what: string, answer: Partial<Answer>, byS3: string, byAzure: string, other: string]>} */ ([
		['the right MD5', { etag: SENT }, ...each(VERIFIED)],
		['the right MD5 in a weak ETag', { etag: `W/"${SENT}"` }, ...each(VERIFIED)],
		['an ETag that is no MD5', {}, NOT_STORED, UNVERIFIED, UNVERIFIED],
		['that of several parts', { etag: `"${SENT}-2"` }, NOT_STORED, UNVERIFIED, UNVERIFIED],
		['one that KMS has encrypted', { headers: KMS }, ...each(UNVERIFIED)],
		['another MD5', { etag: OTHER }, ...each(DIFFERS)],
		['an empty ETag', { etag: '' }, NOT_STORED, NOT_STORED, UNVERIFIED],
		['no ETag', { headers: { etag: undefined } }, NOT_STORED, NOT_STORED, UNVERIFIED],
		['the ETag of a page', { etag: 'W/"11-abc"' }, NOT_STORED, NOT_STORED, UNVERIFIED],
		...[201, 204].map((status) => [`${status}`, { status, etag: SENT }, ...each(VERIFIED)]),
		...[202, 203, 206, 299].map((status) => [
			`${status}`,
			{ status, etag: SENT },
			...each(NOT_STORED),
		]),
		['blanks', { text: ' \n', etag: SENT }, ...each(VERIFIED)],
		...['OK', '{}', '<Error/>', '\0'].map((text) => [
			`the body ${JSON.stringify(text)}`,
			{ text, etag: SENT },
			...each(NOT_STORED),
		]),
	]),
)('a success with %s', (_what, response, ...verdicts) => {
	const answer = { status: 200, ...response };
	expect([signed, azure, plain].map((target) => verdictOn(target, answer))).toEqual(verdicts);
	if (verdicts[0] === NOT_STORED) expect(nextAfter(answer)).toBe('same URL');
});

test('the ETag of a directory bucket says nothing of the content', () => {
	for (const etag of ['"0a1b2c"', `"${OTHER}"`])
		expect(verdictOn(express, { status: 200, etag })).toBe(UNVERIFIED);
	expect(verdictOn(express, { status: 200, etag: '' })).toBe(NOT_STORED);
});

test.each([
	[{ status: 200, etag: '' }, 'returned 200 without an ETag'],
	[{ status: 200, etag: '', text: 'OK' }, 'returned 200 and text (OK)'],
	[{ status: 202 }, 'returned 202'],
])('a file must be stored, though nobody wants its MD5 compared: not %j', (answer, told) => {
	const { code, message } = judged(answer, signed, false);
	expect(code).toBe(NOT_STORED);
	expect(message).toContain(`(${told})`);
});

test('a storage of another kind of ETag is told, and the way out takes it', () => {
	const { message, remedies } = judged({ status: 200 });
	expect(message).toContain('returned 200 without the MD5 of the file');
	expect(remedies.join(' ')).toContain("turn off 'Verify Integrity'");
	expect(verdictOn(signed, { status: 200 }, false)).toBe(UNVERIFIED);
});
