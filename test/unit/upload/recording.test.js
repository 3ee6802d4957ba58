const { gzipSync } = require('node:zlib');
const { insteadOfRecording } = require('../../../nodes/Verbit/upload/urlSource');

/** Bytes as text, one for each character. @param {string} text */
const bytes = (text) => Buffer.from(text, 'latin1');

/** What recordings begin with, by format. */
const RECORDINGS = {
	MP4: '\0\0\0\x20ftypisom\0\0\x02\0isomiso2',
	'QuickTime with its index first': '\0\0\x0fImoov\0\0\0lmvhd',
	M4A: '\0\0\0\x1cftypM4A \0\0\0\0',
	WAV: 'RIFF$\x08\0\0WAVEfmt \x10\0\0\0\x01\0',
	AVI: 'RIFF\x10\x11\0\0AVI LIST',
	'MP3 with tags': 'ID3\x04\0\0\0\0\x1f',
	'MP3 with a picture and more in its tags': 'ID3\x04\0\0\xff\xd8\xffPK\x03\x04%PDF',
	'MP3 without tags': '\xff\xfb\x90\x64\0\0\0\0',
	AAC: '\xff\xf1\x50\x80\x02\x1f\xfc',
	FLAC: 'fLaC\0\0\0"\x10\0',
	Ogg: 'OggS\0\x02\0\0',
	'Matroska and WebM': '\x1aE\xdf\xa3\x9fB\x86\x81\x01',
	'Windows Media': '0&\xb2u\x8ef\xcf\x11\xa6\xd9\0',
	MPEG: '\0\0\x01\xba!\0\x01',
	'MPEG transport stream': 'G@\0\x10\0\0\xb0\r\0\x01',
	AMR: '#!AMR\n<\x06\x10',
	AIFF: 'FORM\0\0\x10\0AIFFCOMM',
	Flash: 'FLV\x01\x05\0\0\0\t',
	MXF: '\x06\x0e+4\x02\x05\x01\x01',
	'sound without a header': '\0\0\0\0\x01\0\xff\xff',
};

test.each(Object.entries(RECORDINGS))('%s may be a recording', (_format, beginning) => {
	for (const type of ['', 'audio/mpeg', 'application/octet-stream', 'binary/octet-stream']) {
		expect(insteadOfRecording(bytes(beginning), type)).toBeUndefined();
	}
});

const tar = bytes(`talk.mp4${'\0'.repeat(249)}ustar\x0000`);

test.each(
	/** @type {Array<[string, string | Buffer]>} */ ([
		['a file of blanks', ' \r\n\t'],
		['a web page', '<!DOCTYPE html><html><body>Sign in'],
		['a web page', `<!-- ${'x'.repeat(2000)}`],
		['JSON (["a"])', '["a"]'],
		['JSON ({"error": "The link has expired"})', '{"error": "The link has expired"}'],
		['XML (<Error><Code>AccessDenied</Code></Error>)', '<Error><Code>AccessDenied</Code></Error>'],
		['XML (<svg><path/></svg>)', '<svg><path/></svg>'],
		['text (Blocked by policy)', 'Blocked by policy'],
		['text (WEBVTT 00:01)', 'WEBVTT\n\n00:01'],
		['text ({\\rtf1 Talk})', '{\\rtf1 Talk}'],
		['text (Größe)', Buffer.from('Größe')],
		['text (see #EXTM3U)', 'see #EXTM3U'],
		['a web page', Buffer.from('\uFEFF<html><p>Sign in', 'utf16le')],
		['a playlist (a list of pieces)', '#EXTM3U\n#EXT-X-VERSION:3\n'],
		['a playlist (a list of pieces)', Buffer.from('\uFEFF#EXTM3U')],
		['a playlist (a list of pieces)', '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema">'],
		['a playlist (a list of pieces)', '<SmoothStreamingMedia MajorVersion="2">'],
		['a playlist (a list of pieces)', '\n[playlist]\nFile1=x'],
		['a playlist (a list of pieces)', '<asx version="3.0">'],
		['a playlist (a list of pieces)', '<smil><body>'],
		['a feed (a list of episodes)', '<?xml version="1.0"?><rss version="2.0">'],
		['a feed (a list of episodes)', '<feed xmlns="http://www.w3.org/2005/Atom">'],
		['a feed (a list of episodes)', '<rdf:RDF xmlns="x">'],
		['a picture', '\xff\xd8\xff\xe0\0\x10JFIF'],
		['a picture', '\x89PNG\r\n\x1a\n\0'],
		['a picture', 'GIF89a\x01\0'],
		['a picture', 'BM6\0\x0c\0\0\0\0\0\x36\0'],
		['a picture', '\0\0\0\x0cjP  \r\n\x87\n'],
		['a picture', '\0\0\0\x0cJXL \r\n\x87\n'],
		['a picture', '8BPS\0\x01'],
		['a picture', 'II*\0\x08\0'],
		['a picture', 'MM\0*\0\0'],
		['a picture', 'RIFF\x10\0\0\0WEBPVP8 '],
		['a picture', '\0\0\0\x18ftypheic\0\0'],
		['a picture', '\0\0\0\x18ftypmif1\0\0'],
		['a picture', '\0\0\0\x18ftypmsf1\0\0'],
		['a picture', '\0\0\0\x18ftypavif\0\0'],
		['an archive', 'PK\x03\x04\x14\0'],
		['an archive', 'PK\x05\x06\0\0'],
		['an archive', 'PK\x07\x08\0\0'],
		['an archive', gzipSync('talk')],
		['an archive', 'BZh91AY&SY\0'],
		['an archive', '\xfd7zXZ\0'],
		['an archive', '7z\xbc\xaf\x27\x1c\0'],
		['an archive', 'Rar!\x1a\x07\0'],
		['an archive', '(\xb5/\xfd\0'],
		...['\x04"M\x18\0', 'LZIP\x01\0', 'MSCF\0\0', 'xar!\0\x1c'].map(
			(beginning) => /** @type {[string, string]} */ (['an archive', beginning]),
		),
		['an archive', tar],
		['a document', '%PDF-1.7\n%\xe2\xe3'],
		['a document', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0'],
	]),
)('%s is no recording, whatever its type says (%#)', (returned, beginning) => {
	const head = typeof beginning === 'string' ? bytes(beginning) : beginning;
	const cause = /^a (playlist|feed)/.exec(returned)?.[1];
	for (const type of ['audio/mpeg', 'application/octet-stream', '']) {
		expect(insteadOfRecording(head, type)).toEqual({ returned, cause });
	}
});

test.each(
	`application/vnd.apple.mpegurl audio/x-mpegurl audio/mpegURL application/dash+xml audio/x-scpls
	application/rss+xml application/atom+xml text/html;charset=utf-8 application/xhtml+xml TEXT/HTML
	image/jpeg image/svg+xml application/json application/problem+json text/json application/xml
	text/xml application/soap+xml text/plain text/vtt application/pdf application/rtf
	application/msword application/vnd.ms-excel application/vnd.ms-powerpoint application/vnd.ms-word
	application/vnd.openxmlformats-officedocument application/zip application/x-zip-compressed
	application/gzip application/x-tar application/x-7z-compressed application/rar
	application/x-bzip2 font/woff2 message/rfc822 model/gltf-binary multipart/form-data
	multipart/byteranges`.split(/\s+/),
)('what comes as %s is no recording, whatever it begins with', (type) => {
	const returned = `a file of the type ${type.split(';')[0]}`;
	expect(insteadOfRecording(bytes(RECORDINGS.MP4), type)).toEqual({ returned });
});

test.each([
	'video/mp4',
	'audio/x-m4a',
	'application/mxf',
	'application/ogg',
	'application/x-download',
	'application/vnd.rn-realmedia',
	'application/vnd.ms-asf',
	'video/mp4; of="text/a application/json application/pdf"',
])('what comes as %s may be a recording', (type) => {
	expect(insteadOfRecording(bytes(RECORDINGS.MP4), type)).toBeUndefined();
});

test('the first kilobyte decides', () => {
	const talk = (/** @type {number} */ bytes) => Buffer.from(`${'a'.repeat(bytes)}\0`);
	expect(insteadOfRecording(talk(999), '')).toBeUndefined();
	expect(insteadOfRecording(talk(1000), '')?.returned).toMatch(/^text/);
});
