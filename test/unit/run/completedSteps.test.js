const { once, onceInDoubt, uploadOnce } = require('../../../nodes/Verbit/run/completedSteps');
const { StepError } = require('../../../nodes/Verbit/errors/stepError');

/** @typedef {import('../../../nodes/Verbit/run/completedSteps').Done} Done */

/** @param {boolean} mayHaveArrived */
const failure = (mayHaveArrived) =>
	new StepError({ kind: 'answer', step: 'Add media', what: 'x', remedy: 'y', mayHaveArrived });

test('a step that was done gives what it gave then, and is not done again', async () => {
	/** @type {Done} */
	const done = {};
	await once(done, 'a', async () => ({ n: 1 }));
	expect(await once(done, 'a', async () => ({ n: 2 }))).toEqual({ n: 1 });
});

test('a step that failed is done again', async () => {
	/** @type {Done} */
	const done = {};
	await expect(once(done, 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(await once(done, 'a', async () => ({ n: 2 }))).toEqual({ n: 2 });
});

test.each([true, false])(
	'a call learns whether an earlier one may have arrived: %s',
	async (may) => {
		/** @type {Done} */
		const done = {};
		await onceInDoubt(done, 'a', () => Promise.reject(failure(may))).catch(() => {});
		expect(await onceInDoubt(done, 'a', async (earlier) => ({ ...earlier }))).toEqual({
			mayHaveArrived: may,
		});
	},
);

test.each([
	['kept while it can be used', 60_000, 1],
	['done again when it is gone', -60_000, 2],
])('an upload is %s', async (_what, lifetimeMs, uploads) => {
	/** @type {Done} */
	const done = {};
	const useBefore = new Date(Date.now() + lifetimeMs).toISOString();
	const upload = jest.fn(async () => /** @type {any} */ ({ use_before: useBefore }));
	await uploadOnce(done, 'upload 1', upload);
	await uploadOnce(done, 'upload 1', upload);
	expect(upload).toHaveBeenCalledTimes(uploads);
});
