import { fieldsOf, isEmpty } from '../inspect/inspect';
import { isSilent } from './segments';

/** Values of `caption_format` in Verbit's API reference ("Download transcription"), the most used first. Verbit may know more. */
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

export interface FileType {
	mimeType?: string;
	extension?: string;
	isBinary?: boolean;
	/** Matches the beginning of a file (of a text: without leading blanks, comments and declarations). Plain text has none. */
	begins?: RegExp;
	/** Matches the end of a whole file (of a text: without trailing blanks and comments). */
	ends?: Pick<RegExp, 'test'>;
	/** Matches an end that a cut-off file may have, too, so that only its length proves the file whole. */
	mayEndOtherwise?: RegExp;
	/** Pairs of opening and closing brackets. A whole file ends with the bracket that closes its first. */
	brackets?: string;
	isJson?: boolean;
	isSilent?: (text: string, json?: unknown) => boolean;
	mayBeEmpty?: boolean;
}

const isBlank = (text: string) => text.trim() === '';

export const PLAIN: FileType = { isSilent: isBlank, mayBeEmpty: true };

const VTT: FileType = {
	mimeType: 'text/vtt',
	begins: /^WEBVTT(?!\S)/,
	isSilent: (text) => !text.includes('-->'),
};

/** The beginning of MP4 and QuickTime: the length of the first box, which starts with a control character, and the box's name. */
const VIDEO = {
	isBinary: true,
	begins: /^(?!\s)\p{Cc}[^]{3}(ftyp|moov|mdat|free|skip|wide|pnot)/u,
};

/** The mark of an archive's last record, of 22 bytes. The last two are the length of the comment behind it. */
const LAST_RECORD = new RegExp(`PK${String.fromCharCode(5, 6)}(?=[^]{16}([^]{2}))`, 'g');

const ARCHIVE = { isBinary: true, begins: /^PK\p{Cc}{2}/u, ends: { test: endsWithRecord } };

const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A line such as `00:01:02,500 --> 00:01:04`, maybe after a line with the cue's number or name. */
const FIRST_CUE = /^((?!WEBVTT)[^\s<{][^\r\n]*[\r\n]\s*)?-?(\d+:)?\d+:\d+([.,:]\d+)?\s*-->/;

const FILE_TYPES = new Map<string, FileType>(
	Object.entries<FileType>({
		dfxp: {
			mimeType: 'application/ttml+xml',
			begins: /^<([\w.-]+:)?tt[\s>/]/i,
			ends: /<(\/([\w.-]+:)?tt|([\w.-]+:)?tt(\s[^<>]*)?\/)\s*>$/i,
			isSilent: hasEmptyBody,
		},
		docx: { ...ARCHIVE, mimeType: DOCX_TYPE },
		html: {
			mimeType: 'text/html',
			begins: /^<[a-z]/i,
			ends: /<\/html\s*>$/i,
			mayEndOtherwise: /$/,
		},
		json: {
			mimeType: 'application/json',
			begins: /^\{/,
			brackets: '{}[]',
			isJson: true,
			isSilent: (_, json) => isSilent(fieldsOf(json)),
		},
		mov: { ...VIDEO, mimeType: 'video/quicktime' },
		mp3: {
			mimeType: 'audio/mpeg',
			isBinary: true,
			begins: /^(ID3(?!\s)\p{Cc}|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/u,
		},
		mp4: { ...VIDEO, mimeType: 'video/mp4' },
		mpg: { mimeType: 'video/mpeg', isBinary: true, begins: /^(\0\0[^][\xb3\xba]|G[^]{187}G)/ },
		mxf: { mimeType: 'application/mxf', isBinary: true, begins: /^\p{Cc}{2}\+4/u },
		oip: ARCHIVE,
		pdf: {
			mimeType: 'application/pdf',
			isBinary: true,
			begins: /^%PDF-/,
			ends: /%%EOF[\s\0]*$/,
			mayEndOtherwise: /%%EOF[ \t]*[\r\n]+[^\r\n]+[\r\n]*$/,
		},
		rtf: { mimeType: 'application/rtf', begins: /^\{\\rtf/, brackets: '{}' },
		sami: {
			mimeType: 'application/x-sami',
			extension: 'smi',
			begins: /^<sami[\s>]/i,
			ends: /<\/sami\s*>$/i,
			mayEndOtherwise: /$/,
			isSilent: hasEmptyBody,
		},
		scc: {
			mimeType: 'text/x-scc',
			begins: /^Scenarist_SCC\sV/i,
			isSilent: (text) => !/[\r\n]/.test(text.trim()),
		},
		srt: { ...PLAIN, mimeType: 'application/x-subrip', begins: FIRST_CUE },
		txt: { ...PLAIN, mimeType: 'text/plain' },
		vtt: VTT,
		web_vtt: { ...VTT, extension: 'vtt' },
	}),
);

export function knownFormat(format: string): FileType | undefined {
	return FILE_TYPES.get(format.toLowerCase().replace(/^.*\./, ''));
}

const TRANSCRIPT_FIELD = /^(version|kind|features|speakers)$/;

/** Returns whether JSON is a transcript. If nobody spoke, its list of segments is empty, as it may also be in an error. */
export function isTranscript(json: unknown): boolean {
	const { segments, ...others } = fieldsOf(json);
	if (!Array.isArray(segments)) return false;
	if (segments.length > 0) return true;
	const names = Object.keys(others).filter((name) => !isEmpty(others[name]));
	if (names.some((name) => /error|message|reason|status/i.test(name))) return false;
	return names.length === 0 || names.some((name) => TRANSCRIPT_FIELD.test(name));
}

function endsWithRecord(end: string): boolean {
	return [...end.matchAll(LAST_RECORD)].some(({ index, 1: length }) => {
		const comment = Buffer.from(length, 'latin1').readUInt16LE();
		return index + 22 + comment === end.length;
	});
}

function hasEmptyBody(markup: string): boolean {
	const [body = ''] = /<([\w.-]+:)?body[\s>/][^]*/i.exec(markup) ?? [];
	return isBlank(withoutComments(body).replace(/<[^<>]*>|&nbsp;/gi, ''));
}

export function withoutComments(markup: string): string {
	return markup.replace(/<!--[^]*?(-->|$)/g, '');
}
