import { redactUrls } from './redact';

/** Codes of Node.js and axios that mean: no connection was made, so nothing can have arrived. */
const NOT_SENT_CODES = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Longest part of a foreign message that is told on, characters. */
const MAX_REASON_LENGTH = 200;

/** What is known of a request that got no answer. */
export interface NetworkFailure {
	/** A code such as `ECONNRESET`, or a text. Never with the query of a URL in it. */
	reason: string;
	/** Whether it is certain that the request did not arrive. */
	notSent: boolean;
}

/** Reads the error that n8n's request helper throws when there is no HTTP answer; n8n may have wrapped it. */
export function readNetworkFailure(error: unknown): NetworkFailure {
	const cause = (error as { cause?: unknown }).cause ?? error;
	const code = codeOf(error) ?? codeOf(cause);
	if (code === undefined) return { reason: messageOf(cause), notSent: false };
	return { reason: code, notSent: NOT_SENT_CODES.includes(code) };
}

function messageOf(error: unknown): string {
	const { message } = error as { message?: unknown };
	return redactUrls(String(message ?? 'no reason given')).slice(0, MAX_REASON_LENGTH);
}

function codeOf(error: unknown): string | undefined {
	const { code } = error as { code?: unknown };
	return typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? code : undefined;
}

/** HTTP statuses after which the same request may work: timeout, too many requests, and faults of the server. */
export function isRetriableStatus(status: number): boolean {
	return status === 408 || status === 429 || status >= 500;
}
