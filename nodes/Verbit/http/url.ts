export function isHttpUrl(value: unknown): value is string {
	// Servers accept half of this length. To search a longer text would block n8n.
	if (typeof value !== 'string' || value.length > 16 * 1024 || /\s/.test(value)) return false;
	return /^https?:\/\/[^/?#]/i.test(value) && URL.canParse(value);
}

export function decodeUri(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
