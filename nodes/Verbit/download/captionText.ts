import type { IDataObject } from 'n8n-workflow';

import { fault } from '../errors/fault';
import type { OpenFile } from './downloadFile';
import { knownFormat } from './captionFormats';
import { decodeText } from './decodeText';

/** Captions that are output as text, in the fields of an item. */
interface TextFields extends IDataObject {
	/** Left out where there is a transcript. */
	text?: string;
	/** The parsed JSON of a JSON transcript. */
	transcript?: IDataObject;
	/** Length of the text, or of the JSON as it came. */
	characters: number;
	/** Only where the text was cut. */
	truncated?: true;
}

/**
 * Reads captions as text, no further than the limit.
 * @param maxCharacters the text is cut after so many UTF-16 units, never within a character
 * @throws StepError for a file that isn't text, or a JSON transcript that isn't JSON
 */
export async function readCaptionText(
	{ headers, chunks }: OpenFile,
	{ format, maxCharacters, jobId }: { format: string; maxCharacters: number; jobId: number },
): Promise<TextFields> {
	const { text, isCut } = await readUpTo(
		decodeText(chunks, headers['content-type']),
		maxCharacters,
	);
	if (text.includes('\0')) throw fault('CAPTIONS_NOT_TEXT', { format }, { jobId });
	const { length: characters } = text;
	if (isCut) return { text, characters, truncated: true };
	if (knownFormat(format)?.extension !== 'json') return { text, characters };
	return { transcript: parse(text, jobId), characters };
}

async function readUpTo(
	pieces: AsyncIterable<string>,
	maxCharacters: number,
): Promise<{ text: string; isCut: boolean }> {
	const seen: string[] = [];
	let length = 0;
	for await (const piece of pieces) {
		seen.push(piece);
		length += piece.length;
		if (length > maxCharacters) return { text: cut(seen.join(''), maxCharacters), isCut: true };
	}
	return { text: seen.join(''), isCut: false };
}

/** Half of a pair of UTF-16 units is no character. */
function cut(text: string, maxCharacters: number): string {
	return text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, '');
}

function parse(text: string, jobId: number): IDataObject {
	try {
		return JSON.parse(text) as IDataObject;
	} catch {
		throw fault('CAPTIONS_NOT_JSON', {}, { jobId });
	}
}
