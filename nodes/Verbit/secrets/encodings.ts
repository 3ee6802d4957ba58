/** A character that is encoded for a URL, JSON or HTML, also several times; white space within base64; or any other text. */
const PIECE =
	/%(?:25)*([\da-f]{2})|\\+u([\da-f]{4})|\\+(["'/\\])|&(?:amp;)*(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|apos|gt|lt|quot));|(?<=[\w+/-]{20})((?:\\+[nr]|\s)+)(?=[\w+/-])|[^%\\&\s]+|[^]/gi;

const NAMED: Record<string, string> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

/** @returns `offsets`: the position of each character in the encoded text, and the text's end. Undefined if nothing is encoded */
export function decode(encoded: string): { text: string; offsets?: number[] } {
	if (!/[%\\&]|\s(?<=[\w+/-]{20}\s)/.test(encoded)) return { text: encoded };
	const offsets: number[] = [];
	const texts = [...encoded.matchAll(PIECE)].map((match) => {
		const [all, percent, unicode, escaped, hex, decimal, name, wrap] = match;
		const code = Number(decimal ?? `0x${percent ?? unicode ?? hex}`);
		const coded = Number.isNaN(code) ? all : String.fromCharCode(code);
		const text = wrap === undefined ? (escaped ?? NAMED[name?.toLowerCase()] ?? coded) : '';
		for (let index = 0; index < text.length; index++)
			offsets.push(match.index + (text === all ? index : 0));
		return text;
	});
	return { text: texts.join(''), offsets: [...offsets, encoded.length] };
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
		return [bytes.toString('base64'), bytes.toString('base64url')].map((form) =>
			form.slice(start, end),
		);
	});
}
