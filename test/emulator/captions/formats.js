const fs = require('node:fs');
const path = require('node:path');

/** @typedef {ReturnType<typeof text>} Format its sample has `{{language}}` for its language */

/**
 * What every job was found to say, in one format: a file that was made once. One sentence has what a format must escape,
 * and letters beyond ASCII.
 * @param {string} extension
 * @param {string} contentType
 */
const text = (extension, contentType) => ({
	extension,
	contentType,
	sample: fs.readFileSync(path.join(__dirname, `samples/captions.${extension}`)),
});

/**
 * A stand-in for a recording or an archive.
 * @param {string} extension
 * @param {string} contentType
 * @param {string} signature what such a file begins with, in hexadecimal, so that nobody takes it for text
 */
const media = (extension, contentType, signature, end = '') => ({
	extension,
	contentType,
	sample: Buffer.concat([
		Buffer.from(signature, 'hex'),
		Buffer.from(Array.from({ length: 4099 }, (_, index) => (index * 7 + 3) % 256)),
		Buffer.from(end, 'hex'),
	]),
});

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const MP3 = '494433040000000000000000';
const VTT = text('vtt', 'text/vtt; charset=utf-8');
const TXT = text('txt', 'text/plain; charset=utf-8');

/** By the names of `caption_format`. @type {Readonly<Record<string, Format>>} */
const FORMATS = {
	srt: text('srt', 'application/x-subrip'),
	vtt: VTT,
	web_vtt: VTT,
	sami: text('smi', 'application/x-sami'),
	scc: text('scc', 'text/x-scc'),
	dfxp: text('dfxp', 'application/ttml+xml'),
	txt: TXT,
	docx: text('docx', DOCX),
	rtf: text('rtf', 'application/rtf'),
	pdf: text('pdf', 'application/pdf'),
	// Rendered by transcript.js.
	json: { extension: 'json', contentType: 'application/json', sample: Buffer.alloc(0) },
	'ad.vtt': { ...VTT, extension: 'ad.vtt' },
	'ad.html': text('ad.html', 'text/html; charset=utf-8'),
	'ad.txt': { ...TXT, extension: 'ad.txt' },
	'sm.txt': { ...TXT, extension: 'sm.txt' },
	'ad.mp3': media('ad.mp3', 'audio/mpeg', MP3),
	'synthetic_voicing.mp3': media('synthetic_voicing.mp3', 'audio/mpeg', MP3),
	mov: media('mov', 'video/quicktime', '00000014667479707174202000000000'),
	mp4: media('mp4', 'video/mp4', '0000001866747970697336f6d0000000'),
	mpg: media('mpg', 'video/mpeg', '000001ba44000400040100'),
	mxf: media('mxf', 'application/mxf', '060e2b34020501010d010201'),
	oip: media('oip', 'application/zip', '504b0304140000000000', '504b0506' + '00'.repeat(18)),
};

module.exports = { FORMATS };
