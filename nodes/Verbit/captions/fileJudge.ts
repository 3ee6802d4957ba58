import { type Body, describeBody, isPageType, readBody, withoutControls } from '../http/body';
import { decodeBody } from '../http/charset';
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

export type Verdict = 'whole' | 'maybe cut off' | { instead: string };

/** Judges by the rules of a format whether a response is a whole file, because an error may have the status 200. */
export class FileJudge {
	readonly isSilent: boolean;

	/** Whether what was read so far of JSON is nested too deep for n8n to save. */
	isTooDeep = false;

	private readonly type: FileType;

	/** The beginning of a text, in the charset in which it is read later. */
	private readonly text: string;

	private readonly body: Body;

	private last = Buffer.alloc(0);

	private hasSegments = false;

	private hasPage = false;

	private brackets = {
		depth: 0,
		isQuoted: false,
		isEscaped: false,
		isClosed: false,
		isMixed: false,
	};

	constructor(
		private readonly response: OpenResponse,
		format: string,
	) {
		const { head, isWhole, headers } = response;
		this.type = knownFormat(format) ?? PLAIN;
		const { isBinary, isJson } = this.type;
		const contentType = headers['content-type'];
		const text = isBinary ? response.text : decodeBody(head, contentType, !isWhole).text;
		// A text may contain control characters, which JSON may not.
		this.text = isBinary || isJson ? text : withoutControls(text);
		this.body = readBody(this.text, contentType);
		const { json } = this.body;
		this.isSilent = isWhole && this.isRight() && this.type.isSilent?.(this.text, json) === true;
	}

	unexpectedBody(): string | undefined {
		const { status, headers } = this.response;
		// The request was for the whole file.
		if (status === 206) return 'only a part of the file';
		// 202 means that the file isn't ready yet.
		if (status === 202) return 'no file yet';
		const encoding = encodingOf(headers['content-encoding']);
		if (encoding !== undefined) return `a compressed file (${encoding})`;
		return this.isRight() ? undefined : this.describe();
	}

	private describe(): string {
		return `${describeBody(this.body)} instead of the file`;
	}

	private isRight(): boolean {
		const { begins, isBinary, mayBeEmpty = false } = this.type;
		const { text } = this;
		const { head, isWhole, headers } = this.response;
		const { kind, json } = this.body;
		if (isBinary) return begins?.test(head.toString('latin1')) === true;
		if (isWhole && kind === 'nothing') return mayBeEmpty;
		if (/^\s*(<\?xml[^>]*>\s*)?<error/i.test(text)) return false;
		if (this.type.isJson && isWhole) return isTranscript(json);
		if (begins !== undefined) return begins.test(withoutComments(text).replace(PROLOG, ''));
		// A transcript may be one quoted sentence, a list, or a sentence in braces or in a tag.
		if (kind === 'a web page' || (kind === 'JSON' && /^\s*(\[\s*)?\{/.test(text))) return false;
		const isPage = isPageType(headers['content-type']);
		const isOther = kind === 'binary data' || isPage || /^\s*<\?xml/i.test(text);
		return !isOther || this.type === PLAIN;
	}

	/** @returns the chunk, after the last bytes of earlier chunks */
	read(chunk: Buffer): Buffer {
		const { isBinary, isJson, brackets } = this.type;
		const joined = Buffer.concat([this.last, chunk]);
		this.last = joined.subarray(-LAST_BYTES);
		if (isJson) this.hasSegments ||= /"segments"\s*:\s*\[\s*\{/.test(charactersOf(joined));
		else if (!isBinary) this.hasPage ||= PAGE.test(charactersOf(joined));
		if (brackets) for (const character of charactersOf(chunk)) this.count(character, brackets);
		return joined;
	}

	/** Counts brackets outside strings and escapes, up to the bracket that closes the first. */
	private count(character: string, pairs: string): void {
		const state = this.brackets;
		const isEscape = state.isEscaped || character === '\\';
		if (isEscape) state.isEscaped = !state.isEscaped;
		else if (character === '"' && this.type.isJson) state.isQuoted = !state.isQuoted;
		if (isEscape || state.isQuoted) return;
		const at = pairs.indexOf(character);
		if (state.isClosed) state.isMixed ||= /\S/.test(character);
		else if (this.type.isJson && state.depth > 0) state.isMixed ||= !JSON_CHARACTER.test(character);
		if (at !== -1) state.depth += at % 2 === 0 ? 1 : -1;
		// In the output, the file's JSON is one level deeper.
		this.isTooDeep ||= this.type.isJson === true && state.depth >= MAX_DEPTH;
		state.isClosed ||= at !== -1 && state.depth === 0;
	}

	/** @returns whether the file is certainly whole, may be cut off, or what came instead of a whole file */
	verdict(size: number): Verdict {
		const { isBinary, isJson, brackets, ends, mayEndOtherwise } = this.type;
		const { headers, isWhole } = this.response;
		const { isClosed, isMixed } = this.brackets;
		const text = charactersOf(this.last);
		const end = isBinary ? this.last.toString('latin1') : withoutComments(text).trimEnd();
		const isMissing = isJson && !this.hasSegments && !this.isSilent;
		if (isMixed || (isClosed && isMissing)) return { instead: this.describe() };
		if (isClosed || ends?.test(end)) return 'whole';
		if (brackets || (ends && !mayEndOtherwise?.test(end)))
			return { instead: 'a file that is cut off' };
		const isText = !isBinary && this.body.kind !== 'binary data';
		if (isText && !ends && this.hasPage) return { instead: 'a text with a web page in it' };
		// n8n's client may have unpacked a compressed text without noticing that the text was cut off.
		const isChunked = !isText && /chunked\s*$/i.test(headers['transfer-encoding'] ?? '');
		const isAnnounced = isChunked || Number(headers['content-length']) === size;
		const isNothing = isWhole && this.body.kind === 'nothing';
		if (isAnnounced) return 'whole';
		return isNothing ? { instead: 'an empty file of unknown length' } : 'maybe cut off';
	}
}

/** Returns the ASCII characters of a text, also of UTF-16, in which each character has a zero byte beside it. */
function charactersOf(bytes: Buffer): string {
	return bytes.toString('latin1').replace(/\0/g, '');
}
