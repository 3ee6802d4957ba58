import { PAGE_BEGINNING_BYTES } from './body';

/** Returns the encoding that a byte order mark names. UTF-16 without a mark is recognized by its first `<`, `{` or `[`. */
export function unicodeIn(bytes: Buffer): string | undefined {
	const text = bytes.toString('latin1', 0, PAGE_BEGINNING_BYTES);
	if (text.startsWith('\xef\xbb')) return 'utf-8';
	if (/^(\xff\xfe|([\t\n\r ]\0)*[<{[]\0)/.test(text)) return 'utf-16le';
	return /^(\xfe\xff|(\0[\t\n\r ])*\0[<{[])/.test(text) ? 'utf-16be' : undefined;
}

export function decodeText(bytes: Buffer): string {
	return new TextDecoder(unicodeIn(bytes)).decode(bytes);
}

/** Decodes bytes; undefined if the charset is unknown or lacks some of them. A cut text may end within a character. */
export function decodeAs(charset: string, bytes: Buffer, isCut = false): string | undefined {
	try {
		const decoder = new TextDecoder(charset, { fatal: true });
		// Node.js 20 decodes Windows-1252 correctly only with `stream`.
		const text = decoder.decode(bytes, { stream: true });
		return isCut ? text : text + decoder.decode();
	} catch {
		return undefined;
	}
}

/** The charset of most Western texts that aren't UTF-8. Windows-1252 has a character for every byte. */
const LEGACY_CHARSET = 'windows-1252';

/** Bytes that UTF-16 (NUL) and charsets with escapes (ESC) have, and that captions in UTF-8 hardly ever have. */
const OF_OTHER_CHARSETS = ['\0', '\x1b'];

/**
 * Decodes a text in the first charset that has all of its bytes: the byte order mark's, UTF-8, the Content-Type's, the XML
 * declaration's. Valid UTF-8 is hardly ever anything else, but servers name other charsets for it. Without such a charset, one
 * is guessed.
 * @param isCut whether the text may end within a character
 */
export function decodeBody(bytes: Buffer, contentType = '', isCut = false) {
	const [, charsetOfType] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
	const beginning = bytes.toString('latin1', 0, 200);
	// A declaration that is readable as single bytes isn't UTF-16, whatever it says.
	const [, declared] = /^<\?xml[^>]*\sencoding=["'](?!u)([\w-]+)/i.exec(beginning) ?? [];
	const maybeUtf8 = OF_OTHER_CHARSETS.some((byte) => bytes.includes(byte)) ? undefined : 'utf-8';
	for (const charset of [unicodeIn(bytes), maybeUtf8, charsetOfType, declared, 'utf-8']) {
		const text = charset === undefined ? undefined : decodeAs(charset, bytes, isCut);
		if (text !== undefined) return { text, isGuess: false };
	}
	return { text: decodeLegacy(bytes), isGuess: true };
}

/** Decodes a text as Windows-1252, or as UTF-8 if most of its characters are: a server may have cut off the last. */
function decodeLegacy(content: Buffer): string {
	const text = decodeText(content);
	if (unicodeIn(content) !== undefined) return text;
	const unreadable = text.match(/\ufffd/g)?.length ?? 0;
	const readable = text.replace(/[\0-\x7f\ufffd]+/g, '').length;
	return readable > unreadable ? text : (decodeAs(LEGACY_CHARSET, content) ?? '');
}
