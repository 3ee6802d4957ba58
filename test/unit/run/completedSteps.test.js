const {
	ATTACH,
	callOnce,
	CompletedSteps,
	uploadOnce,
} = require('../../../nodes/Verbit/run/completedSteps');
const { StepError } = require('../../../nodes/Verbit/errors/stepError');

/** @param {boolean} mayHaveArrived */
const failure = (mayHaveArrived) =>
	new StepError({ kind: 'response', step: 'Add media', what: 'x', remedy: 'y', mayHaveArrived });

test.each([true, false])(
	'a call learns whether an earlier one may have arrived: %s',
	async (may) => {
		const completed = new CompletedSteps();
		await callOnce(completed, 'a', () => Promise.reject(failure(may))).catch(() => {});
		expect(await callOnce(completed, 'a', async (earlier) => ({ ...earlier }))).toEqual({
			mayHaveArrived: may,
		});
	},
);

test('a refusal that is certain takes no doubt away', async () => {
	const completed = new CompletedSteps();
	await callOnce(completed, 'a', () => Promise.reject(failure(true))).catch(() => {});
	await callOnce(completed, 'a', () => Promise.reject(failure(false))).catch(() => {});
	expect(await callOnce(completed, 'a', async (earlier) => ({ ...earlier }))).toEqual({
		mayHaveArrived: true,
	});
});

describe('a step about something else than before', () => {
	const first = { media_url: 'https://h/a.mp4' };

	test.each([
		['completed', async () => ({ n: 1 })],
		['in doubt', () => Promise.reject(failure(true))],
	])('is an error when it was %s', async (_state, call) => {
		const completed = new CompletedSteps();
		await callOnce(completed, 'a', call, first).catch(() => {});
		const other = { media_url: 'https://h/b.mp4' };
		await expect(callOnce(completed, 'a', async () => ({ n: 2 }), other)).rejects.toMatchObject({
			details: { code: 'SOURCE_CHANGED' },
		});
	});

	test('is the same one when only the signature of its link is new', async () => {
		const completed = new CompletedSteps();
		const signed = (/** @type {string} */ signature) => ({
			media_url: `https://h/a.mp4?AWSAccessKeyId=A&Expires=1&Signature=${signature}`,
		});
		await callOnce(completed, 'a', async () => ({ n: 1 }), signed('x'));
		expect(await callOnce(completed, 'a', async () => ({ n: 2 }), signed('y'))).toEqual({ n: 1 });
	});
});

describe('an upload', () => {
	/** @param {number} lifetimeMs @param {boolean} isAttached */
	async function uploadTwice(lifetimeMs, isAttached) {
		const completed = new CompletedSteps();
		const useBefore = new Date(Date.now() + lifetimeMs).toISOString();
		const upload = jest.fn(async () => /** @type {any} */ ({ use_before: useBefore }));
		await uploadOnce(completed, 'upload 1', upload);
		if (isAttached) await callOnce(completed, ATTACH, async () => ({}));
		await uploadOnce(completed, 'upload 1', upload);
		return upload;
	}

	test.each([
		['kept while it can be used', 60_000, false, 1],
		['sent again when it is gone', -60_000, false, 2],
		['kept when it was attached before it expired', -60_000, true, 1],
	])('is %s', async (_what, lifetimeMs, isAttached, uploads) => {
		expect(await uploadTwice(lifetimeMs, isAttached)).toHaveBeenCalledTimes(uploads);
	});
});
