const { createError } = require('../../../nodes/Verbit/errors/createError');
const { judge } = require('../../../nodes/Verbit/upload/judge');

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
/** @param {import('../../../nodes/Verbit/upload/put').StorageResponse} response */
const responded = (response, more = {}) =>
	judge({ ...place, ...more }, { kind: 'response', response, sentMd5: 'a'.repeat(32) }, true);

describe('what comes after an answer of the store', () => {
	test.each(
		/** @type {Array<[string, import('../../../nodes/Verbit/upload/put').StorageResponse, object, string]>} */ ([
			['200 with the same MD5', { status: 200, storedMd5: 'a'.repeat(32) }, {}, 'done'],
			['200 without an MD5', { status: 200 }, {}, 'done'],
			['200 with another MD5', { status: 200, storedMd5: 'b'.repeat(32) }, {}, 'same URL'],
			['503', { status: 503 }, {}, 'same URL'],
			['500', { status: 500 }, {}, 'same URL'],
			['429', { status: 429 }, {}, 'same URL'],
			['408', { status: 408 }, {}, 'same URL'],
			[
				'501, which says that it never will',
				{ status: 501, code: 'NotImplemented' },
				{},
				'give up',
			],
			[
				'403 that has expired',
				{ status: 403, code: 'AccessDenied', message: 'Request has expired' },
				{},
				'new URL',
			],
			['400 of an ended token', { status: 400, code: 'ExpiredToken' }, {}, 'new URL'],
			['403 with a new URL', { status: 403, code: 'SignatureDoesNotMatch' }, {}, 'give up'],
			[
				'403 after a long wait',
				{ status: 403, code: 'SignatureDoesNotMatch' },
				{ urlIsOld: true },
				'new URL',
			],
			['400', { status: 400, code: 'InvalidArgument' }, { urlIsOld: true }, 'give up'],
			['400 of a slow body', { status: 400, code: 'RequestTimeout' }, {}, 'same URL'],
			['400 of a short body', { status: 400, code: 'IncompleteBody' }, {}, 'same URL'],
			['404', { status: 404, code: 'NoSuchBucket' }, {}, 'give up'],
			['307', { status: 307 }, {}, 'give up'],
		]),
	)('%s', (_what, response, more, next) => {
		expect(responded(response, more).next).toBe(next);
	});
});

test('an answer that comes before the whole file went out is no success', () => {
	const verdict = judge(place, { kind: 'response', response: { status: 200 } }, true);
	expect(verdict).toMatchObject({ next: 'same URL' });
});

test('a different MD5 does not matter where the user does not want it compared', () => {
	const response = { status: 200, storedMd5: 'b'.repeat(32) };
	const verdict = judge(place, { kind: 'response', response, sentMd5: 'a'.repeat(32) }, false);
	expect(verdict).toEqual({ next: 'done', md5: 'a'.repeat(32), integrity: 'unverified' });
});

test('a source that failed is read again where it says that this may help, and only there', () => {
	const outcome = /** @type {const} */ ({ kind: 'sourceFailed', error: new Error('gone') });
	expect(judge(place, outcome, true).next).toBe('give up');
	const brokenOff = () => createError('URL_INTERRUPTED', { reason: 'x', url: 'https://h/x' });
	const source = { ...place.source, brokenOff };
	expect(judge({ ...place, source }, outcome, true).next).toBe('same URL');
});

test('a signature in what the storage says is not told on', () => {
	const message = 'See https://h/x?X-Amz-Signature=TopSecret';
	const verdict = responded({ status: 400, code: 'X', message });
	expect('error' in verdict && verdict.error.message).toBe(
		'Upload "talk.wav" for job 17: the storage refused the upload (returned 400 X (See https://h/x?…))',
	);
});

describe('what is told', () => {
	/**
	 * The error of an outcome, and what comes after it.
	 * @param {import('../../../nodes/Verbit/upload/put').PutOutcome} outcome
	 * @param {object} [more] of the place
	 */
	const told = (outcome, more = {}) => {
		const verdict = judge({ ...place, ...more }, outcome, true);
		if (!('error' in verdict)) throw new Error('This is a success');
		const { message, details } = verdict.error;
		return { next: verdict.next, message, ...details };
	};

	/** @param {import('../../../nodes/Verbit/upload/put').StorageResponse} response */
	const refused = (response) => told({ kind: 'response', response, sentMd5: 'a'.repeat(32) });

	test('of a stall is the host, the option and that the same URL is tried again', () => {
		expect(told({ kind: 'stalled' })).toMatchObject({
			next: 'same URL',
			kind: 'response',
			code: 'UPLOAD_STALLED',
			step: 'Upload',
			fileName: 'talk.wav',
			jobId: 17,
			retriable: true,
			message:
				'Upload "talk.wav" for job 17: no data was sent to store.example.com within \'Stall Timeout\'',
			remedy: "Check the network between n8n and the storage, or raise 'Stall Timeout'.",
		});
	});

	test('of a source that stalls is the source, not the storage', () => {
		expect(told({ kind: 'sourceStalled' })).toMatchObject({
			next: 'same URL',
			code: 'FILE_UNREADABLE',
			jobId: 17,
			fileName: 'talk.wav',
		});
	});

	const reset = Object.assign(new Error('x'), { code: 'ECONNRESET' });

	test('of a cut is the host and the reason', () => {
		expect(told({ kind: 'cut', error: reset })).toMatchObject({
			next: 'same URL',
			code: 'UPLOAD_CUT',
			what: 'the connection to store.example.com dropped before the storage replied (ECONNRESET)',
			remedy: 'Check the network and any proxy between n8n and the storage, then run again.',
		});
	});

	test.each([
		[1, 'new URL'],
		[2, 'same URL'],
	])('of a cut after %d others is that the storage may have refused', (earlierCuts, next) => {
		expect(told({ kind: 'cut', error: reset }, { earlierCuts })).toMatchObject({
			next,
			code: 'UPLOAD_CUT',
			remedy: expect.stringContaining('The storage may have refused the upload'),
		});
	});

	test('of a certificate that is not accepted is that, and nothing is tried again', () => {
		const error = Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' });
		expect(told({ kind: 'cut', error })).toMatchObject({
			next: 'give up',
			code: 'CERTIFICATE_INVALID',
			jobId: 17,
		});
	});

	test('of a proxy that wants a login is the proxy, and nothing is tried again', () => {
		expect(refused({ status: 407 })).toMatchObject({
			next: 'give up',
			code: 'PROXY_LOGIN_REQUIRED',
			step: 'Upload',
			httpCode: '407',
			message: expect.stringContaining('store.example.com'),
		});
	});

	test('of a host that can not be reached is no refusal, however often', () => {
		const error = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
		expect(told({ kind: 'cut', error }, { earlierCuts: 1 })).toMatchObject({
			next: 'same URL',
			code: 'HOST_UNREACHABLE',
			what: "store.example.com couldn't be reached (ECONNREFUSED)",
		});
	});

	test('of a source is its own error, with the file and the job', () => {
		expect(told({ kind: 'sourceFailed', error: new Error('gone') })).toMatchObject({
			next: 'give up',
			message:
				'Upload "talk.wav" for job 17: the file couldn\'t be read from n8n\'s storage (gone)',
		});
	});

	test('of an answer before the whole file is that', () => {
		expect(told({ kind: 'response', response: { status: 200 } })).toMatchObject({
			code: 'UPLOAD_NOT_STORED',
			what: "the storage didn't store the whole file (returned 200)",
		});
	});

	test('of other bytes are both checksums', () => {
		expect(refused({ status: 200, storedMd5: 'b'.repeat(32) })).toMatchObject({
			code: 'CHECKSUM_MISMATCH',
			what: `the checksum doesn't match (sent ${'a'.repeat(32)}, stored ${'b'.repeat(32)})`,
			remedy: expect.stringContaining("turn off 'Verify Integrity'"),
		});
	});

	test('of a refusal is the status, the code and what the storage asks for', () => {
		expect(refused({ status: 503, code: 'SlowDown', retryAfterMs: 300_000 })).toMatchObject({
			code: 'HOST_BUSY',
			httpCode: '503',
			errorType: 'SlowDown',
			retryAfterMs: 300_000,
			remedy: 'Try again later.',
		});
	});

	test('of a body that did not arrive is where to look', () => {
		const response = { status: 400, code: 'RequestTimeout', message: 'Idle' };
		expect(refused(response)).toMatchObject({
			code: 'UPLOAD_NOT_STORED',
			what: "the storage didn't store the whole file (returned 400 RequestTimeout (Idle))",
			remedy: expect.stringContaining('any proxy between n8n and the storage'),
		});
	});

	test('of a wait that the node does not wait is how long it is, and no word of attempts', () => {
		expect(refused({ status: 503, retryAfterMs: 600_000 })).toMatchObject({
			code: 'HOST_BUSY',
			what: 'store.example.com is busy or down (returned 503 and asks to wait 10 min)',
			remedy: expect.not.stringContaining('Attempts'),
		});
	});

	test('of an expired URL is how to get another', () => {
		expect(refused({ status: 400, message: 'Token Expired' })).toMatchObject({
			next: 'new URL',
			retriable: true,
			code: 'UPLOAD_URL_EXPIRED',
			what: 'the upload URL expired (storage returned 400 (Token Expired))',
			remedy: expect.stringContaining('get a new one right before the upload'),
		});
	});

	test.each([
		[{ status: 307 }, 'UPLOAD_REFUSED'],
		[{ status: 399 }, 'UPLOAD_REFUSED'],
		[{ status: 400 }, 'UPLOAD_REFUSED'],
		[{ status: 403, code: 'AccessDenied' }, 'UPLOAD_REFUSED'],
		[{ status: 403, code: 'SignatureDoesNotMatch' }, 'UPLOAD_REFUSED'],
		[{ status: 400, code: 'EntityTooLarge' }, 'FILE_TOO_LARGE'],
		[{ status: 413 }, 'FILE_TOO_LARGE'],
		[{ status: 501 }, 'UPLOAD_REFUSED'],
	])('of %j is the error %s, at once', (response, code) => {
		expect(refused(response)).toMatchObject({
			next: 'give up',
			code,
			what: expect.stringContaining(`${response.status}`),
		});
	});

	test.each([404, 409, 412])('"expired" in a %d is not about the URL', (status) => {
		expect(refused({ status, message: 'The lease has expired' }).next).toBe('give up');
	});
});

test('299 is a success, and 300 is none', () => {
	expect(responded({ status: 299 }).next).toBe('done');
	expect(responded({ status: 300 }).next).toBe('give up');
});
