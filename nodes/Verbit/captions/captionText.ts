import type { IDataObject } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { hintOnce } from '../errors/hints';
import { isFailureOfNode } from '../parameters/values';
import { decodeAs, unicodeIn } from '../http/headers';
import type { CaptionRequest } from './captionFields';
import { isJsonFormat } from './captionFormats';
import type { DownloadTools, OpenFile } from './downloadFile';
import { readSegments, TRANSCRIPT_VERSION } from './segments';

/**
 * Decodes a text without its byte order mark, in the first charset that fits of the mark's, the Content-Type's, and UTF-8.
 * Other bytes are read as Windows-1252, which has a character for each. @param isCut at any byte, at its end
 */
export function decodeCaptions(content: Buffer, contentType = '', isCut = false): string {
	const [, ofType] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
	for (const charset of [unicodeIn(content), ofType, 'utf-8']) {
		const text = charset === undefined ? undefined : decodeAs(charset, content, isCut);
		if (text !== undefined) return text;
	}
	return content.toString('latin1').replace(/[\xc2-\xf4][\x80-\xbf]{1,3}|[\x80-\xff]/g, (bytes) => {
		const character = Buffer.from(bytes, 'latin1');
		return decodeAs('utf-8', character) ?? decodeAs('windows-1252', character) ?? '';
	});
}

/** A part of JSON can't be used, so it is read whole: this many bytes are a week of speech. */
const MAX_JSON_BYTES = 256 * 1024 * 1024;

/** The most bytes that a charset takes for one UTF-16 unit. */
const UNIT_BYTES = 4;

/** n8n can't save JSON that is nested much deeper. */
const MAX_DEPTH = 100;

/**
 * @returns `text`, or of JSON the parsed `transcript`, or its `segments`
 * @throws StepError for a file that isn't text, and for JSON that isn't, or has no segments
 */
export async function readCaptionText(
	context: DownloadTools['context'],
	opened: OpenFile,
	{ format, output }: { format: string; output: Exclude<CaptionRequest['output'], { as: 'file' }> },
	jobId: number,
): Promise<IDataObject> {
	const isJson = isJsonFormat(format);
	const maxCharacters = output.as === 'text' ? output.maxCharacters : 0;
	const maxBytes = isJson ? MAX_JSON_BYTES : UNIT_BYTES * (maxCharacters + 1);
	const { content, isCut } = await readUpTo(opened.chunks, maxBytes);
	if (isJson && isCut) throw notText(format, 'smaller than 256 MiB', jobId);
	const text = decodeCaptions(content, opened.headers['content-type'], isCut);
	if (text.includes('\0')) throw notText(format, 'text', jobId);
	if (!isJson) return beginningOf(text, maxCharacters);
	const transcript = parse(text, jobId);
	if (output.as === 'text') return { transcript, characters: text.length };
	const { version = TRANSCRIPT_VERSION } = transcript;
	if (version !== TRANSCRIPT_VERSION) hintOnce(context, 'TRANSCRIPT_VERSION', {});
	const segments = readSegments(transcript);
	if (segments === undefined) throw notText('JSON', 'a transcript with segments', jobId);
	return output.isTextOnly ? { ...segments, segments: undefined } : segments;
}

async function readUpTo(chunks: AsyncIterable<Buffer>, maxBytes: number) {
	const seen: Buffer[] = [];
	let left = maxBytes;
	for await (const chunk of chunks) {
		seen.push(chunk);
		left -= chunk.length;
		if (left < 0) break;
	}
	return { content: Buffer.concat(seen), isCut: left < 0 };
}

/** Counted in UTF-16 units, but never within a character. */
function beginningOf(text: string, maxCharacters: number): IDataObject {
	if (text.length <= maxCharacters) return { text, characters: text.length };
	const beginning = text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, '');
	return { text: beginning, characters: beginning.length, truncated: true };
}

/** An empty file is a transcript in which nobody speaks. */
function parse(text: string, jobId: number): IDataObject {
	if (text.trim() === '') return { segments: [] };
	let transcript: unknown;
	try {
		transcript = JSON.parse(text);
	} catch {
		throw notText('JSON', 'valid JSON', jobId);
	}
	if (isDeeperThan(MAX_DEPTH, transcript))
		throw notText('JSON', 'flat enough for n8n to save', jobId);
	return Object(transcript);
}

function notText(format: string, expected: string, jobId: number) {
	return createError('CAPTIONS_NOT_TEXT', { format, expected }, { jobId });
}

function isDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

export const CONTENT_FIELDS = ['segments', 'speakers', 'text', 'transcript'];

const CAPTION_FIELDS = [
	'caption_format',
	'language',
	'draft',
	'characters',
	'truncated',
	...CONTENT_FIELDS,
];

/** Fields of an item that failed with Continue On Fail: n8n takes an item with `error` as failed and runs it again. */
const FAILURE_FIELDS = ['error', 'details'];

/** An item without what an earlier Get Captions left in it: `draft: true` would call the final captions a draft. */
export function withoutEarlierCaptions(json: IDataObject): IDataObject {
	const stale = [
		...(isOfCaptions(json) ? CAPTION_FIELDS : []),
		...(isOfCaptions(json.captions) ? CONTENT_FIELDS : []),
		...(isFailureOfNode(json) ? FAILURE_FIELDS : []),
	];
	return Object.fromEntries(Object.entries(json).filter(([name]) => !stale.includes(name)));
}

function isOfCaptions(fields: unknown): boolean {
	return Object(fields).caption_format !== undefined;
}
