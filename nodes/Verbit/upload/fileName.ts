import { decodeAs, fromRawUtf8 } from '../http/headers';
import { decodeUri } from '../http/url';
import { withoutPatterns } from '../secrets/shownText';

/** Limit of file systems and object stores. */
const MAX_NAME_BYTES = 255;

/** Of most types of media the second part is an extension, such as video/mp4 and audio/x-wav. */
const EXTENSION_IN_TYPE = /^\w+\/(?:x-)?(\w{2,4})\s*(;|$)/;

/**
 * The name to send a file under: without folders and control characters, never empty. A node may have output any
 * value as a part of it: other types than text and number count as missing.
 * @param parts `property` names a file that has no name; without it `recording` does
 */
export function mediaFileName(parts: {
	fileName?: unknown;
	fileExtension?: unknown;
	mimeType?: unknown;
	property?: string;
}): string {
	const { fileName, fileExtension, mimeType, property } = parts;
	const cleaned = cleanFileName(fileName);
	if (cleaned !== '') return cleaned;
	const type = textOrEmpty(mimeType).trim().toLowerCase();
	const extension = cleanFileName(fileExtension) || EXTENSION_IN_TYPE.exec(type)?.[1];
	const stem = cleanFileName(property) || 'recording';
	return extension ? `${stem}.${extension}` : stem;
}

function cleanFileName(name: unknown): string {
	const visible = withoutPatterns(withoutUrl(textOrEmpty(name)))
		// Control characters, halves of pairs, line separators and marks that turn the direction of the text around.
		.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '')
		.replace(/^[^]*[/\\]/, '');
	const trimmed = visible.trim();
	const isShown = /[^\p{Z}\p{C}\p{DI}\u2800…]/u.test(trimmed);
	return !isShown || /^\.{1,2}$/.test(trimmed) ? '' : withinBytes(trimmed);
}

const QUERY = /(\?[\w.~%[\]-]{1,100}=|%(25)*3f[\w.~%-]{1,100}?%(25)*3d).*/is;

/** A field may contain a signed URL instead of a name: its query is a secret. */
function withoutUrl(name: string): string {
	const isUrl = /^\s*https?:\/\//i.test(name);
	return (isUrl ? decodeUri(withoutPatterns(name).split(/[?#]/)[0]) : name).replace(QUERY, '');
}

function textOrEmpty(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function withinBytes(name: string): string {
	const extension = /\.[^.]{0,15}$/.exec(name)?.[0] ?? '';
	// Every character takes at least a byte, so the rest of a long name can be ignored.
	const stem = [...name.slice(0, Math.min(name.length - extension.length, MAX_NAME_BYTES))];
	while (Buffer.byteLength(stem.join('') + extension) > MAX_NAME_BYTES) stem.pop();
	return stem.join('') + extension;
}

/**
 * The file name of a `Content-Disposition` header (RFC 6266). The encoded form wins, because it can hold every
 * character. Some hosts write raw UTF-8 there, or names with spaces without quotes.
 */
export function dispositionFileName(header?: string): string | undefined {
	const extended = header?.match(/filename\*\s*=\s*([\w.:-]+)'[^']*'([^;]*[^;\s])/i);
	if (extended) return decodeExtended(extended[2].replace(/^"(.*)"$/, '$1'), extended[1]);
	const plain = header?.match(/filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i);
	const name = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2].trim();
	return name ? fromRawUtf8(name) : undefined;
}

/** RFC 8187: bytes of a charset, percent-encoded. A value that isn't comes back unchanged. */
function decodeExtended(text: string, charset: string): string {
	const raw = text.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(parseInt(hex, 16)),
	);
	return decodeAs(charset, Buffer.from(raw, 'latin1')) ?? text;
}

/** `numeric` puts `part 2` before `part 10`. One fixed locale makes every worker sort alike. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Names that differ only in letter case keep their order. */
export function inNaturalOrder<T>(files: T[], nameOf: (file: T) => string): T[] {
	return [...files].sort((a, b) => collator.compare(nameOf(a), nameOf(b)));
}
