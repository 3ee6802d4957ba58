interface CaptionFormat {
	name: string;
	description: string;
	/** Of the file, if it isn't Verbit's name for the format. */
	extension?: string;
	/** Left out where none is registered: Verbit's Content-Type is used then. */
	mimeType?: string;
	isBinary?: boolean;
	/** How its text begins, after blanks, comments and a declaration of XML. Left out where it may begin as it likes. */
	begins?: RegExp;
	/** How its last bytes read, without blanks. */
	ends?: RegExp;
}

type Form = Pick<CaptionFormat, 'begins' | 'ends'>;

/** Of JSON and RTF. A file that is cut may end with one as well. */
export const CLOSING_BRACKET = /[}\]]$/;

const MP3: Form = { begins: /^(ID3|\uFFFD)(?=[^]*\0)/ };

const MP4: Form = { begins: /^[^]{1,4}(ftyp|moov|mdat|free|skip|wide|pnot)/ };

const VTT: Form = { begins: /^WEBVTT/ };

/** The last part of an archive is its directory. */
const ZIP: Form = {
	begins: /^PK[^\w\s]{2}/,
	ends: new RegExp(`PK${String.fromCharCode(5, 6)}`),
};

function text(
	name: string,
	description: string,
	mimeType: string,
	form: Form = {},
	extension?: string,
): CaptionFormat {
	return { name, description, mimeType, extension, ...form };
}

/** A file that can't be output as text. */
function binary(name: string, description: string, form: Form, mimeType?: string): CaptionFormat {
	return { name, description, mimeType, isBinary: true, ...form };
}

/**
 * The values of `caption_format` in Verbit's API reference (verbit.readme.io, "Download transcription"). Verbit may know more.
 * `synthetic_voicing.mp3` is in one edition of that page only.
 */
export const CAPTION_FORMATS: Record<string, CaptionFormat> = {
	'ad.html': text('Audio Description (HTML)', 'Audio description as a web page', 'text/html', {
		begins: /^<[!a-z]/i,
		ends: />$/,
	}),
	'ad.mp3': binary(
		'Audio Description (MP3)',
		'Audio description as an audio file',
		MP3,
		'audio/mpeg',
	),
	'ad.txt': text('Audio Description (TXT)', 'Audio description as plain text', 'text/plain'),
	'ad.vtt': text(
		'Audio Description (VTT)',
		'Audio description with timecodes, for HTML5 video players',
		'text/vtt',
		VTT,
	),
	dfxp: text(
		'DFXP (TTML)',
		'Timed text for broadcasters and streaming platforms',
		'application/ttml+xml',
		{ begins: /^<([\w.-]+:)?tt[\s>/]/i, ends: /(<\/([\w.-]+:)?tt\s*|\/)>(\s|<!--[^]*-->)*$/i },
	),
	docx: binary(
		'DOCX',
		'Transcript as a Word document',
		ZIP,
		'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	),
	json: text('JSON', 'Transcript as structured data, for further processing', 'application/json', {
		ends: CLOSING_BRACKET,
	}),
	mov: binary('MOV', 'QuickTime video with captions', MP4, 'video/quicktime'),
	mp4: binary('MP4', 'MP4 video with embedded captions', MP4, 'video/mp4'),
	mpg: binary(
		'MPG',
		'MPEG video with captions',
		{ begins: /^(\0\0[^]\uFFFD|G[^]{187}G)/ },
		'video/mpeg',
	),
	mxf: binary(
		'MXF',
		'Material Exchange Format video, for broadcasters',
		{ begins: /^[^]{2}\+4(?=[^]*\0)/ },
		'application/mxf',
	),
	oip: binary('OIP', 'Archive with an offline interactive player', ZIP),
	pdf: binary(
		'PDF',
		'Transcript as a PDF document',
		{ begins: /^%PDF/, ends: /%%EOF/ },
		'application/pdf',
	),
	rtf: text('RTF', 'Transcript with formatting, for most word processors', 'application/rtf', {
		begins: /^\{\\rtf/,
		ends: CLOSING_BRACKET,
	}),
	sami: text(
		'SAMI',
		'Captions for Windows Media Player',
		'application/x-sami',
		{ begins: /^<sami[\s>]/i, ends: /<\/sami\s*>$/i },
		'smi',
	),
	scc: text('SCC', 'Scenarist closed captions, for broadcasters', 'text/x-scc', {
		begins: /^Scenarist_SCC/i,
	}),
	'sm.txt': text('Speaker-Marked Text', 'Plain text with speakers marked', 'text/plain'),
	srt: text('SRT', 'Subtitles for most video players', 'application/x-subrip', {
		begins: /^(\d+\s+)?(\d+:)?\d+:\d+[,.]\d+\s*-->/,
	}),
	'synthetic_voicing.mp3': binary(
		'Synthetic Voice (MP3)',
		'Audio file with a synthetic voice',
		MP3,
		'audio/mpeg',
	),
	txt: text('TXT', 'Plain transcript', 'text/plain'),
	vtt: text(
		'VTT',
		'Captions for HTML5 video players. Drafts need WebVTT instead.',
		'text/vtt',
		VTT,
	),
	web_vtt: text(
		'WebVTT',
		'Captions for HTML5 video players, also available for drafts',
		'text/vtt',
		VTT,
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
