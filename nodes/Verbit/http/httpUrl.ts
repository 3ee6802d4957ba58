import { inputError } from '../errors/stepError';
import { describeUrl } from './redact';

/**
 * A URL that the service or this node can call.
 * @param field the parameter's display name, for the message
 * @returns the URL as it was given: a signed one must not be written anew
 * @throws StepError when it is missing or not http(s)
 */
export function readHttpUrl(field: string, value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '')
		throw inputError(
			`${field} is empty`,
			'Give a complete link, e.g. https://example.com/talk.mp4.',
		);
	if (!isHttpUrl(text)) {
		throw inputError(
			`${field} is no http or https link: ${describeUrl(text)}`,
			'Give a complete link that starts with https:// (or http://) and has no spaces in it.',
		);
	}
	return text;
}

/** Absolute, http or https, and nothing that would have to be encoded first. */
export function isHttpUrl(value: unknown): value is string {
	if (typeof value !== 'string' || /\s/.test(value)) return false;
	return /^https?:\/\/[^/?#]/i.test(value) && URL.canParse(value);
}
