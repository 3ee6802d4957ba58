import type { FileKind } from './fileResponse';

interface CaptionFormat {
	name: string;
	description: string;
	/** Of the file, if it isn't Verbit's name for the format. */
	extension?: string;
	/** Left out where none is registered: Verbit's Content-Type is used then. */
	mimeType?: string;
	isBinary?: boolean;
}

function text(
	name: string,
	description: string,
	mimeType: string,
	extension?: string,
): CaptionFormat {
	return { name, description, mimeType, extension };
}

/** A file that can't be output as text. */
function binary(name: string, description: string, mimeType?: string): CaptionFormat {
	return { name, description, mimeType, isBinary: true };
}

/**
 * The values of `caption_format` in Verbit's API reference (verbit.readme.io, "Download transcription"). Verbit may know more.
 * `synthetic_voicing.mp3` is in one edition of that page only.
 */
export const CAPTION_FORMATS: Record<string, CaptionFormat> = {
	'ad.html': text('Audio Description (HTML)', 'Audio description as a web page', 'text/html'),
	'ad.mp3': binary('Audio Description (MP3)', 'Audio description as an audio file', 'audio/mpeg'),
	'ad.txt': text('Audio Description (TXT)', 'Audio description as plain text', 'text/plain'),
	'ad.vtt': text(
		'Audio Description (VTT)',
		'Audio description with timecodes, for HTML5 video players',
		'text/vtt',
	),
	dfxp: text(
		'DFXP (TTML)',
		'Timed text for broadcasters and streaming platforms',
		'application/ttml+xml',
	),
	docx: binary(
		'DOCX',
		'Transcript as a Word document',
		'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	),
	json: text('JSON', 'Transcript as structured data, for further processing', 'application/json'),
	mov: binary('MOV', 'QuickTime video with captions', 'video/quicktime'),
	mp4: binary('MP4', 'MP4 video with embedded captions', 'video/mp4'),
	mpg: binary('MPG', 'MPEG video with captions', 'video/mpeg'),
	mxf: binary('MXF', 'Material Exchange Format video, for broadcasters', 'application/mxf'),
	oip: binary('OIP', 'Archive with an offline interactive player'),
	pdf: binary('PDF', 'Transcript as a PDF document', 'application/pdf'),
	rtf: text('RTF', 'Transcript with formatting, for most word processors', 'application/rtf'),
	sami: text('SAMI', 'Captions for Windows Media Player', 'application/x-sami', 'smi'),
	scc: text('SCC', 'Scenarist closed captions, for broadcasters', 'text/x-scc'),
	'sm.txt': text('Speaker-Marked Text', 'Plain text with speakers marked', 'text/plain'),
	srt: text('SRT', 'Subtitles for most video players', 'application/x-subrip'),
	'synthetic_voicing.mp3': binary(
		'Synthetic Voice (MP3)',
		'Audio file with a synthetic voice',
		'audio/mpeg',
	),
	txt: text('TXT', 'Plain transcript', 'text/plain'),
	vtt: text('VTT', 'Captions for HTML5 video players. Drafts need WebVTT instead.', 'text/vtt'),
	web_vtt: text(
		'WebVTT',
		'Captions for HTML5 video players, also available for drafts',
		'text/vtt',
		'vtt',
	),
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
