const { judge } = require('../../../nodes/Verbit/upload/judge');

const place = {
	fileName: 'talk.wav',
	jobId: 17,
	host: 'store.example.com',
	urlIsOld: false,
	sourceMayRecover: false,
};
/** @param {import('../../../nodes/Verbit/transport/storeAnswer').StoreAnswer} answer */
const answered = (answer, more = {}) =>
	judge({ ...place, ...more }, { kind: 'answered', answer, sentMd5: 'a'.repeat(32) }, true);

describe('what comes after an answer of the store', () => {
	test.each(
		/** @type {Array<[string, import('../../../nodes/Verbit/transport/storeAnswer').StoreAnswer, object, string]>} */ ([
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
