import type { FileKind } from './fileResponse';

interface CaptionFormat {
	name: string;
	description: string;
	/** Of the file, if it isn't Verbit's name for the format. */
	extension?: string;
	/** Left out where none is registered: Verbit's Content-Type is used then. */
	mimeType?: string;
	/** The file can't be output as text. */
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
		mimeType: 'text/html',
	},
	'ad.mp3': {
		name: 'Audio Description (MP3)',
		description: 'Audio description as an audio file',
		mimeType: 'audio/mpeg',
		isBinary: true,
	},
	'ad.txt': {
		name: 'Audio Description (TXT)',
		description: 'Audio description as plain text',
		mimeType: 'text/plain',
	},
	'ad.vtt': {
		name: 'Audio Description (VTT)',
		description: 'Audio description with timecodes, for HTML5 video players',
		mimeType: 'text/vtt',
	},
	dfxp: {
		name: 'DFXP (TTML)',
		description: 'Timed text for broadcasters and streaming platforms',
		mimeType: 'application/ttml+xml',
	},
	docx: {
		name: 'DOCX',
		description: 'Transcript as a Word document',
		mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
		isBinary: true,
	},
	json: {
		name: 'JSON',
		description: 'Transcript as structured data, for further processing',
		mimeType: 'application/json',
	},
	mov: {
		name: 'MOV',
		description: 'QuickTime video with captions',
		mimeType: 'video/quicktime',
		isBinary: true,
	},
	mp4: {
		name: 'MP4',
		description: 'MP4 video with embedded captions',
		mimeType: 'video/mp4',
		isBinary: true,
	},
	mpg: {
		name: 'MPG',
		description: 'MPEG video with captions',
		mimeType: 'video/mpeg',
		isBinary: true,
	},
	mxf: {
		name: 'MXF',
		description: 'Material Exchange Format video, for broadcasters',
		mimeType: 'application/mxf',
		isBinary: true,
	},
	oip: {
		name: 'OIP',
		description: 'Archive with an offline interactive player',
		isBinary: true,
	},
	pdf: {
		name: 'PDF',
		description: 'Transcript as a PDF document',
		mimeType: 'application/pdf',
		isBinary: true,
	},
	rtf: {
		name: 'RTF',
		description: 'Transcript with formatting, for most word processors',
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
		mimeType: 'text/x-scc',
	},
	'sm.txt': {
		name: 'Speaker-Marked Text',
		description: 'Plain text with speakers marked',
		mimeType: 'text/plain',
	},
	srt: {
		name: 'SRT',
		description: 'Subtitles for most video players',
		mimeType: 'application/x-subrip',
	},
	'synthetic_voicing.mp3': {
		name: 'Synthetic Voice (MP3)',
		description: 'Audio file with a synthetic voice',
		mimeType: 'audio/mpeg',
		isBinary: true,
	},
	txt: {
		name: 'TXT',
		description: 'Plain transcript',
		mimeType: 'text/plain',
	},
	vtt: {
		name: 'VTT',
		description: 'Captions for HTML5 video players. Drafts need WebVTT instead.',
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

export function knownFormat(format: string): CaptionFormat | undefined {
	return BY_NAME.get(format.toLowerCase());
}

export function extensionOf(format: string): string {
	const known = knownFormat(format);
	return known === undefined ? format : (known.extension ?? format.toLowerCase());
}

export function isJsonFormat(format: string): boolean {
	return format.toLowerCase() === 'json';
}

/** Which texts may be the captions themselves. An unknown format may be JSON. */
export function kindOf(format: string): FileKind {
	return {
		mayBeJson: knownFormat(format) === undefined || isJsonFormat(format),
		mayBeHtml: /html/i.test(format),
	};
}
