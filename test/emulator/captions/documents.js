const { escapeMarkup } = require('./cues');

/** @typedef {import('./subtitles').Render} Render */

/** @type {Render} */
function txt(cues) {
	return cues.map(({ text }) => `${text}\n`).join('');
}

/** @type {Render} */
function rtf(cues) {
	const paragraphs = cues.map(({ text }) => `${escapeRtf(text)}\\par\n`);
	return `{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Helvetica;}}\n${paragraphs.join('')}}\n`;
}

/** @param {string} text */
function escapeRtf(text) {
	return text
		.replace(/[\\{}]/g, '\\$&')
		.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0)}?`);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
const WORD_NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** Bytes that are the same each time: of the same time, too. */
const ZIP_TIME = '2000-01-01T00:00:00';

/** The fewest parts that Word opens (ECMA-376). @type {Render} */
function docx(cues) {
	// Only here, so that all the rest of the emulator runs without it.
	const { strToU8, zipSync } = require('fflate');
	const paragraphs = cues.map(
		({ text }) => `<w:p><w:r><w:t xml:space="preserve">${escapeMarkup(text)}</w:t></w:r></w:p>`,
	);
	const parts = {
		'[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}"/></Types>`,
		'_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}" Target="word/document.xml"/></Relationships>`,
		'word/document.xml': `<w:document xmlns:w="${WORD_NAMESPACE}"><w:body>${paragraphs.join('')}</w:body></w:document>`,
	};
	const files = Object.entries(parts).map(([name, xml]) => [name, strToU8(`${XML}${xml}`)]);
	return Buffer.from(zipSync(Object.fromEntries(files), { mtime: ZIP_TIME }));
}

module.exports = { docx, rtf, txt };
