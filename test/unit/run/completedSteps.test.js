const { runOnce, callOnce, uploadOnce } = require('../../../nodes/Verbit/run/completedSteps');
const { StepError } = require('../../../nodes/Verbit/errors/stepError');

/** @typedef {import('../../../nodes/Verbit/run/completedSteps').CompletedSteps} CompletedSteps */

/** @param {boolean} mayHaveArrived */
const failure = (mayHaveArrived) =>
	new StepError({ kind: 'answer', step: 'Add media', what: 'x', remedy: 'y', mayHaveArrived });

test('a step that was completed gives what it gave then, and is not completed again', async () => {
	/** @type {CompletedSteps} */
	const completed = {};
	await runOnce(completed, 'a', async () => ({ n: 1 }));
	expect(await runOnce(completed, 'a', async () => ({ n: 2 }))).toEqual({ n: 1 });
});

test('a step that failed is completed again', async () => {
	/** @type {CompletedSteps} */
	const completed = {};
	await expect(runOnce(completed, 'a', () => Promise.reject(new Error('no')))).rejects.toThrow(
		'no',
	);
	expect(await runOnce(completed, 'a', async () => ({ n: 2 }))).toEqual({ n: 2 });
});

test.each([true, false])(
	'a call learns whether an earlier one may have arrived: %s',
	async (may) => {
		/** @type {CompletedSteps} */
		const completed = {};
		await callOnce(completed, 'a', () => Promise.reject(failure(may))).catch(() => {});
		expect(await callOnce(completed, 'a', async (earlier) => ({ ...earlier }))).toEqual({
			mayHaveArrived: may,
		});
	},
);

test.each([
	['kept while it can be used', 60_000, 1],
	['completed again when it is gone', -60_000, 2],
])('an upload is %s', async (_what, lifetimeMs, uploads) => {
	/** @type {CompletedSteps} */
	const completed = {};
	const useBefore = new Date(Date.now() + lifetimeMs).toISOString();
	const upload = jest.fn(async () => /** @type {any} */ ({ use_before: useBefore }));
	await uploadOnce(completed, 'upload 1', upload);
	await uploadOnce(completed, 'upload 1', upload);
	expect(upload).toHaveBeenCalledTimes(uploads);
});
