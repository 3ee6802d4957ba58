import { decodeAs } from '../http/charset';
import { fromRawUtf8 } from '../http/headers';
import { decodeUri } from '../http/url';
import { textIn } from '../inspect/inspect';
import { NAMED_QUERY, withoutLikelySecrets } from '../secrets/shownText';
import { USUAL_EXTENSION } from './recordingFormat';

const MAX_NAME_BYTES = 255;

/** Max length of a name that is read, characters. Searching a text of megabytes for secrets would block n8n. */
const MAX_LENGTH = 800;

const EXTENSION_IN_TYPE = /^\w+\/(?:x-)?(\w{2,4})\s*(;|$)/;

/** Extensions that n8n takes from the registry of MIME types, and that hardly any program knows. */
const REGISTRY_EXTENSION = /(?!^)\.(mpga|oga|qt)$/i;

/** Returns the name to send a file under, never empty. `recordingExtension` belongs to the format of the file's bytes. */
export function safeFileName(known: {
	fileName?: unknown;
	fileExtension?: unknown;
	mimeType?: unknown;
	recordingExtension?: string;
	fallback?: string;
}): string {
	const { fileName, fileExtension, mimeType, recordingExtension, fallback } = known;
	const cleaned = cleanFileName(fileName);
	const isKept = recordingExtension === undefined || USUAL_EXTENSION.test(cleaned);
	if (cleaned !== '' && isKept) return cleaned;
	if (cleaned !== '')
		return withinBytes(`${cleaned.replace(REGISTRY_EXTENSION, '')}.${recordingExtension}`);
	const type = textIn(mimeType).trim().toLowerCase();
	const withoutDot = textIn(fileExtension).replace(/^[\s.]+/, '');
	const declaredExtension = cleanFileName(withoutDot) || EXTENSION_IN_TYPE.exec(type)?.[1];
	const extension = recordingExtension ?? declaredExtension;
	const stem = cleanFileName(fallback) || 'recording';
	return withinBytes(extension ? `${stem}.${extension}` : stem);
}

export function cleanFileName(value: unknown): string {
	const name = decodeWords(shortName(textIn(value).trim()));
	const visible = withoutLikelySecrets(withoutUrlQuery(name))
		// Control characters, halves of surrogate pairs, line separators, and marks that reverse the direction of the text.
		.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '');
	const last = PATH.test(visible) ? visible.replace(/^[^]*[/\\]/, '') : visible.replace(/\//g, '-');
	const trimmed = last.trim();
	// An extension alone isn't a name.
	const isShown = /[^\p{Z}\p{C}\p{DI}\u2800…]/u.test(trimmed.replace(USUAL_EXTENSION, ''));
	return !isShown || /^\.{1,2}$/.test(trimmed) ? '' : withinBytes(trimmed);
}

/** Returns the last path segment of a URL, without keys. Cuts any other long name, but keeps its extension. */
function shortName(name: string): string {
	if (!/^https?:\/\//i.test(name) || !URL.canParse(name))
		return name.length <= MAX_LENGTH ? name : name.slice(0, MAX_LENGTH) + extensionOf(name);
	const last = new URL(name).pathname.replace(/^.*\//s, '').slice(0, MAX_LENGTH);
	return decodeUri(withoutLikelySecrets(`https://h/${last}`).replace('https://h/', ''));
}

/** A name with folders, such as `~/talk.mp4` or `course/unit/talk.mp4`. The slash in `5/11 talk` doesn't separate folders. */
const PATH =
	/^(~|\.\.?)?\/|^[a-z]:\/|:\/\/|\\|^\p{L}[\p{L}\p{N}._-]{2,}\/([\p{L}\p{N}._-]+\/)*[\p{L}\p{N}._-]+\.\w{2,4}$/iu;

/** Removes the query of a signed URL, which a field may hold instead of a name, but keeps an extension at its end. */
function withoutUrlQuery(name: string): string {
	const start = name.search(NAMED_QUERY);
	if (start === -1) return name;
	const rest = name.slice(0, start);
	return USUAL_EXTENSION.test(rest) ? rest : rest + (USUAL_EXTENSION.exec(name)?.[0] ?? '');
}

/** A word that a mail program has encoded (RFC 2047): its charset, form and text, as in `=?UTF-8?Q?Gr=C3=BC=C3=9Fe.mp3?=`. */
const ENCODED_WORD = /=\?([\w-]{1,40})(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=/gi;

function decodeWords(name: string): string {
	const decode = (word: string, charset: string, form: string, content: string) => {
		const text = content.replace(/_/g, ' ').replace(/=([\da-f]{2})/gi, fromHex);
		const isBase64 = form.toLowerCase() === 'b';
		const bytes = isBase64 ? Buffer.from(content, 'base64') : Buffer.from(text, 'latin1');
		return decodeAs(charset, bytes) ?? word;
	};
	return name.replace(/\?=\s+=\?/g, '?==?').replace(ENCODED_WORD, decode);
}

function fromHex(_: string, hex: string): string {
	return String.fromCharCode(parseInt(hex, 16));
}

function withinBytes(name: string): string {
	const extension = extensionOf(name);
	// Every character takes at least a byte, so the rest of a long name can be ignored.
	const stem = [...name.slice(0, Math.min(name.length - extension.length, MAX_NAME_BYTES))];
	while (Buffer.byteLength(stem.join('') + extension) > MAX_NAME_BYTES) stem.pop();
	return stem.join('') + extension;
}

function extensionOf(name: string): string {
	return /\.[^.]{0,15}$/.exec(name.slice(-16))?.[0] ?? '';
}

/** Reads the file name of a `Content-Disposition` header (RFC 6266), also as some hosts write it: raw, or without quotes. */
export function dispositionFileName(header?: string): string | undefined {
	const read = header?.slice(0, 4 * MAX_LENGTH);
	const extended = read?.match(/filename\*\s*=\s*([\w.:-]+)'[^']*'([^;]*[^;\s])/i);
	if (extended) {
		const [, charset, value] = extended;
		const text = value.replace(/^"(.*)"$/, '$1');
		// RFC 8187: bytes of a charset, percent-encoded.
		const raw = text.replace(/%([\da-f]{2})/gi, fromHex);
		return decodeAs(charset, Buffer.from(raw, 'latin1')) ?? text;
	}
	const plain = read?.match(/filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i);
	const name = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2].trim();
	return name ? decodeUri(fromRawUtf8(name)) : undefined;
}

export function inNaturalOrder<T>(files: T[], nameOf: (file: T) => string): T[] {
	// `numeric` puts `part 2` before `part 10`. One fixed locale makes every worker sort alike.
	const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
	return [...files].sort((a, b) => compare(nameOf(a), nameOf(b)));
}
