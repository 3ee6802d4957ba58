const { createError } = require('../../../nodes/Verbit/errors/createError');
const { judge } = require('../../../nodes/Verbit/upload/judge');

/** @typedef {import('../../../nodes/Verbit/upload/put').PutOutcome} PutOutcome */
/** @typedef {import('../../../nodes/Verbit/upload/put').StorageResponse} StorageResponse */

const place = {
	fileName: 'talk.wav',
	jobId: 17,
	host: 'store.example.com',
	urlIsOld: false,
	earlierCuts: 0,
	source: {
		brokenOff: (/** @type {Error} */ { message: reason }) =>
			createError('FILE_UNREADABLE', { reason }),
	},
};
const SENT = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);

/** @param {StorageResponse} response */
const answered = (response) => /** @type {const} */ ({ kind: 'response', response, sentMd5: SENT });

/** What comes next, and the error if there is one. @param {PutOutcome} outcome @param {object} [more] of the place */
function judged(outcome, more = {}) {
	const verdict = judge({ ...place, ...more }, outcome, true);
	if (!('error' in verdict)) return { next: verdict.next, text: undefined };
	const { message: text, details } = verdict.error;
	return { next: verdict.next, text, ...details };
}

test.each(
	/** @type {Array<[next: string, responses: Array<[StorageResponse, object?]>]>} */ ([
		['done', [[{ status: 200, storedMd5: SENT }], [{ status: 200 }], [{ status: 299 }]]],
		[
			'same URL',
			[
				[{ status: 200, storedMd5: OTHER }],
				...[503, 500, 429, 408].map((status) => [{ status }]),
				// Of a slow body, and of a short one.
				[{ status: 400, code: 'RequestTimeout' }],
				[{ status: 400, code: 'IncompleteBody' }],
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
	expect(judged({ kind: 'response', response: { status: 200 } })).toMatchObject({
		next: 'same URL',
		code: 'UPLOAD_NOT_STORED',
		message: "the storage didn't store the whole file (returned 200)",
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

test.each([
	['a web page', { isPage: true }, {}, 'UPLOAD_NOT_STORED'],
	['an error document', { isError: true }, {}, 'UPLOAD_NOT_STORED'],
	['an error code', { code: 'AccessDenied' }, {}, 'UPLOAD_NOT_STORED'],
	['a text from a signed URL', { isTextOnly: true }, { isSigned: true }, 'UPLOAD_NOT_STORED'],
	["a text from a URL of the user's own", { isTextOnly: true }, { isSigned: false }, undefined],
	['nothing from a signed URL', {}, { isSigned: true }, undefined],
])('a success with %s', (_what, response, place, code) => {
	const answer = answered(/** @type {any} */ ({ status: 200, ...response }));
	expect(judged(answer, place)).toMatchObject(
		code === undefined ? { next: 'done' } : { next: 'same URL', code },
	);
});
