import { isObject, readBody, speaksOfRefusal, withoutPreamble } from '../http/body';
import type { StreamedResponse } from '../http/openResponse';

/** Whether JSON or a web page may be the file itself, not an error that came instead. */
export interface FileKind {
	mayBeJson: boolean;
	mayBeHtml: boolean;
}

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
	const body = readBody(beginning, headers);
	const text = beginning.trim();
	if (ERROR_ENVELOPE.test(text) || ERROR_DOCUMENT.test(text)) return 'an error instead of the file';
	const isPage = body.kind === 'a web page' && !TIMED_TEXT.test(withoutPreamble(text));
	if (!kind.mayBeHtml && isPage) return 'a web page instead of the file';
	const isOther = kind.mayBeJson
		? speaksOfRefusal(body.json) || text === '{}'
		: isObject(body.json) || (!isWhole && /^\{\s*"/.test(text));
	return isOther ? 'JSON instead of the file' : undefined;
}

const TIMED_TEXT = /^<(tt|sami)[\s>]/i;

/** The root element of errors of S3 and similar storages. */
const ERROR_DOCUMENT = /^(<\?xml[^>]*>\s*)?<error/i;

/** The first line of captions without a cue. */
const HEADER_LINE = /^(WEBVTT|Scenarist_SCC)\b.*/;

/** Whether whole captions hold nothing that somebody said, which is what a recording without speech gives. */
export function isSilent(captions: string): boolean {
	const { kind, json } = readBody(captions.trim().replace(HEADER_LINE, ''));
	if (kind === 'nothing') return true;
	return isObject(json) && Array.isArray(json.segments) && json.segments.length === 0;
}
