import { createError } from '../errors/createError';
import { type ErrorDetails, StepError } from '../errors/stepError';
import { fieldsOf } from '../inspect/inspect';
import { endedAfterConnection, endedBeforeConnection, isBlockedByN8n } from '../n8n/requestErrors';
import { cut } from '../secrets/shownText';
import { isRetriableStatus, PROXY_LOGIN_REQUIRED } from './openResponse';
import { cancellableSleep } from './sleep';

/** Error codes of Node.js and axios for a connection that wasn't made, so that nothing can have arrived. */
const NOT_SENT_CODE =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_INVALID_URL|ERR_UNESCAPED_CHARACTERS)$/;

const CERTIFICATE_CODE = /CERT|^UNABLE_TO_(GET|VERIFY|DECODE)_|^(HOSTNAME_MISMATCH|INVALID_CA)$/;

/** Other codes of a failed TLS handshake. DECRYPTION_FAILED is excluded, because it may also come during a response. */
const HANDSHAKE_CODE = /^(EPROTO$|ERR_(SSL|TLS)_(?!DECRYPTION_FAILED))/;

/** Part of Node.js's message, with the code ECONNRESET, for a connection closed before encryption was agreed on. */
const NO_HANDSHAKE = 'before secure TLS connection was established';

interface NetworkFailure {
	/** A code such as `ECONNRESET`, or the error's message. */
	reason: string;
	/** Whether the request certainly didn't arrive. */
	isNotSent: boolean;
	isCertificate: boolean;
	isBlocked: boolean;
}

/**
 * Reads the error of n8n's request helper for a request without a response. n8n may have wrapped the error.
 * @param deadline signal of the request's time limit: the error doesn't say that the limit ended the request
 */
export function readNetworkFailure(error: unknown, deadline?: AbortSignal): NetworkFailure {
	const cause = fieldsOf(error).cause ?? error;
	const code = deadline?.aborted ? 'ETIMEDOUT' : (networkCode(error) ?? networkCode(cause));
	const isBlocked = isBlockedByN8n(error);
	const isCertificate = CERTIFICATE_CODE.test(String(code));
	const isNotSent =
		isBlocked ||
		isCertificate ||
		endedBeforeConnection(error) ||
		NOT_SENT_CODE.test(String(code)) ||
		// A host may also end an encrypted connection with these codes.
		(HANDSHAKE_CODE.test(String(code)) && !endedAfterConnection(error)) ||
		(code !== undefined && messageOf(cause).includes(NO_HANDSHAKE));
	return { reason: code ?? messageOf(cause), isNotSent, isCertificate, isBlocked };
}

export function unreachableError(
	{ reason, isCertificate, isBlocked }: NetworkFailure,
	host: string,
	details: ErrorDetails,
): StepError {
	const values = { host, reason };
	if (!isCertificate && !isBlocked) return createError('HOST_UNREACHABLE', values, details);
	const cause = isCertificate ? 'certificate' : 'blocked';
	return createError('HOST_UNREACHABLE', { ...values, cause }, { ...details, retriable: false });
}

/** Returns the error of a host that is busy or down, or of a proxy that requires a login; undefined for any other status. */
export function hostError(
	status: number,
	values: { host: string; response: string | number },
	details: ErrorDetails,
): StepError | undefined {
	if (status === PROXY_LOGIN_REQUIRED) return createError('PROXY_LOGIN_REQUIRED', values, details);
	if (!isRetriableStatus(status)) return undefined;
	return createError('HOST_BUSY', values, { ...details, retriable: true });
}

function messageOf(error: unknown): string {
	return cut(String(fieldsOf(error).message ?? 'no reason given'));
}

function networkCode(error: unknown): string | undefined {
	const { code } = fieldsOf(error);
	return typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? code : undefined;
}

const FIRST_DELAY_MS = 500;

const MAX_DELAY_MS = 30_000;

/** The longest Retry-After that the node waits for, ms. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;

/**
 * Runs `attempt` until it succeeds, fails in a way that a repeat can't fix, or has run `maxAttempts` times; then throws the last
 * error. An abort of `signal` ends the wait between two attempts.
 * @param attempt gets its number, from 1
 * @param options `onRetry` is called before each wait
 */
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
