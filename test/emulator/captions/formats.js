const { escapeMarkup } = require('./cues');
const { docx, rtf, txt } = require('./documents');
const { media } = require('./media');
const { pdf } = require('./pdf');
const { scc } = require('./scc');
const { dfxp, json, sami, srt, vtt } = require('./subtitles');

/**
 * @typedef {object} Format
 * @property {string} extension
 * @property {string} contentType
 * @property {import('./subtitles').Render} render
 */

const VTT = { extension: 'vtt', contentType: 'text/vtt; charset=utf-8', render: vtt };

/** By the names of `caption_format`. @type {Readonly<Record<string, Format>>} */
const FORMATS = {
	srt: { extension: 'srt', contentType: 'application/x-subrip', render: srt },
	vtt: VTT,
	web_vtt: VTT,
	sami: { extension: 'smi', contentType: 'application/x-sami', render: sami },
	scc: { extension: 'scc', contentType: 'text/x-scc', render: scc },
	dfxp: { extension: 'dfxp', contentType: 'application/ttml+xml', render: dfxp },
	txt: { extension: 'txt', contentType: 'text/plain; charset=utf-8', render: txt },
	docx: {
		extension: 'docx',
		contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
		render: docx,
	},
	rtf: { extension: 'rtf', contentType: 'application/rtf', render: rtf },
	pdf: { extension: 'pdf', contentType: 'application/pdf', render: pdf },
	json: { extension: 'json', contentType: 'application/json', render: json },
	'ad.vtt': { ...VTT, extension: 'ad.vtt' },
	'ad.html': {
		extension: 'ad.html',
		contentType: 'text/html; charset=utf-8',
		render: (cues, language) =>
			`<!doctype html><pre>${escapeMarkup(String(txt(cues, language)))}</pre>`,
	},
	'ad.txt': { extension: 'ad.txt', contentType: 'text/plain; charset=utf-8', render: txt },
	'sm.txt': { extension: 'sm.txt', contentType: 'text/plain; charset=utf-8', render: txt },
	'ad.mp3': { extension: 'ad.mp3', contentType: 'audio/mpeg', render: media('mp3') },
	'synthetic_voicing.mp3': {
		extension: 'synthetic_voicing.mp3',
		contentType: 'audio/mpeg',
		render: media('mp3'),
	},
	mov: { extension: 'mov', contentType: 'video/quicktime', render: media('mov') },
	mp4: { extension: 'mp4', contentType: 'video/mp4', render: media('mp4') },
	mpg: { extension: 'mpg', contentType: 'video/mpeg', render: media('mpg') },
	mxf: { extension: 'mxf', contentType: 'application/mxf', render: media('mxf') },
	oip: { extension: 'oip', contentType: 'application/zip', render: media('zip') },
};

module.exports = { FORMATS };
