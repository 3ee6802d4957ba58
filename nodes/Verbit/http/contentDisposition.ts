/**
 * The file name of a `Content-Disposition` header (RFC 6266), or nothing. Its encoded form comes first: it is the one that
 * can hold every character. Hosts that do not keep to the rules write raw UTF-8, or names with spaces without quotes.
 */
export function dispositionFileName(header = ''): string | undefined {
	const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
	if (encoded !== undefined) return decode(encoded);
	const [, quoted, bare] = /filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i.exec(header) ?? [];
	const name = quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim();
	return name === undefined ? undefined : fromRawUtf8(name);
}

/** Node.js reads each byte of a header as a character of its own. */
function fromRawUtf8(name: string): string {
	if (!/[\x80-\xff]/.test(name) || /[^\0-\xff]/.test(name)) return name;
	const text = Buffer.from(name, 'latin1').toString('utf8');
	return text.includes('\uFFFD') ? name : text;
}

/** Percent-encoded; as it is where it was not encoded well. */
export function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
