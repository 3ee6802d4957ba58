const { StepError } = require('../../../nodes/Verbit/errors/stepError');
const { withRetries } = require('../../../nodes/Verbit/http/retry');

/** @param {boolean} retriable */
const failure = (retriable) =>
	new StepError({ kind: 'response', step: 'Upload', message: 'x', remedy: 'y', retriable });
const isRetriable = (/** @type {StepError} */ { details }) => details.retriable === true;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/**
 * Lets the work come to its end, and tells how long each wait between two attempts was.
 * @param {Promise<unknown>} work
 * @param {number[]} begun when each attempt began
 */
async function waitsOf(work, begun) {
	let done = false;
	const end = () => (done = true);
	work.then(end, end);
	while (!done) await jest.advanceTimersToNextTimerAsync();
	return begun.slice(1).map((time, index) => time - begun[index]);
}

/**
 * An attempt that keeps the time at which each of its calls began.
 * @param {(attempt: number) => Promise<unknown>} implementation
 */
function timed(implementation) {
	/** @type {number[]} */
	const begun = [];
	const attempt = jest.fn(async (/** @type {number} */ number) => {
		begun.push(Date.now());
		return await implementation(number);
	});
	return { attempt, begun };
}

test('an attempt that works is not repeated', async () => {
	const attempt = jest.fn(async () => 'stored');
	await expect(withRetries(attempt, { maxAttempts: 4, isRetriable })).resolves.toBe('stored');
	expect(attempt.mock.calls).toEqual([[1]]);
});

test('an attempt is repeated until it works, each with its number', async () => {
	const { attempt, begun } = timed(async (number) => {
		if (number < 3) throw failure(true);
		return number;
	});
	const work = withRetries(attempt, { maxAttempts: 4, isRetriable });
	await waitsOf(work, begun);
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
	const { attempt, begun } = timed(async () => await Promise.reject(error));
	const work = withRetries(attempt, { maxAttempts: 9, isRetriable });
	const waits = await waitsOf(work, begun);
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
	await jest.advanceTimersByTimeAsync(250);
	await outcome;
	expect(jest.getTimerCount()).toBe(0);
	expect(attempt).toHaveBeenCalledTimes(1);
});

test('each wait is told before it begins', async () => {
	const onRetry = jest.fn();
	const error = failure(true);
	const { attempt, begun } = timed(async (number) => {
		if (number === 1) throw error;
	});
	const work = withRetries(attempt, { maxAttempts: 2, isRetriable, onRetry });
	await waitsOf(work, begun);
	await work;
	expect(onRetry.mock.calls).toEqual([[error, 1, expect.any(Number)]]);
});

describe('what the other side asks for with Retry-After', () => {
	/** @param {number} retryAfterMs */
	const askingFor = (retryAfterMs) =>
		new StepError({
			kind: 'response',
			step: 'Upload',
			message: 'x',
			remedy: 'y',
			retriable: true,
			retryAfterMs,
		});

	test.each([
		['where it is more than the wait of our own', 40_000],
		['up to five minutes', 300_000],
	])('is waited for, %s', async (_when, ms) => {
		const { attempt, begun } = timed(async (number) => {
			if (number === 1) throw askingFor(ms);
		});
		const work = withRetries(attempt, { maxAttempts: 2, isRetriable });
		expect(await waitsOf(work, begun)).toEqual([ms]);
		await work;
	});

	test('is not waited for where it would hold the schedule up', async () => {
		const error = askingFor(3600_000);
		const attempt = jest.fn(async () => await Promise.reject(error));
		await expect(withRetries(attempt, { maxAttempts: 4, isRetriable })).rejects.toBe(error);
		expect(attempt).toHaveBeenCalledTimes(1);
	});
});
