import { StepError } from '../errors/stepError';
import { cancellableSleep } from './sleep';

const FIRST_DELAY_MS = 500;

const MAX_DELAY_MS = 30_000;

const MAX_RETRY_AFTER_MS = 5 * 60_000;

/** Runs `attempt` until it succeeds, at most `maxAttempts` times. An abort of `signal` ends the pause between two attempts. */
export async function withRetries<T>(
	attempt: (attemptNumber: number) => Promise<T>,
	options: {
		maxAttempts: number;
		signal?: AbortSignal;
		isRetriable?: (error: StepError) => boolean;
		onRetry?: (error: StepError, attempt: number, delayMs: number) => void;
	},
): Promise<T> {
	const { maxAttempts, signal, onRetry } = options;
	const { isRetriable = ({ details }) => details.retriable === true } = options;
	for (let number = 1; ; number++) {
		const outcome = await attempt(number).then(
			(value) => ({ value }),
			(error: unknown) => ({ error }),
		);
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

/** Returns the pause after an attempt, ms: exponential back-off, with jitter so that many workers don't try again at once. */
function delayAfter(attempt: number, { details: { response } }: StepError): number {
	const ceiling = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
	const ownDelay = Math.round(ceiling * (0.5 + Math.random() / 2));
	return Math.max(ownDelay, response?.retryAfterMs ?? 0);
}
