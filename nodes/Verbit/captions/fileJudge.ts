import { type Body, describeBody, isPageType, readBody, withoutControls } from '../http/body';
import { encodingOf } from '../http/headers';
import type { OpenResponse } from '../http/openResponse';
import { BracketScan } from './bracketScan';
import { type FileType, isTranscript, knownFormat, PLAIN, withoutComments } from './captionFormats';

const PROLOG = /^(\s|<\?[^>]*>|<!doctype[^<>[]*(\[[^\]]*\]\s*)?>)+/i;

/** The start of a web page from a server that fails while it sends the file. A transcript may contain single tags. */
const PAGE_WITHIN = /[\r\n][ \t]*<(!doctype\s{1,9}html|html)[^<>]{0,300}>\s{0,99}</i;

/** Number of last bytes that are kept, because what is searched for may be split between two chunks. */
const LAST_BYTES = 16 * 1024;

/** The fault of a file that may be whole. A second download decides. */
export const UNSURE = 'a file of unknown length that was not the same twice';

/** Judges by the rules of a format whether a response is a whole file, because an error may have the status 200. */
export class FileJudge {
	readonly brackets: BracketScan;

	readonly type: FileType;

	/** Number of bytes that have arrived, counted by the download: the judge reads them in blocks. */
	bytes = 0;

	private readonly body: Body;

	private last = Buffer.alloc(0);

	private hasSegments = false;

	private hasPage = false;

	constructor(
		readonly response: OpenResponse,
		readonly format: string,
	) {
		this.type = knownFormat(format) ?? PLAIN;
		this.brackets = new BracketScan(this.type);
		// A text may contain control characters, which JSON may not.
		const isExact = this.type.isBinary || this.type.isJson;
		const text = isExact ? response.text : withoutControls(response.text);
		this.body = readBody(text, response.headers['content-type']);
	}

	/** Returns whether nobody speaks in the file; false for a file too long to know this by its beginning. */
	isSilent(): boolean {
		const { text, json } = this.body;
		const isFile = this.response.isWhole && this.startsRight();
		return isFile && this.type.isSilent?.(text, json) === true;
	}

	/** Returns what came instead of the file, by its beginning; undefined if the file may follow. */
	faultAtStart(): string | undefined {
		const { status, headers } = this.response;
		if (status === 206) return 'only a part of the file';
		if (status === 202) return 'no file yet';
		const encoding = encodingOf(headers['content-encoding']);
		if (encoding !== undefined) return `a compressed file (${encoding})`;
		return this.startsRight() ? undefined : this.describeOther();
	}

	/** Reads a chunk, and returns it behind the last bytes of earlier chunks. */
	read(chunk: Buffer): Buffer {
		const { isJson, isBinary } = this.type;
		const joined = Buffer.concat([this.last, chunk]);
		this.last = joined.subarray(-LAST_BYTES);
		if (isJson) this.hasSegments ||= /"segments"\s*:\s*\[\s*\{/.test(charactersOf(joined));
		else if (!isBinary) this.hasPage ||= PAGE_WITHIN.test(charactersOf(joined));
		if (this.type.brackets) this.brackets.read(charactersOf(chunk));
		return joined;
	}

	/** Returns what came instead of a whole file, or `UNSURE`; undefined for a file that is whole. */
	faultAtEnd(): string | undefined {
		const { headers, isWhole } = this.response;
		const { isBinary, isJson, ends, mayEndOtherwise } = this.type;
		const { isClosed, isMixed } = this.brackets;
		const isMissing = isJson && !this.hasSegments && !this.isSilent();
		if (isMixed || (isClosed && isMissing)) return this.describeOther();
		const text = withoutComments(charactersOf(this.last)).trimEnd();
		const end = isBinary ? this.last.toString('latin1') : text;
		if (isClosed || ends?.test(end)) return undefined;
		if (this.type.brackets || (ends && !mayEndOtherwise?.test(end)))
			return 'a file that is cut off';
		const isText = !isBinary && this.body.kind !== 'binary data';
		if (isText && !ends && this.hasPage) return 'a text with a web page in it';
		// n8n's client may have unpacked a compressed text without noticing that the text was cut off.
		const isChunked = !isText && /chunked\s*$/i.test(headers['transfer-encoding'] ?? '');
		if (isChunked || Number(headers['content-length']) === this.bytes) return undefined;
		return isWhole && this.body.kind === 'nothing' ? 'an empty file of unknown length' : UNSURE;
	}

	private describeOther(): string {
		return `${describeBody(this.body)} instead of the file`;
	}

	private startsRight(): boolean {
		const { type, response } = this;
		const { kind, json, text } = this.body;
		const { begins, mayBeEmpty = false } = type;
		if (type.isBinary) return begins?.test(response.head.toString('latin1')) === true;
		if (response.isWhole && kind === 'nothing') return mayBeEmpty;
		if (/^\s*(<\?xml[^>]*>\s*)?<error/i.test(text)) return false;
		if (type.isJson && response.isWhole) return isTranscript(json);
		if (begins !== undefined) return begins.test(withoutComments(text).replace(PROLOG, ''));
		// A transcript may be one quoted sentence, a list, or a sentence in braces or in a tag.
		if (kind === 'a web page' || (kind === 'JSON' && /^\s*(\[\s*)?\{/.test(text))) return false;
		const isPage = isPageType(response.headers['content-type']);
		const isOther = kind === 'binary data' || isPage || /^\s*<\?xml/i.test(text);
		return !isOther || type === PLAIN;
	}
}

/** Returns the ASCII characters of a text, also of UTF-16, in which each character has a zero byte beside it. */
function charactersOf(bytes: Buffer): string {
	return bytes.toString('latin1').replace(/\0/g, '');
}
