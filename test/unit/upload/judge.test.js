const { judge } = require('../../../nodes/Verbit/upload/judge');

/** What a store returns. @typedef {{ status: number, code?: string, message?: string, etag?: string, headers?: object, text?: string }} Answer */

const signed = { url: 'https://store.example.com/talk?X-Amz-Signature=ab', askedAt: Date.now() };
const plain = { ...signed, url: 'https://store.example.com/talk' };
const old = { ...signed, askedAt: 0 };
const SENT = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);

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
		return judge(target, { response: ofStore(response), sentMd5: SENT }, verifyIntegrity);
	} catch (error) {
		return /** @type {any} */ (error).details;
	}
}

/** @param {Answer} response */
function nextAfter(response, target = signed) {
	const { md5, code, retriable } = judged(response, target);
	if (md5 !== undefined) return 'done';
	if (code === 'UPLOAD_URL_EXPIRED') return 'new URL';
	return retriable ? 'same URL' : 'give up';
}

test.each(
	/** @type {Array<[next: string, responses: Array<[Answer, typeof signed?]>]>} */ ([
		['done', [[{ status: 200, etag: SENT }], [{ status: 200 }]]],
		[
			'same URL',
			[
				[{ status: 200, etag: OTHER }],
				...[503, 500, 429, 408].map((status) => [{ status }]),
				// Of a slow body, and of a short one.
				[{ status: 400, code: 'RequestTimeout' }],
				[{ status: 400, code: 'IncompleteBody' }],
				// Another request for the same file was under way.
				[{ status: 409, code: 'OperationAborted' }],
			],
		],
		[
			'new URL',
			[
				[{ status: 403, code: 'AccessDenied', message: 'Request has expired' }],
				[{ status: 400, code: 'ExpiredToken' }],
				// After a long wait.
				[{ status: 403, code: 'SignatureDoesNotMatch' }, old],
			],
		],
		[
			'give up',
			[
				[{ status: 400, code: 'InvalidArgument' }, old],
				// It isn't about the URL.
				...[404, 409, 412].map((status) => [{ status, message: 'The lease has expired' }]),
			],
		],
	]),
)('after an answer of the store comes: %s', (next, responses) => {
	const other = responses.filter(([response, target]) => nextAfter(response, target) !== next);
	expect(other).toEqual([]);
});

test('an answer that comes before the whole file went out is no success', () => {
	const response = ofStore({ status: 200, etag: SENT });
	expect(() => judge(signed, { response }, true)).toThrow(
		"the storage didn't store the whole file (returned 200 before all was sent)",
	);
});

test('an MD5 that nobody wants compared verifies nothing', () => {
	const stored = judged({ status: 200, etag: SENT }, signed, false);
	expect(stored).toEqual({ md5: SENT, integrity: 'unverified' });
});

test.each(
	/** @type {Array<[what: string, response: Answer, told: object]>} */ ([
		[
			'a proxy that wants a login: the proxy, and nothing is tried again',
			{ status: 407 },
			{
				...{ code: 'PROXY_LOGIN_REQUIRED', step: 'Upload' },
				response: expect.objectContaining({ status: 407 }),
				message: expect.stringContaining('store.example.com'),
			},
		],
		[
			'other bytes: both checksums',
			{ status: 200, etag: OTHER },
			{
				code: 'CHECKSUM_MISMATCH',
				message: `the checksum doesn't match (sent ${SENT}, stored ${OTHER})`,
				remedy: expect.stringContaining("turn off 'Verify Integrity'"),
			},
		],
		[
			'a busy store: its status and code, and what it asks for',
			{ status: 503, code: 'SlowDown', headers: { 'retry-after': '300' } },
			{
				...{ code: 'HOST_BUSY', errorType: 'SlowDown' },
				response: { status: 503, text: '503 SlowDown', retryAfterMs: 300_000 },
				message: 'store.example.com is busy or down (returned 503 SlowDown)',
				remedy: 'Try again later.',
			},
		],
		[
			'a body that did not arrive: where to look',
			{ status: 400, code: 'RequestTimeout', message: 'Idle' },
			{
				code: 'UPLOAD_NOT_STORED',
				message: "the storage didn't store the whole file (returned 400 RequestTimeout (Idle))",
				remedy: expect.stringContaining('any proxy between n8n and the storage'),
			},
		],
		[
			'an expired URL: how to get another',
			{ status: 400, message: 'Token Expired' },
			{
				...{ retriable: true, code: 'UPLOAD_URL_EXPIRED' },
				message: 'the upload URL expired (storage returned 400 (Token Expired))',
				remedy: expect.stringContaining('get a new one right before the upload'),
			},
		],
	]),
)('is told of %s', (_what, response, told) => {
	expect(judged(response)).toMatchObject(told);
});

const OF_REFUSAL = 'the storage refused the upload';
const CHECK_PROXY = 'Check that no proxy between n8n and the storage changes requests.';

test.each([
	[
		{ status: 307 },
		'UPLOAD_REFUSED',
		OF_REFUSAL,
		/^Run again later: a new storage bucket redirects/,
	],
	[{ status: 399 }, 'UPLOAD_REFUSED', OF_REFUSAL, /^Run again later/],
	[{ status: 403, code: 'AccessDenied' }, 'UPLOAD_REFUSED', OF_REFUSAL, CHECK_PROXY],
	[
		{ status: 403, code: 'SignatureDoesNotMatch' },
		'UPLOAD_REFUSED',
		OF_REFUSAL,
		"If the URL is signed for a content type, enter that type in 'Content Type'.",
	],
	[{ status: 501 }, 'UPLOAD_REFUSED', OF_REFUSAL, CHECK_PROXY],
	[{ status: 400, code: 'InvalidArgument' }, 'UPLOAD_REFUSED', OF_REFUSAL, CHECK_PROXY],
	[{ status: 400, code: 'EntityTooLarge' }, 'FILE_TOO_LARGE', '', /./],
	[{ status: 413 }, 'FILE_TOO_LARGE', '', /./],
])('%j is the error %s, at once', (response, code, message, remedy) => {
	expect(nextAfter(response)).toBe('give up');
	expect(judged(response)).toMatchObject({
		code,
		message: expect.stringMatching(new RegExp(`${message}.*${response.status}`)),
		remedy: expect.stringMatching(remedy),
	});
});

/** What a success has beside its status, at a signed URL and at one of no known form. */
const VERIFIED = 'verified';
const UNVERIFIED = 'unverified';
const NOT_STORED = 'UPLOAD_NOT_STORED';

test.each(
	/** @type {Array<[what: string, answer: Partial<Answer>, signed: string, other: string]>} */ ([
		['the right MD5', { etag: SENT }, VERIFIED, VERIFIED],
		['the right MD5 in a weak ETag', { etag: `W/"${SENT}"` }, VERIFIED, VERIFIED],
		['an ETag that is no MD5', {}, UNVERIFIED, UNVERIFIED],
		['another MD5', { etag: OTHER }, 'CHECKSUM_MISMATCH', 'CHECKSUM_MISMATCH'],
		['an empty ETag', { etag: '' }, NOT_STORED, UNVERIFIED],
		['no ETag', { headers: { etag: undefined } }, NOT_STORED, UNVERIFIED],
		['the ETag of a page', { etag: 'W/"11-abc"' }, NOT_STORED, UNVERIFIED],
		['201', { status: 201 }, UNVERIFIED, UNVERIFIED],
		['204', { status: 204 }, UNVERIFIED, UNVERIFIED],
		['202', { status: 202 }, NOT_STORED, UNVERIFIED],
		['203', { status: 203 }, NOT_STORED, UNVERIFIED],
		['206', { status: 206 }, NOT_STORED, UNVERIFIED],
		['299', { status: 299, etag: SENT }, NOT_STORED, VERIFIED],
		['blanks', { text: ' \n' }, UNVERIFIED, UNVERIFIED],
		...['OK', '{}', '<Error/>', '\0'].map((text) => [
			`the body ${JSON.stringify(text)}`,
			...[{ text }, NOT_STORED, NOT_STORED],
		]),
	]),
)('a success with %s', (_what, response, ...verdicts) => {
	const answer = { status: 200, ...response };
	const found = [signed, plain].map((target) => {
		const { integrity, code } = judged(answer, target);
		return integrity ?? code;
	});
	expect(found).toEqual(verdicts);
	if (verdicts[0] === NOT_STORED) expect(nextAfter(answer)).toBe('same URL');
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
