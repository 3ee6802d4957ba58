import type { INodeProperties } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { describeValue } from '../secrets/shownText';

/** Reads a URL exactly as entered: rewriting would break a signature. @param field whose placeholder is the example */
export function readHttpUrl(
	{ displayName: field, placeholder }: Pick<INodeProperties, 'displayName' | 'placeholder'>,
	value: unknown,
): string {
	const text = typeof value === 'string' ? value.trim() : (value ?? '');
	if (text === '') {
		const example = `a complete URL, for example ${String(placeholder).replace('e.g. ', '')}`;
		throw createError('FIELD_EMPTY', { field, example });
	}
	if (!isHttpUrl(text)) throw createError('URL_INVALID', { field, url: describeValue(text) });
	return text;
}

export function isHttpUrl(value: unknown): value is string {
	if (typeof value !== 'string' || /\s/.test(value)) return false;
	return /^https?:\/\/[^/?#]/i.test(value) && URL.canParse(value);
}

export function decodeUri(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
