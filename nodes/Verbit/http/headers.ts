import { decodeAs } from './charset';

/** Decodes UTF-8 in a header, because Node.js makes a character of each byte. */
export function fromRawUtf8(name: string): string {
	if (/[^\0-\xff]/.test(name)) return name;
	return decodeAs('utf-8', Buffer.from(name, 'latin1')) ?? name;
}

/** Reads `Retry-After` (RFC 9110, 10.2.3), seconds or a date, as ms from now, at least 0. Header names must be in lower case. */
export function retryAfterMs(headers: Record<string, unknown>): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string') return undefined;
	if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
	const time = Date.parse(value);
	// The host's `Date` counts if it sends one, because this computer's clock may be wrong.
	const now = Date.parse(String(headers.date)) || Date.now();
	return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

export function encodingOf(header = ''): string | undefined {
	const isPlain = /^([\s,]|identity|none|aws-chunked|binary)*$/i.test(header);
	return isPlain ? undefined : header.trim().toLowerCase().slice(0, 50);
}

export const UNKNOWN_TYPE = 'application/octet-stream';

/** The Content-Type of a form. n8n's HTTP client would turn a body of this type into a form. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Returns whether a text can be sent as a Content-Type. A control character would end the header early. */
export function isMediaType(text: string): boolean {
	return /^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/.test(text);
}
