import { StepError } from '../errors/stepError';
import { cancellableSleep } from './cancellation';

/** Wait before the second attempt, ms; it doubles with each further one. */
const FIRST_DELAY_MS = 500;

/** No wait of our own is longer, ms, whatever the number of attempts. */
const MAX_DELAY_MS = 30_000;

/** The longest Retry-After to wait for, ms. After a longer one, the schedule's next run tries again. */
export const MAX_RETRY_AFTER_MS = 5 * 60_000;

export interface RetryOptions {
	/** 1 or more, the first one included. */
	maxAttempts: number;
	signal?: AbortSignal;
	/** Whether the same attempt may work a little later. */
	isRetriable: (error: StepError) => boolean;
	/** Called before each wait. */
	onRetry?: (error: StepError, attempt: number, delayMs: number) => void;
}

/**
 * Runs `attempt` until it succeeds, fails in a way that a repeat can't fix, or has run `maxAttempts` times. The
 * last error is thrown unchanged. There is no wait after it, and none after a cancel.
 * @param attempt gets its number, from 1
 */
export async function withRetries<T>(
	attempt: (attemptNumber: number) => Promise<T>,
	{ maxAttempts, signal, isRetriable, onRetry }: RetryOptions,
): Promise<T> {
	for (let number = 1; ; number++) {
		const outcome = await settle(attempt(number));
		if ('value' in outcome) return outcome.value;
		const { error } = outcome;
		if (!(error instanceof StepError) || !isRetriable(error)) throw error;
		const delay = delayAfter(number, error);
		if (number >= maxAttempts || delay > MAX_RETRY_AFTER_MS || signal?.aborted) throw error;
		onRetry?.(error, number, delay);
		await cancellableSleep(delay, signal);
		if (signal?.aborted) throw error;
	}
}

async function settle<T>(work: Promise<T>): Promise<{ value: T } | { error: unknown }> {
	return await work.then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
}

/** Exponential back-off; the jitter keeps many workers from coming back at the same moment. */
function delayAfter(attempt: number, { details: { retryAfterMs = 0 } }: StepError): number {
	const ceiling = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
	const ownDelay = Math.round(ceiling * (0.5 + Math.random() / 2));
	return Math.max(ownDelay, retryAfterMs);
}
