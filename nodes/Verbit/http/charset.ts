import { PAGE_BEGINNING_BYTES } from './body';

/** The encoding that a text's byte order mark names, or, for UTF-16 without one, its first `<`, `{` or `[`. */
export function unicodeIn(bytes: Buffer): string | undefined {
	const text = bytes.toString('latin1', 0, PAGE_BEGINNING_BYTES);
	if (text.startsWith('\xef\xbb')) return 'utf-8';
	if (/^(\xff\xfe|([\t\n\r ]\0)*[<{[]\0)/.test(text)) return 'utf-16le';
	return /^(\xfe\xff|(\0[\t\n\r ])*\0[<{[])/.test(text) ? 'utf-16be' : undefined;
}

export function decodeText(bytes: Buffer): string {
	return new TextDecoder(unicodeIn(bytes)).decode(bytes);
}

/** The text may be cut at its end, at any byte. Returns nothing for other bytes than the charset has, or an unknown charset. */
export function decodeAs(charset: string, bytes: Buffer, isCut = false): string | undefined {
	try {
		const decoder = new TextDecoder(charset, { fatal: true });
		// Node.js 20 knows Windows-1252 only piece by piece.
		const text = decoder.decode(bytes, { stream: true });
		return isCut ? text : text + decoder.decode();
	} catch {
		return undefined;
	}
}

const UTF8_CHARACTER =
	/[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf4][\x80-\xbf]{3}/g;

/** The charset that is guessed: most texts of Western languages without UTF-8 have it, and it has a character for each byte. */
const LEGACY_CHARSET = 'windows-1252';

/**
 * Decodes a text without its byte order mark, in the first charset that fits of the mark's, the Content-Type's, UTF-8, and
 * that of an XML declaration.
 * @param isCut at any byte, at its end
 * @returns `isGuess` where none fits
 */
export function decodeBody(bytes: Buffer, contentType = '', isCut = false) {
	const [, charsetOfType] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
	const beginning = bytes.toString('latin1', 0, 200);
	// A declaration that says UTF-16 could not be read if it were.
	const [, declared] = /^<\?xml[^>]*\sencoding=["'](?!u)([\w-]+)/i.exec(beginning) ?? [];
	for (const charset of [unicodeIn(bytes), charsetOfType, 'utf-8', declared]) {
		const text = charset === undefined ? undefined : decodeAs(charset, bytes, isCut);
		if (text !== undefined) return { text, isGuess: false };
	}
	return { text: decodeLegacy(bytes), isGuess: true };
}

/** Decodes a text as Windows-1252, but keeps the characters of UTF-8 where it is mostly UTF-8. */
function decodeLegacy(content: Buffer): string {
	const bytes = content.toString('latin1');
	const lengthBeyondAscii = (text: string) => text.replace(/[\0-\x7f]+/g, '').length;
	const others = bytes.replace(UTF8_CHARACTER, '');
	if (lengthBeyondAscii(others) * 2 >= lengthBeyondAscii(bytes))
		return decodeAs(LEGACY_CHARSET, content) ?? '';
	const letters = Array.from({ length: 256 }, (_, byte) => {
		const letter = decodeAs(LEGACY_CHARSET, Buffer.of(byte)) ?? '';
		return Buffer.from(letter).toString('latin1');
	});
	const pattern = new RegExp(`(${UTF8_CHARACTER.source})|[\x80-\xff]`, 'g');
	const utf8 = bytes.replace(
		pattern,
		(byte, character?: string) => character ?? letters[byte.charCodeAt(0)],
	);
	return Buffer.from(utf8, 'latin1').toString();
}
