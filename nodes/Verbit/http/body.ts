import type { IDataObject } from 'n8n-workflow';

import { fieldsOf, isText } from '../inspect/inspect';
import { cut } from '../secrets/shownText';

/** `"text"`, also cut off, or `12345678901234567`: an integer of so many digits that JavaScript may not hold it exactly. */
const STRING_OR_LONG = /"[^"\\]*(?:\\[^][^"\\]*)*"?|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Integers that JavaScript would round become texts: an ID would lead to another thing. Returns undefined for no JSON. */
export function parseJson(text: string): unknown {
	const isLong = /(?<![\d.])\d{16}/.test(text);
	try {
		return JSON.parse(isLong ? text.replace(STRING_OR_LONG, asText) : text);
	} catch {
		return undefined;
	}
}

function asText(token: string): string {
	return token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`;
}

/** Part of a body that is read to know what it is, bytes. Pages may begin with long comments. */
export const PAGE_BEGINNING_BYTES = 64 * 1024;

/** What a body is. Its `kind` is also what messages call it. */
export interface Body {
	kind: 'nothing' | 'binary data' | 'JSON' | 'a web page' | 'XML' | 'text';
	/** Perhaps only its beginning, unless it is JSON. */
	text: string;
	json?: unknown;
}

/** No text has these. Recordings and other binary files do, within their first kilobyte. */
const CONTROL_CHARACTERS = /[^\P{Cc}\s\x7f-\x9f]/u;

/** A transcript may talk of tags: in a page one tag follows the other. */
const PAGE = /^(<!doctype\s+html[^>]*>|<html(\s[^>]*)?>)\s*(<|$)/i;

/** One element from the beginning to the end. A transcript may begin and end with one of its own. */
const ONE_ELEMENT = /^<([a-z][\w:.-]*)(\s[^<>]*)?(\/>$|>((?!<\/\1\s*>)[^])*<\/\1\s*>$)/i;

/**
 * Says what a body is. A Content-Type of HTML or XML is believed where the body begins with a tag: servers send files
 * of any kind as text/html.
 */
export function readBody(text: string, contentType?: string): Body {
	const content = text.trim();
	if (content === '') return { kind: 'nothing', text };
	if (CONTROL_CHARACTERS.test(content)) return { kind: 'binary data', text };
	const json = parseJson(content);
	if (json !== undefined) return { kind: 'JSON', text, json };
	if (/^[{[]\s*["{[]/.test(content)) return { kind: 'JSON', text };
	return { kind: kindOfMarkup(content, contentType), text };
}

function kindOfMarkup(content: string, type = ''): Body['kind'] {
	if (!content.startsWith('<')) return 'text';
	const markup = withoutPreamble(content);
	if (markup === '' || PAGE.test(markup) || isPageType(type)) return 'a web page';
	const isXml = /^<\?xml/i.test(content) || /^[\w./-]+[/+]xml/i.test(type);
	return isXml || ONE_ELEMENT.test(markup) ? 'XML' : 'text';
}

export function isPageType(contentType = ''): boolean {
	return /^\s*(text\/html|application\/xhtml)/i.test(contentType);
}

export function withoutPreamble(markup: string): string {
	return markup.replace(/^(\s+|<\?xml[^>]*>|<!--[^]*?(-->|$))+/i, '');
}

const MAX_SHOWN = 80;

export function describeBody({ kind, text }: Body): string {
	if (kind !== 'text' && kind !== 'JSON' && kind !== 'XML') return kind;
	return `${kind} (${cut(text.replace(/\s+/g, ' ').trim(), MAX_SHOWN)})`;
}

/**
 * E.g. `400 INVALID_QUERY (job_id is missing)`, or `200 and text (Blocked by policy)`.
 * @param unexpectedBody what came, where the body by itself may be right
 */
export function describeResponse(
	status: number,
	body: Body,
	{ code, comment }: { code?: string; comment?: string } = {},
	unexpectedBody?: string,
): string {
	const came = unexpectedBody ?? (body.kind === 'nothing' ? undefined : describeBody(body));
	const parts = [code, comment && `(${comment})`].filter(Boolean);
	return [status, ...(parts.length > 0 ? parts : [came && `and ${came}`])]
		.filter(Boolean)
		.join(' ');
}

/**
 * The object in which Verbit says that it refuses a call: the body itself, or one level down, where a gateway has wrapped it.
 * An empty object where there is none.
 */
export function errorEnvelope(json: unknown): IDataObject {
	const isEnvelope = (value: unknown) => isText(fieldsOf(value).ErrorType);
	return fieldsOf([json, ...valuesIn(json)].find(isEnvelope));
}

/** What is one level down, but for a user's own data, which may have any name. */
export function valuesIn(json: unknown): unknown[] {
	return Array.isArray(json) ? json : Object.values({ ...fieldsOf(json), job_metadata: undefined });
}

/** Words by which Verbit may say that a call worked, also as JSON. */
const ASSENT = /^(2\d\d )?(ok|okay|done|accepted|created|started|success|true)[.!]?$/i;

export function isWordOfAssent({ text, json }: Body): boolean {
	return ASSENT.test((typeof json === 'string' ? json : text).trim());
}
