import { type IDataObject, jsonParse } from 'n8n-workflow';

import { isErrorDocument, isWebPage, withoutPreamble } from '../http/headers';
import type { StreamedResponse } from '../http/openResponse';

/** Whether JSON or a web page may be the file itself, not an error that came instead. */
export interface FileKind {
	mayBeJson: boolean;
	mayBeHtml: boolean;
}

/** Captions don't begin with a comment that is longer than what is read. */
const PAGE = /^<(!doctype\s+html\b|html\b|!--)/i;

/** Elements that a part of a page begins with. Subtitles may begin with `<i>`, `<b>`, `<u>` or `<font>`. */
const PART_OF_PAGE =
	/^<(a|article|base|body|br|center|div|footer|form|frameset|h[1-6]|head|header|hr|img|link|main|meta|nav|noscript|ol|p|pre|script|section|span|style|table|title|ul)\b/i;

const ERROR_ENVELOPE = /^(\[\s*)?\{\s*"Error(Type|Comment)"\s*:/;

/**
 * Says what came instead of the file: an error may have the status 200. Only an object or a page is taken for one,
 * because real captions may be one quoted sentence.
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
	if (isErrorDocument(text) || ERROR_ENVELOPE.test(text)) return 'an error instead of the file';
	if (!kind.mayBeHtml && isPage(withoutPreamble(text), headers)) {
		return 'a web page instead of the file';
	}
	return isOtherJson(text, isWhole, kind) ? 'JSON instead of the file' : undefined;
}

/** Neither a Content-Type of HTML nor an element further on proves anything alone: captions have both, too. */
function isPage(markup: string, headers: object): boolean {
	return PAGE.test(markup) || (PART_OF_PAGE.test(markup) && isWebPage(markup, headers));
}

function isOtherJson(text: string, isWhole: boolean, { mayBeJson }: FileKind): boolean {
	if (!isWhole) return !mayBeJson && /^\{\s*"/.test(text);
	const value = text.startsWith('{')
		? jsonParse<IDataObject | null>(text, { fallbackValue: null })
		: null;
	return value !== null && (!mayBeJson || isRefusal(value));
}

/** An object with only these fields is a refusal, such as `{"error": "not ready"}`. A transcript has others. */
const REFUSAL_FIELDS = ['error', 'errors', 'success', 'message', 'status', 'code', 'detail'];

function isRefusal(value: IDataObject): boolean {
	const fields = new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]));
	const error = fields.get('error');
	const hasError = error === true || Object.keys(Object(error)).length > 0;
	if (hasError || String(fields.get('success')) === 'false') return true;
	return [...fields.keys()].every((name) => REFUSAL_FIELDS.includes(name));
}
