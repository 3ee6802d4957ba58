const { docx, rtf, txt } = require('./documents');
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
};

module.exports = { FORMATS };
