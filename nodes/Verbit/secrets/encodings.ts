/** A character that is encoded for a URL, JSON or HTML, also several times, or white space within base64. */
const ENCODED =
	/%(?:25)*([\da-f]{2})|\\+u([\da-f]{4})|\\+(["'/\\])|&(?:amp;)*(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|apos|gt|lt|quot));|(?=[\\\s])(?<=[\w+/-]{20})((?:\\+[nr]|\s)+)(?=[\w+/-])/gi;

const NAMED: Record<string, string> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

/** Decodes a text. `inEncoded` finds where a position of the decoded text is in the encoded one, called with ascending positions. */
export function decode(encoded: string) {
	// The positions after each encoded character. All other characters are the same in both texts.
	const ends: Array<{ inText: number; ahead: number }> = [];
	let text = '';
	let end = 0;
	for (const match of encoded.matchAll(ENCODED)) {
		const [all, percent, unicode, escaped, hex, decimal, name, wrap] = match;
		const code = Number(decimal ?? `0x${percent ?? unicode ?? hex}`);
		const character = escaped ?? NAMED[name?.toLowerCase()] ?? String.fromCharCode(code);
		text += encoded.slice(end, match.index) + (wrap === undefined ? character : '');
		end = match.index + all.length;
		ends.push({ inText: text.length, ahead: end - text.length });
	}
	let passed = 0;
	const inEncoded = (index: number) => {
		while (ends[passed]?.inText <= index) passed++;
		return index + (ends[passed - 1]?.ahead ?? 0);
	};
	return { text: text + encoded.slice(end), inEncoded };
}

export function formsOf(secret: string): string[] {
	// A decoded `%` is a byte, and a character in UTF-8 may have several bytes. In a form, `+` is a space.
	const bytes = [Buffer.from(secret, 'latin1').toString(), Buffer.from(secret).toString('latin1')];
	const written = new Set([secret, ...bytes].flatMap((text) => [text, text.replace(/\+/g, ' ')]));
	const isHex = /^[\da-f-]+$/i.test(secret);
	const inCases = isHex ? [secret.toLowerCase(), secret.toUpperCase()] : [];
	return [...inCases, ...written, ...[...written].flatMap(inBase64)];
}

/** Returns the base64 of a text, alone or after other text, without the characters that depend on the text around it. */
function inBase64(text: string): string[] {
	return [0, 1, 2].flatMap((offset) => {
		const bytes = Buffer.from(' '.repeat(offset) + text);
		const [start, end] = [Math.ceil((offset * 4) / 3), Math.floor((bytes.length * 4) / 3)];
		const forms = [bytes.toString('base64'), bytes.toString('base64url')];
		return forms.map((form) => form.slice(start, end));
	});
}
