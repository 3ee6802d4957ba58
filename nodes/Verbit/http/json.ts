/** A string, also one that is cut off, or an integer of so many digits that JavaScript may not hold it exactly. */
const STRING_OR_LONG = /"[^"\\]*(?:\\[^][^"\\]*)*"?|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Integers that JavaScript would round become texts: an ID would lead to another thing. @returns undefined for no JSON */
export function parseJson(text: string): unknown {
	const isLong = /(?<![\d.])\d{16}/.test(text);
	try {
		return JSON.parse(isLong ? text.replace(STRING_OR_LONG, asText) : text);
	} catch {
		return undefined;
	}
}

function asText(token: string): string {
	return token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`;
}
