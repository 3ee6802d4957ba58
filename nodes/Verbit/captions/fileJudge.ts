import { type Body, describeBody, isPageType, readBody, withoutControls } from '../http/body';
import { encodingOf } from '../http/headers';
import type { OpenResponse } from '../http/openResponse';
import { MAX_DEPTH } from '../inspect/inspect';
import { type FileType, isTranscript, knownFormat, PLAIN, withoutComments } from './captionFormats';

const PROLOG = /^(\s|<\?[^>]*>|<!doctype[^<>[]*(\[[^\]]*\]\s*)?>)+/i;

/** The start of a web page from a server that fails while it sends the file. A transcript may contain single tags. */
const PAGE = /[\r\n][ \t]*<(!doctype\s{1,9}html|html)[^<>]{0,300}>\s{0,99}</i;

/** A character of JSON outside its strings. `N` is missing, so that `NaN`, which some programs write, is refused. */
const JSON_CHARACTER = /[\s\d{}[\]:,"+.\-Eaeflnrstu]/;

/** Number of last bytes that are kept, because a text that is searched for may be split between two chunks. */
const LAST_BYTES = 16 * 1024;

/** What is said of a file that may be whole. Only a second download tells. */
export const UNSURE = 'a file of unknown length that was not the same twice';

/** Judges by the rules of a format whether a response is a whole file, because an error may have the status 200. */
export function judgeOf(response: OpenResponse, format: string) {
	const { headers, isWhole, text: sent } = response;
	const type = knownFormat(format) ?? PLAIN;
	const { isBinary, isJson = false, brackets, ends, mayEndOtherwise } = type;
	// A text may contain control characters, which JSON may not.
	const body = readBody(isBinary || isJson ? sent : withoutControls(sent), headers['content-type']);
	const described = `${describeBody(body)} instead of the file`;
	const hasRightStart = startsRight(type, body, response);
	const isSilent = isWhole && hasRightStart && type.isSilent?.(body.text, body.json) === true;
	let last = Buffer.alloc(0);
	let hasSegments = false;
	let hasPage = false;
	let depth = 0;
	let isQuoted = false;
	let isEscaped = false;
	let isClosed = false;
	let isMixed = false;
	let isTooDeep = false;
	// Counts brackets outside strings and escapes, up to the bracket that closes the first.
	const count = (character: string, pairs: string) => {
		const isEscape = isEscaped || character === '\\';
		if (isEscape) isEscaped = !isEscaped;
		else if (character === '"' && isJson) isQuoted = !isQuoted;
		if (isEscape || isQuoted) return;
		const at = pairs.indexOf(character);
		if (isClosed) isMixed ||= /\S/.test(character);
		else if (isJson && depth > 0) isMixed ||= !JSON_CHARACTER.test(character);
		if (at !== -1) depth += at % 2 === 0 ? 1 : -1;
		// In the output, the file's JSON is one level deeper.
		isTooDeep ||= isJson && depth >= MAX_DEPTH;
		isClosed ||= at !== -1 && depth === 0;
	};
	return {
		isSilent,
		/** Returns whether what was read so far of JSON is nested too deep for n8n to save. */
		isTooDeep: () => isTooDeep,
		unexpectedBody: () => oddityOf(response) ?? (hasRightStart ? undefined : described),
		/** @returns the chunk, after the last bytes of earlier chunks */
		read(chunk: Buffer): Buffer {
			const joined = Buffer.concat([last, chunk]);
			last = joined.subarray(-LAST_BYTES);
			if (isJson) hasSegments ||= /"segments"\s*:\s*\[\s*\{/.test(charactersOf(joined));
			else if (!isBinary) hasPage ||= PAGE.test(charactersOf(joined));
			if (brackets) for (const character of charactersOf(chunk)) count(character, brackets);
			return joined;
		},
		/** Returns what came instead of a whole file, or `UNSURE`; undefined for a file that is whole. */
		flaw(size: number): string | undefined {
			const text = charactersOf(last);
			const end = isBinary ? last.toString('latin1') : withoutComments(text).trimEnd();
			const isMissing = isJson && !hasSegments && !isSilent;
			if (isMixed || (isClosed && isMissing)) return described;
			if (isClosed || ends?.test(end)) return undefined;
			if (brackets || (ends && !mayEndOtherwise?.test(end))) return 'a file that is cut off';
			const isText = !isBinary && body.kind !== 'binary data';
			if (isText && !ends && hasPage) return 'a text with a web page in it';
			// n8n's client may have unpacked a compressed text without noticing that the text was cut off.
			const isChunked = !isText && /chunked\s*$/i.test(headers['transfer-encoding'] ?? '');
			if (isChunked || Number(headers['content-length']) === size) return undefined;
			return isWhole && body.kind === 'nothing' ? 'an empty file of unknown length' : UNSURE;
		},
	};
}

function oddityOf({ status, headers }: OpenResponse): string | undefined {
	// The request was for the whole file.
	if (status === 206) return 'only a part of the file';
	// 202 means that the file isn't ready yet.
	if (status === 202) return 'no file yet';
	const encoding = encodingOf(headers['content-encoding']);
	return encoding === undefined ? undefined : `a compressed file (${encoding})`;
}

function startsRight(
	type: FileType,
	{ kind, json, text }: Body,
	{ head, isWhole, headers }: OpenResponse,
): boolean {
	const { begins, mayBeEmpty = false } = type;
	if (type.isBinary) return begins?.test(head.toString('latin1')) === true;
	if (isWhole && kind === 'nothing') return mayBeEmpty;
	if (/^\s*(<\?xml[^>]*>\s*)?<error/i.test(text)) return false;
	if (type.isJson && isWhole) return isTranscript(json);
	if (begins !== undefined) return begins.test(withoutComments(text).replace(PROLOG, ''));
	// A transcript may be one quoted sentence, a list, or a sentence in braces or in a tag.
	if (kind === 'a web page' || (kind === 'JSON' && /^\s*(\[\s*)?\{/.test(text))) return false;
	const isPage = isPageType(headers['content-type']);
	const isOther = kind === 'binary data' || isPage || /^\s*<\?xml/i.test(text);
	return !isOther || type === PLAIN;
}

/** Returns the ASCII characters of a text, also of UTF-16, in which each character has a zero byte beside it. */
function charactersOf(bytes: Buffer): string {
	return bytes.toString('latin1').replace(/\0/g, '');
}
