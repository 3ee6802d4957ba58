import { fieldsOf, isText } from '../inspect/inspect';
import { cut } from '../secrets/shownText';

/** A string in JSON, maybe cut off, or an integer with so many digits that JavaScript may round it. */
const STRING_OR_LONG = /"[^"\\]*(?:\\[^][^"\\]*)*"?|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Parses JSON; undefined if invalid. Integers that JavaScript would round become texts, because a rounded ID is another ID. */
export function parseJson(text: string): unknown {
	const isLong = /(?<![\d.])\d{16}/.test(text);
	const asText = (token: string) =>
		token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`;
	try {
		return JSON.parse(isLong ? text.replace(STRING_OR_LONG, asText) : text);
	} catch {
		return undefined;
	}
}

/** Length of the beginning by which a body is recognized, bytes or characters. Web pages may begin with long comments. */
export const PAGE_BEGINNING_BYTES = 64 * 1024;

export interface Body {
	kind: 'nothing' | 'binary data' | 'JSON' | 'a web page' | 'XML' | 'text';
	/** The text of the body, or only the beginning if no more was read. */
	text: string;
	json?: unknown;
}

/** Characters that binary files contain in their first kilobyte, as recordings do, and texts never contain. */
const CONTROL_CHARACTERS = /[^\P{Cc}\s\x7f-\x9f]/gu;

/** The beginning of a web page: one tag after another. A transcript may contain single tags. */
const PAGE = /^(<!doctype\s+html[^>]*>|<html(\s[^>]*)?>)\s*(<|$)/i;

/** A single XML element that includes the whole text. A transcript may begin with one element and end with another. */
const ONE_ELEMENT = /^<([a-z][\w:.-]*)(\s[^<>]*)?(\/>$|>((?!<\/\1\s*>)[^])*<\/\1\s*>$)/i;

/** Recognizes a body. A Content-Type of HTML or XML counts only if a tag comes first: servers send any file as text/html. */
export function readBody(text: string, contentType?: string): Body {
	const content = text.trim();
	if (content === '') return { kind: 'nothing', text };
	if (content.search(CONTROL_CHARACTERS) !== -1) return { kind: 'binary data', text };
	const json = parseJson(content);
	if (json !== undefined) return { kind: 'JSON', text, json };
	if (/^[{[]\s*["{[]/.test(content)) return { kind: 'JSON', text };
	return { kind: kindOfMarkup(content.slice(0, PAGE_BEGINNING_BYTES), contentType), text };
}

/** Replaces control characters by spaces, without NUL, which only binary files contain. */
export function withoutControls(text: string): string {
	return text.replace(CONTROL_CHARACTERS, (character) => (character === '\0' ? character : ' '));
}

function kindOfMarkup(content: string, type = ''): Body['kind'] {
	if (!content.startsWith('<')) return 'text';
	const markup = content.replace(/^(\s+|<\?xml[^>]*>|<!--[^]*?(-->|$))+/i, '');
	if (markup === '' || PAGE.test(markup) || isPageType(type)) return 'a web page';
	const isXml = /^<\?xml/i.test(content) || /^[\w./-]+[/+]xml/i.test(type);
	return isXml || ONE_ELEMENT.test(markup) ? 'XML' : 'text';
}

export function isPageType(contentType = ''): boolean {
	return /^\s*(text\/html|application\/xhtml)/i.test(contentType);
}

export function describeBody({ kind, text }: Body): string {
	if (kind !== 'text' && kind !== 'JSON' && kind !== 'XML') return kind;
	return `${kind} (${cut(text.replace(/\s+/g, ' ').trim(), 80)})`;
}

/** Describes a response, e.g. `400 INVALID_QUERY (job_id is missing)`, `200 and text (Blocked)`, or `200 and more than 1 MiB`. */
export function describeResponse(
	status: number,
	body: Body,
	error: { code?: string; comment?: string } = {},
	unexpectedBody = body.kind === 'nothing' ? '' : describeBody(body),
): string {
	const described = describeError(error) || (unexpectedBody && `and ${unexpectedBody}`);
	return described ? `${status} ${described}` : String(status);
}

export function describeError({ code, comment }: { code?: string; comment?: string }): string {
	return [code, comment && `(${comment})`].filter(Boolean).join(' ');
}

/** Reads Verbit's error type and comment, cut for messages. A gateway may have wrapped the object with them. */
export function readEnvelope(json: unknown): { code?: string; comment?: string } {
	const isEnvelope = (value: unknown) => isText(fieldsOf(value).ErrorType);
	const { ErrorType, ErrorComment } = fieldsOf([json, ...valuesIn(json)].find(isEnvelope));
	const textOf = (value: unknown) => (isText(value) ? cut(value) : undefined);
	return { code: textOf(ErrorType), comment: textOf(ErrorComment) };
}

/** Returns the values one level down, without the user's `job_metadata`, in which any name may mean anything. */
export function valuesIn(json: unknown): unknown[] {
	return Array.isArray(json) ? json : Object.values({ ...fieldsOf(json), job_metadata: undefined });
}

const WORD_OF_ASSENT = /^(2\d\d )?(ok|okay|done|accepted|created|started|success|true)[.!]?$/i;

export function saysYes(value: unknown): boolean {
	return typeof value !== 'object' && WORD_OF_ASSENT.test(String(value).trim());
}
