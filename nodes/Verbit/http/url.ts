/** Max length of a URL, characters: twice what servers accept. What is longer would block n8n while it is searched. */
const MAX_URL_LENGTH = 16 * 1024;

export function isHttpUrl(value: unknown): value is string {
	if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || /\s/.test(value)) return false;
	return /^https?:\/\/[^/?#]/i.test(value) && URL.canParse(value);
}

export function decodeUri(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
