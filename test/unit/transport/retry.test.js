const { StepError } = require('../../../nodes/Verbit/errors');
const { withRetries } = require('../../../nodes/Verbit/transport/retry');

/** @param {boolean} retriable */
const failure = (retriable) =>
	new StepError({ kind: 'answer', step: 'Upload', what: 'x', remedy: 'y', retriable });
const isRetriable = (/** @type {StepError} */ { details }) => details.retriable === true;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/**
 * Lets all waits pass, and tells how long each was.
 * @param {Promise<unknown>} work
 */
async function passAllWaits(work) {
	let done = false;
	/** @type {number[]} */
	const waits = [];
	work.then(
		() => (done = true),
		() => (done = true),
	);
	for (;;) {
		await jest.advanceTimersByTimeAsync(0);
		if (done) return waits;
		const before = Date.now();
		await jest.advanceTimersToNextTimerAsync();
		waits.push(Date.now() - before);
	}
}

test('an attempt that works is not repeated', async () => {
	const attempt = jest.fn(async () => 'stored');
	await expect(withRetries(attempt, { maxAttempts: 4, isRetriable })).resolves.toBe('stored');
	expect(attempt.mock.calls).toEqual([[1]]);
});

test('an attempt is repeated until it works, each with its number', async () => {
	const attempt = jest.fn(async (/** @type {number} */ number) => {
		if (number < 3) throw failure(true);
		return number;
	});
	const work = withRetries(attempt, { maxAttempts: 4, isRetriable });
	await passAllWaits(work);
	await expect(work).resolves.toBe(3);
	expect(attempt.mock.calls).toEqual([[1], [2], [3]]);
});

test('a failure that a repeat can not mend is thrown at once, as it is', async () => {
	const error = failure(false);
	const attempt = jest.fn(async () => await Promise.reject(error));
	await expect(withRetries(attempt, { maxAttempts: 4, isRetriable })).rejects.toBe(error);
	expect(attempt).toHaveBeenCalledTimes(1);
});

test('an error that is no StepError is never repeated, whatever the predicate says', async () => {
	const attempt = jest.fn(async () => await Promise.reject(new TypeError('a fault of the node')));
	await expect(withRetries(attempt, { maxAttempts: 4, isRetriable: () => true })).rejects.toThrow(
		TypeError,
	);
	expect(attempt).toHaveBeenCalledTimes(1);
});

test('waits double up to 30 seconds, each with jitter, and there is none after the last attempt', async () => {
	const error = failure(true);
	const attempt = jest.fn(async () => await Promise.reject(error));
	const work = withRetries(attempt, { maxAttempts: 9, isRetriable });
	const waits = await passAllWaits(work);
	await expect(work).rejects.toBe(error);
	const ceilings = [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000];
	expect(waits).toHaveLength(ceilings.length);
	waits.forEach((wait, index) => {
		expect(wait).toBeGreaterThanOrEqual(ceilings[index] / 2);
		expect(wait).toBeLessThanOrEqual(ceilings[index]);
	});
});

test('a cancel ends the wait and the attempts', async () => {
	const cancel = new AbortController();
	const error = failure(true);
	const attempt = jest.fn(async () => await Promise.reject(error));
	const work = withRetries(attempt, { maxAttempts: 4, isRetriable, signal: cancel.signal });
	const outcome = expect(work).rejects.toBe(error);
	await jest.advanceTimersByTimeAsync(0);
	cancel.abort();
	await outcome;
	expect(attempt).toHaveBeenCalledTimes(1);
});

test('each wait is told before it begins', async () => {
	const onRetry = jest.fn();
	const error = failure(true);
	const work = withRetries(
		async (number) => {
			if (number === 1) throw error;
		},
		{ maxAttempts: 2, isRetriable, onRetry },
	);
	await passAllWaits(work);
	await work;
	expect(onRetry.mock.calls).toEqual([[error, 1, expect.any(Number)]]);
});

describe('what the other side asks for with Retry-After', () => {
	/** @param {number} retryAfterMs */
	const askingFor = (retryAfterMs) =>
		new StepError({
			kind: 'answer',
			step: 'Upload',
			what: 'x',
			remedy: 'y',
			retriable: true,
			retryAfterMs,
		});

	test('is waited for, where it is more than the wait of our own', async () => {
		const attempt = jest.fn(async (/** @type {number} */ number) => {
			if (number === 1) throw askingFor(40_000);
		});
		const work = withRetries(attempt, { maxAttempts: 2, isRetriable });
		expect(await passAllWaits(work)).toEqual([40_000]);
		await work;
	});

	test('is not waited for where it would hold the schedule up', async () => {
		const error = askingFor(3600_000);
		const attempt = jest.fn(async () => await Promise.reject(error));
		await expect(withRetries(attempt, { maxAttempts: 4, isRetriable })).rejects.toBe(error);
		expect(attempt).toHaveBeenCalledTimes(1);
	});
});
