const { readStorageError } = require('../../../nodes/Verbit/http/storageError');
const { checkStored, mayHaveExpired } = require('../../../nodes/Verbit/upload/storedFile');

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

/** `test/engine/advice.test.js` has what people are told to do. */
test.each(
	/** @type {Array<[code: string, retriable: boolean, answer: Answer, target?: typeof signed]>} */ ([
		['HOST_BUSY', true, { status: 408 }],
		// Of a short body, of a slow one, and of another request for the same file.
		...['IncompleteBody', 'RequestTimeout', 'OperationAborted'].map((code) => [
			...['UPLOAD_NOT_STORED', true, { status: 400, code }],
		]),
		['CHECKSUM_MISMATCH', true, { status: 200, etag: OTHER }],
		['UPLOAD_URL_EXPIRED', true, { status: 403, message: 'Request has expired' }],
		['UPLOAD_URL_EXPIRED', true, { status: 400, code: 'ExpiredToken' }],
		// After a long wait.
		['UPLOAD_URL_EXPIRED', true, { status: 403, code: 'SignatureDoesNotMatch' }, old],
		['UPLOAD_URL_EXPIRED', true, { status: 401, message: 'Temp URL invalid' }, old],
		['UPLOAD_REFUSED', false, { status: 401, message: 'Temp URL invalid' }],
		['UPLOAD_REFUSED', false, { status: 400, code: 'InvalidArgument' }, old],
		// It isn't about the URL.
		['UPLOAD_REFUSED', false, { status: 412, message: 'The lease has expired' }],
		...[307, 501].map((status) => ['UPLOAD_REFUSED', false, { status }]),
		['FILE_TOO_LARGE', false, { status: 400, code: 'EntityTooLarge' }],
		['FILE_TOO_LARGE', false, { status: 413 }],
	]),
)('%s (retriable: %s) is what follows from %j', (code, retriable, ...answered) => {
	const found = judged(...answered);
	expect([found.code, found.retriable ?? false]).toEqual([code, retriable]);
});

test('an answer that comes before the whole file went out is no success', () => {
	const response = ofStore({ status: 200, etag: SENT });
	expect(() => checkStored(signed, { response }, true)).toThrow(
		"the storage didn't store the whole file (returned 200 before all was sent)",
	);
});

test('an MD5 that nobody wants compared verifies nothing, and may be none', () => {
	const stored = [SENT, OF_AZURE].map((etag) => judged({ status: 200, etag }, signed, false));
	expect(stored).toEqual([1, 2].map(() => ({ md5: SENT, integrity: 'unverified' })));
});

test('a refusal is told with its status and code, and what it asks for', () => {
	const headers = { 'retry-after': '300' };
	expect(judged({ status: 503, code: 'SlowDown', headers })).toMatchObject({
		activity: 'Upload',
		errorType: 'SlowDown',
		response: { status: 503, summary: '503 SlowDown', retryAfterMs: 300_000 },
	});
});

const VERIFIED = 'verified';
const UNVERIFIED = 'unverified';
const NOT_STORED = 'UPLOAD_NOT_STORED';
const MISMATCH = 'CHECKSUM_MISMATCH';
const BASE64 = Buffer.from(SENT, 'hex').toString('base64');
const S3_ENCRYPTION = 'x-amz-server-side-encryption';

const encrypted = (/** @type {string[]} */ ...[header, by, etag, verdict]) => [
	...[`the encryption ${by}`, { etag, headers: { [header]: by } }, verdict],
];

/** @param {any} target @param {Partial<Answer>} answer */
const verdictOn = (target, answer) => {
	const { integrity, code } = judged({ status: 200, ...answer }, target);
	return integrity ?? code;
};

/** At a URL that S3 has signed, one that Azure has, and one of no known form. */
test.each(
	/** @type {Array<[what: string, answer: Partial<Answer>, byS3: string, byAzure?: string, other?: string]>} */ ([
		['the right MD5', { etag: SENT }, VERIFIED],
		['an ETag that is no MD5', {}, NOT_STORED, UNVERIFIED, UNVERIFIED],
		['that of several parts', { etag: `"${SENT}-2"` }, NOT_STORED, UNVERIFIED, UNVERIFIED],
		...['aws:kms', 'aws:kms:dsse'].map((by) => encrypted(S3_ENCRYPTION, by, OTHER, UNVERIFIED)),
		encrypted(`${S3_ENCRYPTION}-customer-algorithm`, 'AES256', OTHER, UNVERIFIED),
		encrypted(S3_ENCRYPTION, 'AES256', SENT, VERIFIED),
		...[SENT.toUpperCase(), `W/"${SENT}"`, `w/"${SENT}"`].map((etag) => [etag, { etag }, VERIFIED]),
		...[`x"${SENT}"`, `"${SENT.slice(1)}"`, `${SENT}0`].map((etag) => [
			...[etag, { etag }, NOT_STORED, UNVERIFIED, UNVERIFIED],
		]),
		...[`a=A,md5=${BASE64}`, `a=A, md5=${BASE64}`, `md5=${BASE64}, a=A`].map((hash) => [
			...[hash, { etag: OTHER, headers: { 'x-goog-hash': hash } }, VERIFIED],
		]),
		...['', 'md5=', `xmd5=${BASE64}`, `md5=x${BASE64}`, `md5=${BASE64}=`].map((hash) => [
			...[`no hash (${hash})`, { etag: OTHER, headers: { 'x-goog-hash': hash } }, MISMATCH],
		]),
		['its Content-MD5', { etag: OTHER, headers: { 'content-md5': BASE64 } }, VERIFIED],
		['another MD5', { etag: OTHER }, MISMATCH],
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
});

test('the ETag of a directory bucket says nothing of the content', () => {
	for (const etag of ['"0a1b2c"', `"${OTHER}"`])
		expect(verdictOn(express, { etag })).toBe(UNVERIFIED);
	expect(verdictOn(express, { etag: '' })).toBe(NOT_STORED);
});

test.each([
	[{ etag: OTHER }, true, `(sent ${SENT}, stored ${OTHER})`],
	[{}, true, '(returned 200 without the MD5 of the file)'],
	// It must be stored, though nobody wants its MD5 compared.
	[{ etag: '' }, false, '(returned 200 without an ETag)'],
])(
	'a success with %j, where the MD5 is compared (%s), is told as %s',
	(answer, isCompared, told) => {
		expect(judged({ status: 200, ...answer }, signed, isCompared).message).toContain(told);
	},
);

test.each([
	[
		'<?xml version="1.0"?><Error><Code> AccessDenied </Code><Message>Expired</Message></Error>',
		'403 AccessDenied (Expired)',
	],
	[`<Message>${'x'.repeat(400)}</Message>`, `403 (${'x'.repeat(300)}…)`],
	['', '403'],
	['<Codes>x</Codes><html>No</html>', '403 and text (<Codes>x</Codes><html>No</html>)'],
])('a refusal of %j is told as "%s"', (text, told) => {
	const { response } = readStorageError({ status: 403, headers: {}, text, isWhole: true });
	expect(response.summary).toBe(told);
});

test('a body is known by its Content-Type, too', () => {
	const told = '(returned 200 and a web page)';
	const page = { status: 200, headers: { 'content-type': 'text/html' }, text: '<p>Sign in' };
	expect(judged(page).message).toContain(told);
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
});
