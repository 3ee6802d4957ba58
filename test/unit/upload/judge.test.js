const { judge } = require('../../../nodes/Verbit/upload/judge');

const place = {
	fileName: 'talk.wav',
	jobId: 17,
	host: 'store.example.com',
	urlIsOld: false,
	sourceMayRecover: false,
};
/** @param {import('../../../nodes/Verbit/upload/storeAnswer').StoreAnswer} answer */
const answered = (answer, more = {}) =>
	judge({ ...place, ...more }, { kind: 'answered', answer, sentMd5: 'a'.repeat(32) }, true);

describe('what comes after an answer of the store', () => {
	test.each(
		/** @type {Array<[string, import('../../../nodes/Verbit/upload/storeAnswer').StoreAnswer, object, string]>} */ ([
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
			['404', { status: 404, code: 'NoSuchBucket' }, {}, 'give up'],
			['307', { status: 307 }, {}, 'give up'],
		]),
	)('%s', (_what, answer, more, next) => {
		expect(answered(answer, more).next).toBe(next);
	});
});

test('an answer that comes before the whole file went out is no success', () => {
	const verdict = judge(place, { kind: 'answered', answer: { status: 200 } }, true);
	expect(verdict).toMatchObject({ next: 'same URL' });
});

test('a different MD5 does not matter where the user does not want it compared', () => {
	const answer = { status: 200, storedMd5: 'b'.repeat(32) };
	const verdict = judge(place, { kind: 'answered', answer, sentMd5: 'a'.repeat(32) }, false);
	expect(verdict).toEqual({ next: 'done', md5: 'a'.repeat(32), integrity: 'unverified' });
});

test('a source that failed is read again where that may help, and only there', () => {
	const outcome = /** @type {const} */ ({ kind: 'sourceFailed', error: new Error('gone') });
	expect(judge(place, outcome, true).next).toBe('give up');
	expect(judge({ ...place, sourceMayRecover: true }, outcome, true).next).toBe('same URL');
});

test('a signature in what the store says is not told on', () => {
	const message = 'See https://h/x?X-Amz-Signature=TopSecret';
	const verdict = answered({ status: 400, code: 'X', message });
	expect('error' in verdict && verdict.error.message).toBe(
		'Upload "talk.wav" for job 17: the store answered 400 X (See https://h/x?…)',
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

	/** @param {import('../../../nodes/Verbit/upload/storeAnswer').StoreAnswer} answer */
	const refused = (answer) => told({ kind: 'answered', answer, sentMd5: 'a'.repeat(32) });

	test('of a stall is the host, the option and that the same URL is tried again', () => {
		expect(told({ kind: 'stalled' })).toMatchObject({
			next: 'same URL',
			kind: 'answer',
			step: 'Upload',
			fileName: 'talk.wav',
			jobId: 17,
			retriable: true,
			message:
				'Upload "talk.wav" for job 17: no byte moved to store.example.com for as long as the option Stall Timeout allows',
			remedy: 'Check the network, or raise the option Stall Timeout.',
		});
	});

	test('of a cut is the host and the reason', () => {
		const error = Object.assign(new Error('x'), { code: 'ECONNRESET' });
		expect(told({ kind: 'cut', error })).toMatchObject({
			next: 'same URL',
			what: 'the connection to store.example.com ended without an answer (ECONNRESET)',
			remedy: 'Check the network and the proxy, and try again.',
		});
	});

	test('of a source is its reason, without queries of URLs', () => {
		const error = new Error('GET https://h/x?sig=TopSecret broke off');
		expect(told({ kind: 'sourceFailed', error })).toMatchObject({
			next: 'give up',
			retriable: false,
			what: 'the file could not be read: GET https://h/x?… broke off',
			remedy:
				'Check the node that made the file, and run the workflow again. The store has kept nothing of it.',
		});
	});

	test('of an answer before the whole file is that', () => {
		expect(told({ kind: 'answered', answer: { status: 200 } })).toMatchObject({
			what: 'the store answered before it had the whole file',
			remedy: 'Try again. If it comes back, the proxy in between is to be looked at.',
		});
	});

	test('of other bytes are both checksums', () => {
		expect(refused({ status: 200, storedMd5: 'b'.repeat(32) })).toMatchObject({
			what: `the store has other bytes (MD5 ${'b'.repeat(32)}) than were sent (MD5 ${'a'.repeat(32)})`,
			remedy:
				'Try again. If it comes back, and the store is known to give no MD5 as its ETag, switch off the option Verify Integrity.',
		});
	});

	test('of a refusal is the status, the code and what the store asks for', () => {
		expect(refused({ status: 503, code: 'SlowDown', retryAfterMs: 7000 })).toMatchObject({
			httpCode: '503',
			errorType: 'SlowDown',
			retryAfterMs: 7000,
			remedy: 'The store is busy or down. Try again later, or raise the option Max Attempts.',
		});
	});

	test('of an ended URL is how to get another', () => {
		expect(refused({ status: 400, message: 'Token Expired' })).toMatchObject({
			next: 'new URL',
			retriable: true,
			remedy: 'The upload URL has ended. Ask for a new one right before the upload.',
		});
	});

	const OTHER =
		'The store does not take this upload. Check that nothing between n8n and the store changes requests.';
	test.each([
		[{ status: 307 }, /^A redirect is not followed: the URL is signed for one host\. Try again/],
		[{ status: 399 }, /^A redirect is not followed/],
		[{ status: 400 }, OTHER],
		[{ status: 403, code: 'AccessDenied' }, OTHER],
		[
			{ status: 403, code: 'SignatureDoesNotMatch' },
			'The URL is signed for another request. If it is signed for a Content-Type, set that type in the option Content Type.',
		],
		[
			{ status: 400, code: 'EntityTooLarge' },
			'One upload carries at most 5 GiB. Split or compress the recording.',
		],
		[{ status: 413 }, 'One upload carries at most 5 GiB. Split or compress the recording.'],
		[{ status: 501 }, OTHER],
	])('of %j is what to do about it', (answer, remedy) => {
		expect(refused(answer)).toMatchObject({
			next: 'give up',
			retriable: false,
			remedy: typeof remedy === 'string' ? remedy : expect.stringMatching(remedy),
		});
	});

	test.each([404, 409, 412])('"expired" in a %d is not about the URL', (status) => {
		expect(refused({ status, message: 'The lease has expired' }).next).toBe('give up');
	});
});

test('299 is a success, and 300 is none', () => {
	expect(answered({ status: 299 }).next).toBe('done');
	expect(answered({ status: 300 }).next).toBe('give up');
});
