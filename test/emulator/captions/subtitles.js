const { escapeMarkup, timecode } = require('./cues');

/**
 * @typedef {import('./cues').Cue} Cue
 * @typedef {(cues: readonly Cue[], language: string) => string | Buffer} Render
 */

/** @type {Render} */
function srt(cues) {
	const blocks = cues.map(
		({ start, end, text }, index) =>
			`${index + 1}\n${timecode(start, ',')} --> ${timecode(end, ',')}\n${text}\n`,
	);
	return blocks.join('\n');
}

/** @type {Render} */
function vtt(cues) {
	const blocks = cues.map(
		({ start, end, text }) => `${timecode(start)} --> ${timecode(end)}\n${escapeMarkup(text)}\n`,
	);
	return ['WEBVTT\n', ...blocks].join('\n');
}

/** @type {Render} */
function sami(cues, language) {
	const syncs = cues.flatMap(({ start, end, text }) => [
		`<SYNC Start=${start}><P Class=CAPTIONS>${escapeMarkup(text)}</P></SYNC>`,
		`<SYNC Start=${end}><P Class=CAPTIONS>&nbsp;</P></SYNC>`,
	]);
	return `<SAMI>
<HEAD>
<STYLE TYPE="text/css">
<!--
P { font-family: sans-serif; }
.CAPTIONS { Name: Captions; lang: ${language}; SAMIType: CC; }
-->
</STYLE>
</HEAD>
<BODY>
${syncs.join('\n')}
</BODY>
</SAMI>
`;
}

/** TTML, which was called DFXP first. @type {Render} */
function dfxp(cues, language) {
	const paragraphs = cues.map(
		({ start, end, text }) =>
			`      <p begin="${timecode(start)}" end="${timecode(end)}">${escapeMarkup(text)}</p>`,
	);
	return `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="${language}">
  <body>
    <div>
${paragraphs.join('\n')}
    </div>
  </body>
</tt>
`;
}

/** @type {Render} */
function json(cues, language) {
	return `${JSON.stringify({ language, captions: cues }, null, '\t')}\n`;
}

module.exports = { dfxp, json, sami, srt, vtt };
