export function isHttpUrl(value: unknown): value is string {
	if (typeof value !== 'string' || /\s/.test(value)) return false;
	return /^https?:\/\/[^/?#]/i.test(value) && URL.canParse(value);
}

export function decodeUri(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
