import type { INodeProperties } from 'n8n-workflow';

import { advise, causeOf, createError } from '../errors/createError';
import { describeValue } from '../secrets/shownValue';
import { readSignedUrl } from './signedUrl';

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

/** Verbit needs a URL that is valid for at least this long when it is sent, ms. */
const REQUIRED_LIFETIME_MS = 24 * 60 * 60 * 1000;

const MINUTE_MS = 60_000;

/** A URL signed for exactly 24 hours has a little less when it gets here, ms. */
const GRACE_MS = 10 * MINUTE_MS;

/** @param required ms that the URL must still be valid for */
export function checkLifetime(field: string, url: string, required = REQUIRED_LIFETIME_MS): void {
	const { expiresAt } = readSignedUrl(url);
	if (expiresAt === undefined) return;
	const left = expiresAt - Date.now();
	if (left >= required - GRACE_MS) return;
	const time = `${new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
	const values = { field, time, url };
	if (left > 0) {
		const cause = causeOf('URL_EXPIRES_SOON', field);
		const soon = { ...values, cause, left: durationInWords(left) };
		throw advise(createError('URL_EXPIRES_SOON', soon), 'SEND_ANYWAY', {});
	}
	throw createError('URL_EXPIRED', { ...values, ago: durationInWords(-left) });
}

/** E.g. `90 s`, `59 min`, `3 h 5 min`, `2 d 1 h`. Less than a second counts as one. */
export function durationInWords(ms: number): string {
	if (ms < 2 * MINUTE_MS) return `${Math.max(1, Math.floor(ms / 1000))} s`;
	const minutes = Math.floor(ms / MINUTE_MS);
	const hours = Math.floor(minutes / 60);
	const [large, small] =
		hours < 24
			? [`${hours} h`, `${minutes % 60} min`]
			: [`${Math.floor(hours / 24)} d`, `${hours % 24} h`];
	return [large, small].filter((part) => !part.startsWith('0 ')).join(' ');
}

export function decodeUri(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
