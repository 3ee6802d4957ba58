import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

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

/** A host that nobody outside of its network reaches: a loopback or private address, or a name without a domain. */
const PRIVATE_HOST =
	/^([^.:[\]]+|.+\.(local|localhost|internal|lan|home\.arpa)|(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+)+|\[(::|::1|::ffff:.*|f[cd].*|fe[89ab].*)\])\.?$/;

/** Whether Verbit's own cloud can't reach a URL. A custom environment may be in the same private network. */
export async function isPrivateUrl(context: IExecuteFunctions, url: string): Promise<boolean> {
	if (!PRIVATE_HOST.test(new URL(url).hostname)) return false;
	const { environment } = await context.getCredentials('verbitApi');
	return environment !== 'custom';
}

export function decodeUri(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
