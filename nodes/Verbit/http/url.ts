import type { INodeProperties } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { describeValue } from '../secrets/shownValue';

/**
 * Returns the URL exactly as entered: rewriting it would break a signature.
 * @param field its placeholder is the example for a field without a URL
 */
export function readHttpUrl(
	{ displayName: field, placeholder = '' }: Pick<INodeProperties, 'displayName' | 'placeholder'>,
	value: unknown,
): string {
	const text = typeof value === 'string' ? value.trim() : (value ?? '');
	if (text === '') {
		const example = `a complete URL, for example ${placeholder.replace(/^e\.g\. /, '')}`;
		throw createError('FIELD_EMPTY', { field, example });
	}
	if (!isHttpUrl(text)) throw createError('URL_INVALID', { field, url: describeValue(text) });
	return text;
}

export function isHttpUrl(value: unknown): value is string {
	if (typeof value !== 'string' || /\s/.test(value)) return false;
	return /^https?:\/\/[^/?#]/i.test(value) && URL.canParse(value);
}

/** A host that nobody outside of its network reaches: a loopback or private address, or a name without a domain. */
const PRIVATE_HOST =
	/^([^.:[\]]+|.+\.(local|localhost|internal|lan)|(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+)+|\[(::|::1|f[cd].*|fe[89ab].*)\])$/;

export function isPrivate(url: string): boolean {
	return PRIVATE_HOST.test(new URL(url).hostname);
}

export function decodeUri(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
