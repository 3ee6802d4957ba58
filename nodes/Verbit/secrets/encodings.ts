/** A character that is encoded for a URL, JSON or HTML, also several times, or white space within base64. */
const ENCODED =
	/%(?:25)*([\da-f]{2})|\\+u([\da-f]{4})|\\+(["'/\\])|&(?:amp;)*(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|apos|gt|lt|quot));|(?=[\\\s])(?<=[\w+/-]{20})((?:\\+[nr]|\s)+)(?=[\w+/-])/gi;

const NAMED: Record<string, string> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

/** The position after an encoded character, in the decoded and in the encoded text. */
type End = [inText: number, inEncoded: number];

/** @returns `ends`: those of all encoded characters. All other characters are the same in both texts */
export function decode(encoded: string): { text: string; ends: End[] } {
	const ends: End[] = [];
	let text = '';
	let end = 0;
	for (const match of encoded.matchAll(ENCODED)) {
		const [all, percent, unicode, escaped, hex, decimal, name, wrap] = match;
		const code = Number(decimal ?? `0x${percent ?? unicode ?? hex}`);
		const character = escaped ?? NAMED[name?.toLowerCase()] ?? String.fromCharCode(code);
		text += encoded.slice(end, match.index) + (wrap === undefined ? character : '');
		end = match.index + all.length;
		ends.push([text.length, end]);
	}
	return { text: text + encoded.slice(end), ends };
}

export type Range = [start: number, end: number];

/** Returns where ranges of a decoded text, in ascending order, are in the encoded text. @param ends those that `decode` returned */
export function inEncoded(ranges: Range[], ends: End[]): Range[] {
	let [passed, ahead] = [0, 0];
	const positionOf = (index: number) => {
		for (; ends[passed]?.[0] <= index; passed++) ahead = ends[passed][1] - ends[passed][0];
		return index + ahead;
	};
	return ranges.map(([start, end]) => [positionOf(start), positionOf(end)]);
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
