import type { IDataObject } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { hintOnce } from '../errors/hints';
import { parseJson } from '../http/body';
import { decodeBody } from '../http/charset';
import { fieldsOf } from '../inspect/inspect';
import type { CaptionChoice } from '../journal/saved';
import type { DownloadTools } from './downloadFile';
import type { FileJudge } from './fileJudge';
import { hasConflictingTimes, readSegments, TRANSCRIPT_VERSION } from './segments';

/** Fields with what was spoken. All other fields describe the captions. */
export const CONTENT_FIELDS = ['segments', 'speakers', 'text', 'transcript'];

/** Limits for JSON, which is read as a whole: two days of speech fit. In memory, an empty value takes 30 times its length. */
const MAX_JSON = { bytes: 256 * 1024 ** 2, values: 6_000_000 };

/** Bytes to count instead of the values of JSON, because each value, or its name, follows one of these bytes. */
const BEFORE_VALUES = new Set(Buffer.from(',[{'));

export async function readCaptionText(
	context: DownloadTools['context'],
	jobId: number,
	output: Exclude<CaptionChoice['output'], { as: 'file' }>,
	judge: FileJudge,
	chunks: AsyncIterable<Buffer>,
): Promise<IDataObject> {
	const { format, type, response } = judge;
	const { isJson = false } = type;
	const maxCharacters = output.as === 'text' ? output.maxCharacters : 0;
	// A character of any encoding has at most four bytes.
	const maxBytes = isJson ? MAX_JSON.bytes : 4 * (maxCharacters + 1);
	const { content, isCut } = await readUpTo(maxBytes, judge, chunks);
	if (judge.brackets.isTooDeep) throw notTextError('JSON', 'flat enough for n8n to save', jobId);
	if (isJson && isCut) throw notTextError(format, 'within 256 MiB and 6 million values', jobId);
	const { text, isGuess } = decodeBody(content, response.headers['content-type'], isCut);
	if (text.includes('\0')) throw notTextError(format, 'text', jobId);
	if (isGuess) hintOnce(context, 'CHARSET_GUESSED', { jobId });
	if (!isJson) return beginningOf(text, maxCharacters);
	const parsed = parseJson(text) as IDataObject[string];
	if (parsed === undefined) throw notTextError('JSON', 'valid JSON', jobId);
	if (output.as === 'text') return { transcript: parsed, characters: text.length };
	const transcript = fieldsOf(parsed);
	const { version = TRANSCRIPT_VERSION } = transcript;
	if (version !== TRANSCRIPT_VERSION) hintOnce(context, 'TRANSCRIPT_VERSION', {});
	const segments = readSegments(transcript);
	if (segments === undefined)
		throw notTextError('JSON', 'a transcript with segments and text', jobId);
	if (hasConflictingTimes(transcript)) hintOnce(context, 'TIMES_DIFFER', { jobId });
	return output.isTextOnly ? { ...segments, segments: undefined } : segments;
}

async function readUpTo(maxBytes: number, judge: FileJudge, chunks: AsyncIterable<Buffer>) {
	const seen: Buffer[] = [];
	let bytes = 0;
	let values = 0;
	let isCut = false;
	for await (const chunk of chunks) {
		seen.push(chunk);
		bytes += chunk.length;
		if (judge.type.isJson) for (const byte of chunk) if (BEFORE_VALUES.has(byte)) values++;
		isCut = bytes > maxBytes || values > MAX_JSON.values;
		if (isCut || judge.brackets.isTooDeep) break;
	}
	return { content: Buffer.concat(seen), isCut };
}

function beginningOf(text: string, maxCharacters: number): IDataObject {
	if (text.length <= maxCharacters) return { text, characters: text.length };
	// Half a surrogate pair at the end is removed.
	const beginning = text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, '');
	return { text: beginning, characters: beginning.length, truncated: true };
}

function notTextError(format: string, expected: string, jobId: number) {
	return createError('CAPTIONS_NOT_TEXT', { format, expected }, { jobId });
}
