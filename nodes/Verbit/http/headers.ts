/**
 * The file name of a `Content-Disposition` header (RFC 6266), or nothing. Its encoded form comes first: it is the one that
 * can hold every character. Hosts that do not keep to the rules write raw UTF-8, or names with spaces without quotes, there
 * too.
 */
export function dispositionFileName(header = ''): string | undefined {
	const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;]*[^;\s])/i.exec(header)?.[1];
	if (encoded !== undefined) return decode(fromRawUtf8(encoded.replace(/^"(.*)"$/, '$1')));
	const [, quoted, bare] = /filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i.exec(header) ?? [];
	const name = quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim();
	return name === undefined || name === '' ? undefined : fromRawUtf8(name);
}

/** Node.js reads each byte of a header as a character of its own. */
function fromRawUtf8(name: string): string {
	if (/[^\0-\xff]/.test(name)) return name;
	const text = Buffer.from(name, 'latin1').toString('utf8');
	return text.includes('\uFFFD') ? name : text;
}

/** Decodes percent-encoding; returns a value unchanged if its encoding is invalid. */
export function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/**
 * What the header `Retry-After` asks for (RFC 9110, 10.2.3): seconds, or a date.
 * @param headers with names in lower case
 * @returns ms from now, never less than 0, or nothing where there is no such header or it can't be read
 */
export function retryAfterMs(headers: Record<string, unknown>): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string') return undefined;
	if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
	const time = Date.parse(value);
	return Number.isNaN(time) ? undefined : Math.max(0, time - timeAt(headers));
}

/** What the host's own clock says, where the response tells: this machine's may be wrong. ms since 1970 */
function timeAt({ date }: Record<string, unknown>): number {
	const time = Date.parse(String(date));
	return Number.isNaN(time) ? Date.now() : time;
}

/**
 * Whether a response is a web page, such as a proxy's login. Its beginning decides: some servers send a short text with
 * the type of a page.
 * @param headers with names in lower case
 */
export function isWebPage(body: string, headers: object): boolean {
	const type = String((headers as Record<string, unknown>)['content-type']);
	const start = withoutPreamble(body.slice(0, 1000).trimStart());
	if (PAGE_BEGINNING.test(start)) return true;
	return /^(text\/html|application\/xhtml)/i.test(type) && start.startsWith('<');
}

const PAGE_BEGINNING = /^<(!doctype\s+html|html|head|body|title|meta|script)(?![\w:-])/i;

/** Without the prolog and the comments that any markup may begin with. */
export function withoutPreamble(markup: string): string {
	let rest = markup;
	for (let length = -1; length !== rest.length;) {
		length = rest.length;
		rest = rest.replace(/^(<\?xml[^>]*>|<!--[^]*?-->)\s*/i, '');
	}
	return rest;
}

/** The MIME type for a file whose type is unknown. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** The MIME type of a web form. n8n's HTTP client would turn a body of this type into a form. */
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
