import { fault } from '../errors/fault';
import { describeUrl } from './redact';

/**
 * A URL that Verbit or this node can call.
 * @param field the parameter's display name, for the message
 * @returns the URL exactly as entered: rewriting it would break a signature
 * @throws StepError when it is missing or not http(s)
 */
export function readHttpUrl(field: string, value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') throw fault('URL_MISSING', { field });
	if (!isHttpUrl(text)) throw fault('URL_INVALID', { field, url: describeUrl(text) });
	return text;
}

/** Absolute, http or https, and without characters that need encoding first. */
export function isHttpUrl(value: unknown): value is string {
	if (typeof value !== 'string' || /\s/.test(value)) return false;
	return /^https?:\/\/[^/?#]/i.test(value) && URL.canParse(value);
}
