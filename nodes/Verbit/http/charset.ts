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

/**
 * Decodes a text in the first charset that has all of its bytes, or in a guess. UTF-8 comes early, because servers name other
 * charsets for it, and what is valid UTF-8 is hardly ever anything else.
 */
export function decodeBody(bytes: Buffer, contentType = '', isCut = false) {
	const [, charsetOfType] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
	const beginning = bytes.toString('latin1', 0, 200);
	// A declaration that is readable as single bytes isn't UTF-16, whatever it says.
	const [, declared] = /^<\?xml[^>]*\sencoding=["'](?!u)([\w-]+)/i.exec(beginning) ?? [];
	// UTF-16 has NUL and charsets with escapes have ESC, and captions in UTF-8 hardly ever have them.
	const maybeUtf8 = bytes.includes('\0') || bytes.includes('\x1b') ? undefined : 'utf-8';
	for (const charset of [unicodeIn(bytes), maybeUtf8, charsetOfType, declared, 'utf-8']) {
		const text = charset === undefined ? undefined : decodeAs(charset, bytes, isCut);
		if (text !== undefined) return { text, isGuess: false };
	}
	return { text: decodeLegacy(bytes), isGuess: true };
}

/** Decodes a text as Windows-1252, as most Western texts are, or as UTF-8 if most of its characters are: the last may be cut off. */
function decodeLegacy(content: Buffer): string {
	const text = decodeText(content);
	if (unicodeIn(content) !== undefined) return text;
	const unreadable = text.match(/\ufffd/g)?.length ?? 0;
	const readable = text.replace(/[\0-\x7f\ufffd]+/g, '').length;
	return readable > unreadable ? text : (decodeAs('windows-1252', content) ?? '');
}
