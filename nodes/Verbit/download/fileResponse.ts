import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { readResponse, type VerbitResponse } from '../api/response';
import { withoutPreamble } from '../http/headers';
import type { OpenResponse } from '../http/openResponse';
import { isSuccessStatus } from '../http/retry';
import { peek } from '../http/streams';

/** An envelope, an error's text and the beginning of a page are far smaller; no more than this is read of one, bytes. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/** The response to a call for a file. */
export interface FileResponse extends VerbitResponse {
	/** From its first byte, once; where the response is a success. */
	chunks?: AsyncIterable<Buffer>;
	/** The body of a response that isn't a success, up to a bound. */
	errorText?: string;
	/** Whether it is a success without content. */
	isEmpty?: boolean;
}

/**
 * Looks at the beginning of a response to find out whether it is the file: an error may come with the status 200.
 * @param content of the response, not read yet
 */
export async function readFileResponse(
	{ status, headers }: Pick<OpenResponse, 'status' | 'headers'>,
	content: AsyncIterable<Buffer>,
	kind: FileKind,
): Promise<FileResponse> {
	const responseWith = (body: unknown) =>
		readResponse({ statusCode: status, headers, body } as IN8nHttpFullResponse);
	if (!isSuccessStatus(status)) {
		// A connection that breaks under an error's text takes nothing from the status.
		const text = await peek(content, MAX_RESPONSE_BYTES).then(({ head }) => bodyText(head), noText);
		return { ...responseWith(parseObject(text) ?? text), errorText: text };
	}
	const { head, isWhole, chunks } = await peek(content, MAX_RESPONSE_BYTES);
	const text = bodyText(head);
	const { errorType, ...response } = responseWith(isWhole ? parseObject(text) : undefined);
	if (errorType !== undefined) return { ...response, errorType };
	// No captions begin with 64 KiB of whitespace either.
	if (text === '' && status !== 206) return { ...response, isEmpty: true };
	const beginning = { status, text, isWhole, contentType: headers['content-type'] };
	return { ...response, inPlace: findInPlace(beginning, kind), chunks };
}

function bodyText(head: Buffer): string {
	return head
		.subarray(0, MAX_RESPONSE_BYTES)
		.toString('utf8')
		.replace(/^\uFEFF/, '')
		.trim();
}

function noText(): string {
	return '';
}

function parseObject(text: string): IDataObject | undefined {
	if (!text.startsWith('{')) return undefined;
	try {
		return JSON.parse(text) as IDataObject;
	} catch {
		return undefined;
	}
}

/** Whether JSON or a web page may be the file itself, to tell a file from an error that came instead of it. */
export interface FileKind {
	/** Whether JSON may be the file itself. */
	mayBeJson: boolean;
	/** Whether a web page may be the file itself. */
	mayBeHtml: boolean;
}

/** What is known of a response with a status of success before all of it has been read. */
interface Beginning {
	status: number;
	/** Its first 64 KiB, without a byte order mark and the whitespace around. */
	text: string;
	/** Whether this is the whole response. */
	isWhole: boolean;
	contentType?: string;
}

/** Begins a page for certain. */
const PAGE = /^<(!doctype\s+html|html)\b/i;

/** Begins a part of a page. Subtitles may begin with `<i>`, `<b>`, `<u>` or `<font>`, which are none of these. */
const PART_OF_PAGE =
	/^<(a|article|body|br|center|div|footer|form|frameset|h[1-6]|head|header|hr|img|link|main|meta|nav|noscript|ol|p|pre|script|section|span|style|table|title|ul)\b/i;

/** What S3 and its kin send, and other services: an element of this name. No captions are in one. */
const ERROR_DOCUMENT = /^<(error|errors|errorresponse)(\s[^>]*)?\/?>/i;

/** Verbit's error envelope, of any length, also in a list. */
const ERROR_ENVELOPE = /^(\[\s*)?\{\s*"Error(Type|Comment)"\s*:/;

/** @returns what there is instead of the file, in the words of a message, or nothing where it is the file */
function findInPlace(beginning: Beginning, kind: FileKind): string | undefined {
	const { status, text, isWhole } = beginning;
	// Nothing but the whole file is asked for.
	if (status === 206) return 'only a part of the file';
	// Accepted, not done.
	if (status === 202) return 'no file yet';
	const markup = withoutPreamble(text);
	if (ERROR_DOCUMENT.test(markup) || ERROR_ENVELOPE.test(text))
		return 'an error instead of the file';
	if (!kind.mayBeHtml && isPageInsteadOfFile(markup, beginning.contentType)) {
		return 'a web page instead of the file';
	}
	return isOtherJson(text, isWhole, kind) ? 'JSON instead of the file' : undefined;
}

/** By its beginning. A Content-Type of HTML alone proves nothing: servers give it to captions too. */
function isPageInsteadOfFile(markup: string, contentType = ''): boolean {
	if (PAGE.test(markup)) return true;
	return /^(text\/html|application\/xhtml)/i.test(contentType) && PART_OF_PAGE.test(markup);
}

function isOtherJson(text: string, isWhole: boolean, { mayBeJson }: FileKind): boolean {
	if (!isWhole) return !mayBeJson && /^\{\s*"/.test(text);
	const value = parse(text);
	if (mayBeJson) return value !== undefined && !isTranscript(value);
	// A number may be a line of captions.
	return value !== undefined && typeof value !== 'number';
}

/** A list or an object with something in it. */
function isTranscript(value: unknown): boolean {
	return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Identifies the content that a response holds, to request the rest of exactly that content. */
export interface Version {
	/** What `If-Range` takes: a strong ETag, or else the date of the last change. */
	validator: string;
	/** Bytes of the whole file. */
	size: number;
}

type Head = Pick<OpenResponse, 'status' | 'headers'>;

/**
 * Identifies the content of a response, to request the rest of it after a break; nothing where the host can't be
 * asked for the rest.
 */
export function readVersion({ status, headers }: Head): Version | undefined {
	const size = Number(headers['content-length'] ?? NaN);
	const { etag, 'last-modified': lastModified } = headers;
	// A weak ETag does not say that the bytes are the same (RFC 9110, 13.1.5).
	const validator = etag !== undefined && !etag.startsWith('W/') ? etag : lastModified;
	if (status !== 200 || validator === undefined || !Number.isSafeInteger(size)) return undefined;
	return /^none$/i.test(headers['accept-ranges'] ?? '') ? undefined : { validator, size };
}

/** Asks for the bytes from `start` on, or for the whole file where it has changed. */
export function rangeHeaders({ validator }: Version, start: number): IDataObject {
	return { Range: `bytes=${start}-`, 'If-Range': validator };
}

/** Whether a response is the rest of the same content. */
export function continuesAt({ status, headers }: Head, { size }: Version, start: number): boolean {
	const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
	return status === 206 && Number(first) === start && Number(total) === size;
}
