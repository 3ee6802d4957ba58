import type { IDataObject } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { isFailureOfNode } from '../errors/nodeErrors';
import { unicodeIn } from '../http/headers';
import { peek } from '../http/streams';
import { isJsonFormat } from './captionFormats';
import type { OpenFile } from './downloadFile';

/** A prolog of XML is shorter, bytes. */
const BEGINNING_BYTES = 256;

/**
 * Decodes text piece by piece, without its byte order mark. The charset is that of the mark, the Content-Type or an
 * XML prolog, in this order, or UTF-8.
 */
export async function* decodePieces(
	content: AsyncIterable<Buffer>,
	contentType?: string,
): AsyncGenerator<string> {
	const { head, chunks } = await peek(content, BEGINNING_BYTES);
	const decoder = decoderFor(
		unicodeIn(head) ?? charsetOfType(contentType) ?? charsetOfXml(head) ?? 'utf-8',
	);
	for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
	yield decoder.decode();
}

function decoderFor(charset: string): InstanceType<typeof TextDecoder> {
	try {
		return new TextDecoder(charset);
	} catch {
		// A name that nobody knows.
		return new TextDecoder();
	}
}

function charsetOfType(contentType = ''): string | undefined {
	return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
}

/** A prolog that can be read byte by byte isn't UTF-16, even if it says so. */
function charsetOfXml(beginning: Buffer): string | undefined {
	const prolog = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i;
	const charset = prolog.exec(beginning.subarray(0, BEGINNING_BYTES).toString('latin1'))?.[1];
	return /^(utf-?16|ucs-?2|unicode)/i.test(charset ?? '') ? 'utf-8' : charset;
}

/**
 * @param maxCharacters the text is cut after so many UTF-16 units, never within a character
 * @returns `transcript`, the parsed JSON, or else `text`; `characters` counts either as it came
 * @throws StepError for a file that isn't text, or a JSON transcript that isn't JSON
 */
export async function readCaptionText(
	{ headers, chunks }: OpenFile,
	{ format, maxCharacters, jobId }: { format: string; maxCharacters: number; jobId: number },
): Promise<IDataObject> {
	const { text, isTruncated } = await readUpTo(
		decodePieces(chunks, headers['content-type']),
		maxCharacters,
	);
	if (text.includes('\0'))
		throw createError('CAPTIONS_NOT_TEXT', { format, expected: 'text' }, { jobId });
	const { length: characters } = text;
	// A part of JSON can't be parsed.
	if (isTruncated) return { text, characters, truncated: true };
	if (!isJsonFormat(format)) return { text, characters };
	return { transcript: parse(text, jobId), characters };
}

async function readUpTo(
	pieces: AsyncIterable<string>,
	maxCharacters: number,
): Promise<{ text: string; isTruncated: boolean }> {
	const seen: string[] = [];
	let length = 0;
	for await (const piece of pieces) {
		seen.push(piece);
		length += piece.length;
		if (length > maxCharacters)
			return { text: cut(seen.join(''), maxCharacters), isTruncated: true };
	}
	return { text: seen.join(''), isTruncated: false };
}

function cut(text: string, maxCharacters: number): string {
	return text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, '');
}

function parse(text: string, jobId: number): IDataObject {
	try {
		return JSON.parse(text) as IDataObject;
	} catch {
		throw createError('CAPTIONS_NOT_TEXT', { format: 'JSON', expected: 'valid JSON' }, { jobId });
	}
}

const TEXT_FIELDS = [
	'caption_format',
	'language',
	'draft',
	'text',
	'transcript',
	'characters',
	'truncated',
] as const;

/** What the trigger puts at the top of its item when it downloads captions as text. */
const TRIGGER_FIELDS = ['text', 'transcript'] as const;

/** Fields of an item that failed with Continue On Fail: n8n takes an item with `error` as failed and runs it again. */
const FAILURE_FIELDS = ['error', 'details'] as const;

/**
 * The item that captions as text are added to, without what an earlier Get Captions left in it: a draft's `draft: true`
 * would call the final captions a draft. Fields of the user that have the same names stay.
 */
export function withoutEarlierCaptions(json: IDataObject): IDataObject {
	const stale: string[] = [
		...(isOfCaptions(json) ? TEXT_FIELDS : []),
		...(isOfCaptions(json.captions) ? TRIGGER_FIELDS : []),
		...(isFailureOfNode(json) ? FAILURE_FIELDS : []),
	];
	return Object.fromEntries(Object.entries(json).filter(([name]) => !stale.includes(name)));
}

function isOfCaptions(fields: unknown): boolean {
	return (Object(fields) as IDataObject).caption_format !== undefined;
}
