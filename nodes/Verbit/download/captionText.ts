import type { IDataObject } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { isFailureOfNode } from '../errors/nodeErrors';
import { isJsonFormat } from './captionFormats';
import type { OpenFile } from './downloadFile';

/** A prolog of XML and every byte order mark are shorter, bytes. */
const BEGINNING_BYTES = 256;

const UTF_8 = 'utf-8';

type Decoder = Pick<InstanceType<typeof TextDecoder>, 'decode'>;

/** The characters of Windows-1252 from 0x80 on; some versions of Node.js decode these bytes as ISO-8859-1. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/**
 * Decodes text piece by piece, without its byte order mark. Its charset is that of the mark, of the Content-Type or of an
 * XML prolog, in this order, else UTF-8.
 */
export async function* decodeText(
	chunks: AsyncIterable<Buffer>,
	contentType?: string,
): AsyncGenerator<string> {
	let decoder: Decoder | undefined;
	let beginning: Buffer = Buffer.alloc(0);
	for await (const chunk of chunks) {
		if (decoder === undefined) {
			beginning = Buffer.concat([beginning, chunk]);
			if (beginning.length < BEGINNING_BYTES) continue;
			decoder = decoderFor(beginning, contentType);
			yield decoder.decode(beginning, { stream: true });
		} else {
			yield decoder.decode(chunk, { stream: true });
		}
	}
	if (decoder !== undefined) yield decoder.decode();
	else yield decoderFor(beginning, contentType).decode(beginning);
}

/** The decoder for a text by its first bytes and its type. It removes the byte order mark of its charset. */
function decoderFor(beginning: Buffer, contentType?: string): Decoder {
	const charset =
		charsetOfMark(beginning) ?? charsetOfType(contentType) ?? charsetOfXml(beginning) ?? UTF_8;
	try {
		const decoder = new TextDecoder(charset);
		return decoder.encoding === 'windows-1252' ? windows1252(decoder) : decoder;
	} catch {
		// A name that nobody knows.
		return new TextDecoder(UTF_8);
	}
}

function windows1252(decoder: Decoder): Decoder {
	return {
		decode: (...input) =>
			decoder
				.decode(...input)
				.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]),
	};
}

function charsetOfMark(beginning: Buffer): string | undefined {
	const hex = beginning.subarray(0, 3).toString('hex');
	if (hex === 'efbbbf') return UTF_8;
	if (hex.startsWith('fffe')) return 'utf-16le';
	return hex.startsWith('feff') ? 'utf-16be' : undefined;
}

function charsetOfType(contentType = ''): string | undefined {
	return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
}

/** A prolog that can be read byte by byte isn't UTF-16, though programs that write XML to a text say so in it. */
function charsetOfXml(beginning: Buffer): string | undefined {
	const prolog = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i;
	const charset = prolog.exec(beginning.subarray(0, BEGINNING_BYTES).toString('latin1'))?.[1];
	return /^(utf-?16|ucs-?2|unicode)/i.test(charset ?? '') ? UTF_8 : charset;
}

/** Captions that are output as text, in the fields of an item. */
interface TextFields extends IDataObject {
	/** Left out where there is a transcript. */
	text?: string;
	/** The parsed JSON of a JSON transcript, never of a part of it. */
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
	if (text.includes('\0'))
		throw fault('CAPTIONS_NOT_TEXT', { format, expected: 'text' }, { jobId });
	const { length: characters } = text;
	// A part of JSON can't be parsed.
	if (isCut) return { text, characters, truncated: true };
	if (!isJsonFormat(format)) return { text, characters };
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

/** Half of a pair of UTF-16 units isn't a character. */
function cut(text: string, maxCharacters: number): string {
	return text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, '');
}

function parse(text: string, jobId: number): IDataObject {
	try {
		return JSON.parse(text) as IDataObject;
	} catch {
		throw fault('CAPTIONS_NOT_TEXT', { format: 'JSON', expected: 'valid JSON' }, { jobId });
	}
}

/** What captions as text add to an item, beside `job_id`. */
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

/** What an item holds that failed with Continue On Fail. n8n takes an item with `error` as failed, and runs it again. */
const FAILURE_FIELDS = ['error', 'details'] as const;

/**
 * The item that captions as text are added to, without what an earlier Get Captions left in it: a draft's `draft: true`
 * would call the final captions a draft. Fields of the user that have the same names stay.
 * @returns a copy
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
