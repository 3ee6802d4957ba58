import {
	type Body,
	describeBody,
	isObject,
	readBody,
	speaksOfRefusal,
	withoutPreamble,
} from '../http/body';
import { encodingOf } from '../http/headers';
import type { TextResponse } from '../http/openResponse';

/**
 * The values of `caption_format` in Verbit's API reference (verbit.readme.io, "Download transcription"), with their names and
 * descriptions. The first six are used most, audio description least. Verbit may know more. `synthetic_voicing.mp3` is in one
 * edition of that page only.
 */
export const CAPTION_FORMATS: Record<string, [name: string, description: string]> = {
	srt: ['SRT', 'Subtitles for most video players'],
	vtt: ['VTT', 'Captions for HTML5 video players. Drafts need WebVTT instead.'],
	txt: ['TXT', 'Plain transcript'],
	docx: ['DOCX', 'Transcript as a Word document'],
	pdf: ['PDF', 'Transcript as a PDF document'],
	json: ['JSON', 'Transcript as structured data, for further processing'],
	dfxp: ['DFXP (TTML)', 'Timed text for broadcasters and streaming platforms'],
	mov: ['MOV', 'QuickTime video with captions'],
	mp4: ['MP4', 'MP4 video with embedded captions'],
	mpg: ['MPG', 'MPEG video with captions'],
	mxf: ['MXF', 'Material Exchange Format video, for broadcasters'],
	oip: ['OIP', 'Archive with an offline interactive player'],
	rtf: ['RTF', 'Transcript with formatting, for most word processors'],
	sami: ['SAMI', 'Captions for Windows Media Player'],
	scc: ['SCC', 'Scenarist closed captions, for broadcasters'],
	'sm.txt': ['Speaker-Marked Text', 'Plain text with speakers marked'],
	'synthetic_voicing.mp3': ['Synthetic Voice (MP3)', 'Audio file with a synthetic voice'],
	web_vtt: ['WebVTT', 'Captions for HTML5 video players, also available for drafts'],
	'ad.html': ['Audio Description (HTML)', 'Audio description as a web page'],
	'ad.mp3': ['Audio Description (MP3)', 'Audio description as an audio file'],
	'ad.txt': ['Audio Description (TXT)', 'Audio description as plain text'],
	'ad.vtt': [
		'Audio Description (VTT)',
		'Audio description with timecodes, for HTML5 video players',
	],
};

interface FileType {
	/** Left out where none is registered: Verbit's Content-Type is used then. */
	mimeType?: string;
	/** Of the file, if it isn't Verbit's name for the format. */
	extension?: string;
	isBinary?: boolean;
	/** How its text begins, after blanks, comments and a declaration of XML. Left out where it may begin as it likes. */
	begins?: RegExp;
	/** How its last bytes read, without blanks. */
	ends?: RegExp;
}

/** Ends JSON and RTF. It proves nothing: a file that is cut may end with one as well. */
export const CLOSING_BRACKET = /[}\]]$/;

const MP4 = { isBinary: true, begins: /^[^]{1,4}(ftyp|moov|mdat|free|skip|wide|pnot)/ };

const VTT = { mimeType: 'text/vtt', begins: /^WEBVTT/ };

/** The last part of an archive is its directory. */
const ZIP = {
	isBinary: true,
	begins: /^PK[^\w\s]{2}/,
	ends: new RegExp(`PK${String.fromCharCode(5, 6)}`),
};

const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const MP3_START = /^(ID3|\uFFFD)(?=[^]*\0)/;

const TTML_END = /(<\/([\w.-]+:)?tt\s*|\/)>(\s|<!--[^]*-->)*$/i;

const FILE_TYPES = new Map<string, FileType>(
	Object.entries({
		dfxp: { mimeType: 'application/ttml+xml', begins: /^<([\w.-]+:)?tt[\s>/]/i, ends: TTML_END },
		docx: { ...ZIP, mimeType: DOCX_TYPE },
		html: { mimeType: 'text/html', begins: /^<[!a-z]/i, ends: />$/ },
		json: { mimeType: 'application/json', ends: CLOSING_BRACKET },
		mov: { ...MP4, mimeType: 'video/quicktime' },
		mp3: { mimeType: 'audio/mpeg', isBinary: true, begins: MP3_START },
		mp4: { ...MP4, mimeType: 'video/mp4' },
		mpg: { mimeType: 'video/mpeg', isBinary: true, begins: /^(\0\0[^]\uFFFD|G(?=[^]*\0))/ },
		mxf: { mimeType: 'application/mxf', isBinary: true, begins: /^[^]{2}\+4(?=[^]*\0)/ },
		oip: ZIP,
		pdf: { mimeType: 'application/pdf', isBinary: true, begins: /^%PDF/, ends: /%%EOF/ },
		rtf: { mimeType: 'application/rtf', begins: /^\{\\rtf/, ends: CLOSING_BRACKET },
		sami: {
			mimeType: 'application/x-sami',
			extension: 'smi',
			begins: /^<sami[\s>]/i,
			ends: /<\/sami\s*>$/i,
		},
		scc: { mimeType: 'text/x-scc', begins: /^Scenarist_SCC/i },
		srt: { mimeType: 'application/x-subrip', begins: /^(\d+\s+)?(\d+:)?\d+:\d+[,.]\d+\s*-->/ },
		txt: { mimeType: 'text/plain' },
		vtt: VTT,
		web_vtt: { ...VTT, extension: 'vtt' },
	}),
);

export function knownFormat(format: string): FileType | undefined {
	return FILE_TYPES.get(format.toLowerCase().replace(/^.*\./, ''));
}

export function isJsonFormat(format: string): boolean {
	return format.toLowerCase() === 'json';
}

/** Says what came instead of a file of this format: an error may have the status 200. */
export function unexpectedBodyOf(
	{ status, text, isWhole, headers }: TextResponse,
	format: string,
): string | undefined {
	// Nothing but the whole file is asked for.
	if (status === 206) return 'only a part of the file';
	// 202: accepted, but not ready yet.
	if (status === 202) return 'no file yet';
	const encoding = encodingOf(headers['content-encoding']);
	if (encoding !== undefined) return `a compressed file (${encoding})`;
	const body = readBody(text, headers['content-type']);
	const isRight = (isWhole && isSilent(text)) || isOfFormat(body, format);
	return isRight ? undefined : `${describeBody(body)} instead of the file`;
}

function isOfFormat(body: Body, format: string): boolean {
	const { kind, text, json } = body;
	const { begins, mimeType } = knownFormat(format) ?? {};
	if (ERROR_DOCUMENT.test(text.trimStart())) return false;
	if (begins !== undefined) return begins.test(withoutPreamble(text));
	if (isJsonFormat(format)) return kind === 'JSON' && isTranscript(body);
	// A transcript may be one quoted sentence, or a list.
	if (mimeType !== undefined)
		return kind === 'text' || (kind === 'JSON' && !isObject(json) && !CUT_OBJECT.test(text));
	// A format that only Verbit knows.
	if (kind === 'a web page') return false;
	return kind !== 'JSON' || (json !== undefined && typeof json !== 'object') || isTranscript(body);
}

/** The root element of errors of S3 and similar storages. */
const ERROR_DOCUMENT = /^(<\?xml[^>]*>\s*)?<error/i;

const CUT_OBJECT = /^\s*(\[\s*)?\{/;

/** What an error, or the status of a job, begins with: of a long one no more was read. */
const OTHER_OBJECT = /^\s*(\[\s*)?\{\s*"(error\w*|message|success|job_status)"/i;

function isTranscript({ text, json }: Body): boolean {
	if (json === undefined) return !OTHER_OBJECT.test(text);
	if (isObject(json) && Array.isArray(json.segments)) return true;
	if (speaksOfRefusal(json) || [json].flat().some(isJob)) return false;
	return Array.isArray(json) || (isObject(json) && Object.keys(json).length > 0);
}

function isJob(value: unknown): boolean {
	return isObject(value) && (value.job_status !== undefined || value.status !== undefined);
}

/** Captions without a cue: the first line, and in WebVTT what describes the file. */
const WITHOUT_CUES = /^(WEBVTT([ \t]+-.*)?[\r\n](?![^]*-->)[^]*|(WEBVTT|Scenarist_SCC)\b.*)/;

/** Whether whole captions hold nothing that somebody said, which is what a recording without speech gives. */
export function isSilent(captions: string): boolean {
	const { kind, json } = readBody(captions.trim().replace(WITHOUT_CUES, ''));
	if (kind === 'nothing') return true;
	return isObject(json) && Array.isArray(json.segments) && json.segments.length === 0;
}
