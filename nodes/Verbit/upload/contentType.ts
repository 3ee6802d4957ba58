/** The type of content of which nothing is known. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** n8n's HTTP client would make a form of a body under this type. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Whether a text is a MIME type that is safe in a header: a control character would end the header early. */
export function isMediaType(text: string): boolean {
	return /^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/.test(text);
}

/**
 * The type to store a file under.
 * @param known what n8n or the file's host says, which may be anything, or a form's type for a file that was posted raw
 */
export function contentTypeOf(known: unknown): string {
	const text = typeof known === 'string' ? known.trim() : '';
	const isForm = text.toLowerCase().startsWith(FORM_TYPE);
	return isMediaType(text) && !isForm ? text : UNKNOWN_TYPE;
}
