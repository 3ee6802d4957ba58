/**
 * The file name of a `Content-Disposition` header (RFC 6266), or nothing.
 * Its encoded form comes first: it is the one that can hold every character.
 */
export function dispositionFileName(header = ''): string | undefined {
	const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
	if (encoded !== undefined) return decode(encoded);
	const [, quoted, bare] = /filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(header) ?? [];
	return quoted?.replace(/\\(.)/g, '$1') ?? bare;
}

/** Percent-encoded; as it is where it was not encoded well. */
export function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
