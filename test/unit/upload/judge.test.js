const { createError } = require('../../../nodes/Verbit/errors/createError');
const { readBody } = require('../../../nodes/Verbit/http/body');
const { judge } = require('../../../nodes/Verbit/upload/judge');

/** @typedef {import('../../../nodes/Verbit/upload/put').PutOutcome} PutOutcome */
/** @typedef {import('../../../nodes/Verbit/upload/put').StorageResponse} StorageResponse */
/** @typedef {Partial<StorageResponse> & { status: number }} Answer */

const place = {
	fileName: 'talk.wav',
	jobId: 17,
	host: 'store.example.com',
	isSigned: true,
	urlIsOld: false,
	earlierCuts: 0,
	source: {
		brokenOff: (/** @type {Error} */ { message: reason }) =>
			createError('FILE_UNREADABLE', { reason }),
	},
};
const SENT = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);

/** @param {Answer} response what it leaves out is as S3 answers @returns {StorageResponse} */
const ofStore = (response) => ({ body: readBody(''), hasStrongETag: true, ...response });

/** @param {Answer} response */
const answered = (response) =>
	/** @type {const} */ ({ kind: 'response', response: ofStore(response), sentMd5: SENT });

/** What comes next, and the error if there is one. @param {PutOutcome} outcome @param {object} [more] of the place */
function judged(outcome, more = {}) {
	const verdict = judge({ ...place, ...more }, outcome, true);
	if (!('error' in verdict)) return { next: verdict.next, text: undefined };
	const { message: text, details } = verdict.error;
	return { next: verdict.next, text, ...details };
}

test.each(
	/** @type {Array<[next: string, responses: Array<[Answer, object?]>]>} */ ([
		['done', [[{ status: 200, storedMd5: SENT }], [{ status: 200 }]]],
		[
			'same URL',
			[
				[{ status: 200, storedMd5: OTHER }],
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
				[{ status: 403, code: 'SignatureDoesNotMatch' }, { urlIsOld: true }],
			],
		],
		[
			'give up',
			[
				[{ status: 501, code: 'NotImplemented' }],
				[{ status: 403, code: 'SignatureDoesNotMatch' }],
				[{ status: 400, code: 'InvalidArgument' }, { urlIsOld: true }],
				[{ status: 404, code: 'NoSuchBucket' }],
				[{ status: 300 }],
				[{ status: 307 }],
				// It isn't about the URL.
				...[404, 409, 412].map((status) => [{ status, message: 'The lease has expired' }]),
			],
		],
	]),
)('after an answer of the store comes: %s', (next, responses) => {
	const other = responses.filter(
		([response, more]) => judged(answered(response), more).next !== next,
	);
	expect(other).toEqual([]);
});

test('an answer that comes before the whole file went out is no success', () => {
	const response = ofStore({ status: 200, storedMd5: SENT });
	expect(judged({ kind: 'response', response })).toMatchObject({
		next: 'same URL',
		code: 'UPLOAD_NOT_STORED',
		message: "the storage didn't store the whole file (returned 200 before all was sent)",
	});
});

test('the MD5 that was sent and the one that is stored make an upload verified', () => {
	const verdict = judge(place, answered({ status: 200, storedMd5: SENT }), true);
	expect(verdict).toEqual({ next: 'done', md5: SENT, integrity: 'verified' });
});

test('a different MD5 does not matter where the user does not want it compared', () => {
	for (const storedMd5 of [OTHER, SENT]) {
		const verdict = judge(place, answered({ status: 200, storedMd5 }), false);
		expect(verdict).toEqual({ next: 'done', md5: SENT, integrity: 'unverified' });
	}
});

test('a source that failed is read again where it says that this may help, and only there', () => {
	const outcome = /** @type {const} */ ({ kind: 'sourceFailed', error: new Error('gone') });
	expect(judged(outcome)).toMatchObject({
		next: 'give up',
		text: 'Upload "talk.wav" for job 17: the file couldn\'t be read from n8n\'s storage (gone)',
	});
	const brokenOff = () => createError('URL_INTERRUPTED', { reason: 'x', url: 'https://h/x' });
	expect(judged(outcome, { source: { brokenOff } }).next).toBe('same URL');
});

test('a signature in what the storage says is not told on', () => {
	const message = 'See https://h/x?X-Amz-Signature=TopSecret';
	expect(judged(answered({ status: 400, code: 'X', message })).text).toBe(
		'Upload "talk.wav" for job 17: the storage refused the upload (returned 400 X (See https://h/x?…))',
	);
});

/** @param {string} code */
const cut = (code) =>
	/** @type {const} */ ({ kind: 'cut', error: Object.assign(new Error('x'), { code }) });

const MAY_HAVE_REFUSED = expect.stringContaining('The storage may have refused the upload');

test.each(
	/** @type {Array<[what: string, outcome: PutOutcome, told: object, more?: object]>} */ ([
		[
			'a stall: the host, the option and that the same URL is tried again',
			{ kind: 'stalled' },
			{
				...{ next: 'same URL', kind: 'response', code: 'UPLOAD_STALLED', step: 'Upload' },
				...{ fileName: 'talk.wav', jobId: 17, retriable: true },
				message: "no data was sent to store.example.com within 'Stall Timeout'",
				remedy: "Check the network between n8n and the storage, or raise 'Stall Timeout'.",
			},
		],
		[
			'a source that stalls: the source, not the storage',
			{ kind: 'sourceStalled' },
			{
				...{ next: 'same URL', code: 'FILE_UNREADABLE', jobId: 17, fileName: 'talk.wav' },
				message: expect.stringContaining("(no data within 'Stall Timeout')"),
			},
		],
		[
			'a cut: the host and the reason',
			cut('ECONNRESET'),
			{
				...{ next: 'same URL', code: 'UPLOAD_CUT' },
				message:
					'the connection to store.example.com dropped before the storage replied (ECONNRESET)',
				remedy: 'Check the network and any proxy between n8n and the storage, then run again.',
			},
		],
		[
			'a second cut: that the storage may have refused',
			cut('ECONNRESET'),
			{
				...{ next: 'new URL', code: 'UPLOAD_CUT', remedy: MAY_HAVE_REFUSED },
				message: expect.stringContaining('dropped at each attempt'),
			},
			{ earlierCuts: 1 },
		],
		[
			'a third cut: the same',
			cut('ECONNRESET'),
			{ next: 'same URL', code: 'UPLOAD_CUT', remedy: MAY_HAVE_REFUSED },
			{ earlierCuts: 2 },
		],
		[
			'a certificate that is not accepted: nothing is tried again',
			cut('CERT_HAS_EXPIRED'),
			{ next: 'give up', code: 'CERTIFICATE_INVALID', jobId: 17 },
		],
		[
			'a proxy that wants a login: the proxy, and nothing is tried again',
			answered({ status: 407 }),
			{
				...{ next: 'give up', code: 'PROXY_LOGIN_REQUIRED', step: 'Upload', httpCode: '407' },
				message: expect.stringContaining('store.example.com'),
			},
		],
		[
			'a host that can not be reached: no refusal, however often',
			cut('ECONNREFUSED'),
			{
				...{ next: 'same URL', code: 'HOST_UNREACHABLE', step: 'Upload' },
				message: "store.example.com couldn't be reached (ECONNREFUSED)",
			},
			{ earlierCuts: 1 },
		],
		[
			'other bytes: both checksums',
			answered({ status: 200, storedMd5: OTHER }),
			{
				code: 'CHECKSUM_MISMATCH',
				message: `the checksum doesn't match (sent ${SENT}, stored ${OTHER})`,
				remedy: expect.stringContaining("turn off 'Verify Integrity'"),
			},
		],
		[
			'a busy store: its status and code, and what it asks for',
			answered({ status: 503, code: 'SlowDown', retryAfterMs: 300_000 }),
			{
				...{ code: 'HOST_BUSY', httpCode: '503', errorType: 'SlowDown', retryAfterMs: 300_000 },
				message: 'store.example.com is busy or down (returned 503 SlowDown)',
				remedy: 'Try again later.',
			},
		],
		[
			'a busy store that asks for nothing: its status alone',
			answered({ status: 500 }),
			{ code: 'HOST_BUSY', message: 'store.example.com is busy or down (returned 500)' },
		],
		[
			'a wait that the node does not wait: how long it is, and no word of attempts',
			answered({ status: 503, retryAfterMs: 600_000 }),
			{
				code: 'HOST_BUSY',
				message: 'store.example.com is busy or down (returned 503 and asks to wait 10 min)',
				remedy: expect.not.stringContaining('Attempts'),
			},
		],
		[
			'a body that did not arrive: where to look',
			answered({ status: 400, code: 'RequestTimeout', message: 'Idle' }),
			{
				code: 'UPLOAD_NOT_STORED',
				message: "the storage didn't store the whole file (returned 400 RequestTimeout (Idle))",
				remedy: expect.stringContaining('any proxy between n8n and the storage'),
			},
		],
		[
			'an expired URL: how to get another',
			answered({ status: 400, message: 'Token Expired' }),
			{
				...{ next: 'new URL', retriable: true, code: 'UPLOAD_URL_EXPIRED' },
				message: 'the upload URL expired (storage returned 400 (Token Expired))',
				remedy: expect.stringContaining('get a new one right before the upload'),
			},
		],
	]),
)('is told of %s', (_what, outcome, told, more = {}) => {
	expect(judged(outcome, more)).toMatchObject(told);
});

const OF_REDIRECT = 'the storage redirected the upload';
const OF_REFUSAL = 'the storage refused the upload';
const CHECK_PROXY = 'Check that no proxy between n8n and the storage changes requests.';

test.each([
	[
		{ status: 307 },
		'UPLOAD_REFUSED',
		OF_REDIRECT,
		/^Run again later: a new storage bucket redirects/,
	],
	[{ status: 399 }, 'UPLOAD_REFUSED', OF_REDIRECT, /^Run again later/],
	[{ status: 400 }, 'UPLOAD_REFUSED', OF_REFUSAL, CHECK_PROXY],
	[{ status: 403, code: 'AccessDenied' }, 'UPLOAD_REFUSED', OF_REFUSAL, CHECK_PROXY],
	[
		{ status: 403, code: 'SignatureDoesNotMatch' },
		'UPLOAD_REFUSED',
		OF_REFUSAL,
		"If the URL is signed for a content type, enter that type in 'Content Type'.",
	],
	[{ status: 501 }, 'UPLOAD_REFUSED', OF_REFUSAL, CHECK_PROXY],
	[{ status: 400, code: 'EntityTooLarge' }, 'FILE_TOO_LARGE', '', /./],
	[{ status: 413 }, 'FILE_TOO_LARGE', '', /./],
])('%j is the error %s, at once', (response, code, message, remedy) => {
	expect(judged(answered(response))).toMatchObject({
		...{ next: 'give up', code },
		message: expect.stringMatching(new RegExp(`${message}.*${response.status}`)),
		remedy: expect.stringMatching(remedy),
	});
});

/** What a success has beside its status, at a signed URL and at one of no known form. */
const VERIFIED = 'verified';
const UNVERIFIED = 'unverified';
const NOT_STORED = 'UPLOAD_NOT_STORED';

test.each(
	/** @type {Array<[what: string, answer: Partial<StorageResponse>, signed: string, other: string]>} */ ([
		['the right MD5', { storedMd5: SENT }, VERIFIED, VERIFIED],
		['the right MD5 in a weak ETag', { storedMd5: SENT, hasStrongETag: false }, VERIFIED, VERIFIED],
		['an ETag that is no MD5', {}, UNVERIFIED, UNVERIFIED],
		['another MD5', { storedMd5: OTHER }, 'CHECKSUM_MISMATCH', 'CHECKSUM_MISMATCH'],
		['no ETag', { hasStrongETag: false }, NOT_STORED, UNVERIFIED],
		['201', { status: 201 }, UNVERIFIED, UNVERIFIED],
		['204', { status: 204 }, UNVERIFIED, UNVERIFIED],
		['202', { status: 202 }, NOT_STORED, UNVERIFIED],
		['203', { status: 203 }, NOT_STORED, UNVERIFIED],
		['206', { status: 206 }, NOT_STORED, UNVERIFIED],
		['299', { status: 299, storedMd5: SENT }, NOT_STORED, VERIFIED],
		['blanks', { body: readBody(' \n') }, UNVERIFIED, UNVERIFIED],
		...[
			'OK',
			'{"error":"denied"}',
			'{}',
			'<html><p>Blocked',
			'<Error/>',
			'Blocked by policy',
			'\0',
		].map((text) => [
			`the body ${JSON.stringify(text)}`,
			...[{ body: readBody(text) }, NOT_STORED, NOT_STORED],
		]),
	]),
)('a success with %s', (_what, response, ...verdicts) => {
	const answer = answered({ status: 200, ...response });
	const found = [true, false].map((isSigned) => {
		const verdict = judge({ ...place, isSigned }, answer, true);
		return verdict.next === 'done' ? verdict.integrity : verdict.error.details.code;
	});
	expect(found).toEqual(verdicts);
	if (verdicts[0] === NOT_STORED) expect(judged(answer).next).toBe('same URL');
});

test.each([
	[{ body: readBody('Blocked by policy') }, 'returned 200 and text (Blocked by policy)'],
	[{ body: readBody('<html><p>Blocked') }, 'returned 200 and a web page'],
	[{ hasStrongETag: false }, 'returned 200 without an ETag'],
])('what came instead is told: %j', (response, text) => {
	expect(judged(answered({ status: 200, ...response })).text).toContain(`(${text})`);
});

test('a file whose MD5 nobody wants compared must be stored all the same', () => {
	const answer = answered({ status: 200, hasStrongETag: false });
	expect(judge(place, answer, false)).toMatchObject({ next: 'same URL' });
});
