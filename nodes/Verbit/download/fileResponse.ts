import { type IDataObject, jsonParse } from 'n8n-workflow';

import { withoutPreamble } from '../http/headers';
import type { StreamedResponse } from '../http/openResponse';

/** Whether JSON or a web page may be the file itself, to tell a file from an error that came instead of it. */
export interface FileKind {
	mayBeJson: boolean;
	mayBeHtml: boolean;
}

const PAGE = /^<(!doctype\s+html|html)\b/i;

/** Begins a part of a page. Subtitles may begin with `<i>`, `<b>`, `<u>` or `<font>`, which are none of these. */
const PART_OF_PAGE =
	/^<(a|article|body|br|center|div|footer|form|frameset|h[1-6]|head|header|hr|img|link|main|meta|nav|noscript|ol|p|pre|script|section|span|style|table|title|ul)\b/i;

/** What S3 and its kin send, and other services: an element of this name. No captions are in one. */
const ERROR_DOCUMENT = /^<(error|errors|errorresponse)(\s[^>]*)?\/?>/i;

/** Verbit's error envelope, of any length, also in a list. */
const ERROR_ENVELOPE = /^(\[\s*)?\{\s*"Error(Type|Comment)"\s*:/;

/**
 * What there is instead of the file, in the words of a message, or nothing where it is the file: an error may come
 * with the status 200. Only an object or a page can be one, because real captions may be one quoted sentence.
 */
export function unexpectedBodyOf(
	{ status, text: beginning, isWhole, headers }: Omit<StreamedResponse, 'chunks' | 'close'>,
	kind: FileKind,
): string | undefined {
	// Nothing but the whole file is asked for.
	if (status === 206) return 'only a part of the file';
	// Accepted, not done.
	if (status === 202) return 'no file yet';
	const text = beginning.trim();
	const markup = withoutPreamble(text);
	if (ERROR_DOCUMENT.test(markup) || ERROR_ENVELOPE.test(text)) {
		return 'an error instead of the file';
	}
	if (!kind.mayBeHtml && isPage(markup, headers['content-type'])) {
		return 'a web page instead of the file';
	}
	return isOtherJson(text, isWhole, kind) ? 'JSON instead of the file' : undefined;
}

/** By its beginning. A Content-Type of HTML alone proves nothing: servers give it to captions too. */
function isPage(markup: string, contentType = ''): boolean {
	if (PAGE.test(markup)) return true;
	return /^(text\/html|application\/xhtml)/i.test(contentType) && PART_OF_PAGE.test(markup);
}

function isOtherJson(text: string, isWhole: boolean, { mayBeJson }: FileKind): boolean {
	if (!isWhole) return !mayBeJson && /^\{\s*"/.test(text);
	const value = text.startsWith('{')
		? jsonParse<IDataObject | null>(text, { fallbackValue: null })
		: null;
	return value !== null && (!mayBeJson || isRefusal(value));
}

/** Nothing but a transcript may have other fields than these. */
const REFUSAL_FIELDS = ['error', 'errors', 'success', 'message', 'status', 'code', 'detail'];

/** An object without a transcript in it, such as `{"error": "not ready"}` or `{"success": false}`. */
function isRefusal(value: IDataObject): boolean {
	return Object.keys(value).every((name) => REFUSAL_FIELDS.includes(name.toLowerCase()));
}
