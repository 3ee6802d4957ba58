interface FileType {
	/** Left out where none is registered: Verbit's Content-Type is used then. */
	mimeType?: string;
	/** Of the file, if it isn't Verbit's name for the format. */
	extension?: string;
	/** A file that can't be output as text. */
	isBinary?: boolean;
	/** How its text begins, after blanks, comments and a declaration of XML. Left out where it may begin as it likes. */
	begins?: RegExp;
	/** How its last bytes read, without blanks. */
	ends?: RegExp;
}

/** Of JSON and RTF. A file that is cut may end with one as well. */
export const CLOSING_BRACKET = /[}\]]$/;

const MP3 = { mimeType: 'audio/mpeg', isBinary: true, begins: /^(ID3|\uFFFD)(?=[^]*\0)/ };

const MP4 = { isBinary: true, begins: /^[^]{1,4}(ftyp|moov|mdat|free|skip|wide|pnot)/ };

const PLAIN = { mimeType: 'text/plain' };

const VTT = { mimeType: 'text/vtt', begins: /^WEBVTT/ };

/** The last part of an archive is its directory. */
const ZIP = {
	isBinary: true,
	begins: /^PK[^\w\s]{2}/,
	ends: new RegExp(`PK${String.fromCharCode(5, 6)}`),
};

const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/**
 * The values of `caption_format` in Verbit's API reference (verbit.readme.io, "Download transcription"). Verbit may know more.
 * `synthetic_voicing.mp3` is in one edition of that page only.
 */
export const CAPTION_FORMATS: Record<string, [name: string, description: string, FileType]> = {
	'ad.html': [
		'Audio Description (HTML)',
		'Audio description as a web page',
		{ mimeType: 'text/html', begins: /^<[!a-z]/i, ends: />$/ },
	],
	'ad.mp3': ['Audio Description (MP3)', 'Audio description as an audio file', MP3],
	'ad.txt': ['Audio Description (TXT)', 'Audio description as plain text', PLAIN],
	'ad.vtt': [
		'Audio Description (VTT)',
		'Audio description with timecodes, for HTML5 video players',
		VTT,
	],
	dfxp: [
		'DFXP (TTML)',
		'Timed text for broadcasters and streaming platforms',
		{
			mimeType: 'application/ttml+xml',
			begins: /^<([\w.-]+:)?tt[\s>/]/i,
			ends: /(<\/([\w.-]+:)?tt\s*|\/)>(\s|<!--[^]*-->)*$/i,
		},
	],
	docx: ['DOCX', 'Transcript as a Word document', { ...ZIP, mimeType: DOCX_TYPE }],
	json: [
		'JSON',
		'Transcript as structured data, for further processing',
		{ mimeType: 'application/json', ends: CLOSING_BRACKET },
	],
	mov: ['MOV', 'QuickTime video with captions', { ...MP4, mimeType: 'video/quicktime' }],
	mp4: ['MP4', 'MP4 video with embedded captions', { ...MP4, mimeType: 'video/mp4' }],
	mpg: [
		'MPG',
		'MPEG video with captions',
		{ mimeType: 'video/mpeg', isBinary: true, begins: /^(\0\0[^]\uFFFD|G[^]{187}G)/ },
	],
	mxf: [
		'MXF',
		'Material Exchange Format video, for broadcasters',
		{ mimeType: 'application/mxf', isBinary: true, begins: /^[^]{2}\+4(?=[^]*\0)/ },
	],
	oip: ['OIP', 'Archive with an offline interactive player', ZIP],
	pdf: [
		'PDF',
		'Transcript as a PDF document',
		{ mimeType: 'application/pdf', isBinary: true, begins: /^%PDF/, ends: /%%EOF/ },
	],
	rtf: [
		'RTF',
		'Transcript with formatting, for most word processors',
		{ mimeType: 'application/rtf', begins: /^\{\\rtf/, ends: CLOSING_BRACKET },
	],
	sami: [
		'SAMI',
		'Captions for Windows Media Player',
		{
			mimeType: 'application/x-sami',
			extension: 'smi',
			begins: /^<sami[\s>]/i,
			ends: /<\/sami\s*>$/i,
		},
	],
	scc: [
		'SCC',
		'Scenarist closed captions, for broadcasters',
		{ mimeType: 'text/x-scc', begins: /^Scenarist_SCC/i },
	],
	'sm.txt': ['Speaker-Marked Text', 'Plain text with speakers marked', PLAIN],
	srt: [
		'SRT',
		'Subtitles for most video players',
		{
			mimeType: 'application/x-subrip',
			begins: /^(\d+\s+)?(\d+:)?\d+:\d+[,.]\d+\s*-->/,
		},
	],
	'synthetic_voicing.mp3': ['Synthetic Voice (MP3)', 'Audio file with a synthetic voice', MP3],
	txt: ['TXT', 'Plain transcript', PLAIN],
	vtt: ['VTT', 'Captions for HTML5 video players. Drafts need WebVTT instead.', VTT],
	web_vtt: [
		'WebVTT',
		'Captions for HTML5 video players, also available for drafts',
		{ ...VTT, extension: 'vtt' },
	],
};

const BY_NAME = new Map(Object.entries(CAPTION_FORMATS));

export function knownFormat(format: string): FileType | undefined {
	return BY_NAME.get(format.toLowerCase())?.[2];
}

export function extensionOf(format: string): string {
	const known = knownFormat(format);
	return known === undefined ? format : (known.extension ?? format.toLowerCase());
}

export function isJsonFormat(format: string): boolean {
	return format.toLowerCase() === 'json';
}
