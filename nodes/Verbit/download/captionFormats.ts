import type { FileKind } from './fileResponse';

interface CaptionFormat {
	/** As people know it. */
	name: string;
	/** What it is for, in one line. */
	description: string;
	/** With its dots, e.g. `ad.vtt`. */
	extension: string;
	/** Left out where none is registered: Verbit's own counts then. */
	mimeType?: string;
	/** Whether the file is more than text and can't be output as text. */
	isBinary?: boolean;
}

/**
 * The values of `caption_format` in Verbit's API reference (verbit.readme.io, "Download transcription"). Verbit may know more.
 * `synthetic_voicing.mp3` is in one edition of that page only.
 */
export const CAPTION_FORMATS: Record<string, CaptionFormat> = {
	'ad.html': {
		name: 'Audio Description (HTML)',
		description: 'Audio description as a web page',
		extension: 'ad.html',
		mimeType: 'text/html',
	},
	'ad.mp3': {
		name: 'Audio Description (MP3)',
		description: 'Audio description as an audio file',
		extension: 'ad.mp3',
		mimeType: 'audio/mpeg',
		isBinary: true,
	},
	'ad.txt': {
		name: 'Audio Description (TXT)',
		description: 'Audio description as plain text',
		extension: 'ad.txt',
		mimeType: 'text/plain',
	},
	'ad.vtt': {
		name: 'Audio Description (VTT)',
		description: 'Audio description with timecodes, for HTML5 video players',
		extension: 'ad.vtt',
		mimeType: 'text/vtt',
	},
	dfxp: {
		name: 'DFXP (TTML)',
		description: 'Timed text for broadcasters and streaming platforms',
		extension: 'dfxp',
		mimeType: 'application/ttml+xml',
	},
	docx: {
		name: 'DOCX',
		description: 'Transcript as a Word document',
		extension: 'docx',
		mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
		isBinary: true,
	},
	json: {
		name: 'JSON',
		description: 'Transcript as structured data, for further processing',
		extension: 'json',
		mimeType: 'application/json',
	},
	mov: {
		name: 'MOV',
		description: 'QuickTime video with captions',
		extension: 'mov',
		mimeType: 'video/quicktime',
		isBinary: true,
	},
	mp4: {
		name: 'MP4',
		description: 'MP4 video with embedded captions',
		extension: 'mp4',
		mimeType: 'video/mp4',
		isBinary: true,
	},
	mpg: {
		name: 'MPG',
		description: 'MPEG video with captions',
		extension: 'mpg',
		mimeType: 'video/mpeg',
		isBinary: true,
	},
	mxf: {
		name: 'MXF',
		description: 'Material Exchange Format video, for broadcasters',
		extension: 'mxf',
		mimeType: 'application/mxf',
		isBinary: true,
	},
	oip: {
		name: 'OIP',
		description: 'Archive with an offline interactive player',
		extension: 'oip',
		isBinary: true,
	},
	pdf: {
		name: 'PDF',
		description: 'Transcript as a PDF document',
		extension: 'pdf',
		mimeType: 'application/pdf',
		isBinary: true,
	},
	rtf: {
		name: 'RTF',
		description: 'Transcript with formatting, for most word processors',
		extension: 'rtf',
		mimeType: 'application/rtf',
	},
	sami: {
		name: 'SAMI',
		description: 'Captions for Windows Media Player',
		extension: 'smi',
		mimeType: 'application/x-sami',
	},
	scc: {
		name: 'SCC',
		description: 'Scenarist closed captions, for broadcasters',
		extension: 'scc',
		mimeType: 'text/x-scc',
	},
	'sm.txt': {
		name: 'Speaker-Marked Text',
		description: 'Plain text with speakers marked',
		extension: 'sm.txt',
		mimeType: 'text/plain',
	},
	srt: {
		name: 'SRT',
		description: 'Subtitles for most video players',
		extension: 'srt',
		mimeType: 'application/x-subrip',
	},
	'synthetic_voicing.mp3': {
		name: 'Synthetic Voice (MP3)',
		description: 'Audio file with a synthetic voice',
		extension: 'synthetic_voicing.mp3',
		mimeType: 'audio/mpeg',
		isBinary: true,
	},
	txt: {
		name: 'TXT',
		description: 'Plain transcript',
		extension: 'txt',
		mimeType: 'text/plain',
	},
	vtt: {
		name: 'VTT',
		description: 'Captions for HTML5 video players. Drafts need WebVTT instead.',
		extension: 'vtt',
		mimeType: 'text/vtt',
	},
	web_vtt: {
		name: 'WebVTT',
		description: 'Captions for HTML5 video players, also available for drafts',
		extension: 'vtt',
		mimeType: 'text/vtt',
	},
};

const BY_NAME = new Map(Object.entries(CAPTION_FORMATS));

/** What is known of a format, in whichever case it is written. */
export function knownFormat(format: string): CaptionFormat | undefined {
	return BY_NAME.get(format.toLowerCase());
}

/** Whether the captions are a JSON transcript. */
export function isJsonFormat(format: string): boolean {
	return knownFormat(format)?.extension === 'json';
}

/** Which texts may be the captions themselves; of a format that is not known here JSON may be. */
export function kindOf(format: string): FileKind {
	return {
		mayBeJson: knownFormat(format) === undefined || isJsonFormat(format),
		mayBeHtml: /html/i.test(format),
	};
}
