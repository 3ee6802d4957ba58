/**
 * One page in Helvetica, which every reader has. A library for this would be the largest part of the emulator.
 * Source: ISO 32000-1, 7.5 (file structure) and Annex D (encodings).
 */

const FONT_SIZE = 11;
const LEADING = 16;
const PAGE = { width: 595, height: 842, margin: 60 };

/** @type {import('./subtitles').Render} */
function pdf(cues) {
	const lines = cues.map(({ text }) => `(${text.replace(/[\\()]/g, '\\$&')}) '`);
	const start = `${PAGE.margin} ${PAGE.height - PAGE.margin} Td`;
	const content = `BT /F1 ${FONT_SIZE} Tf ${LEADING} TL ${start}\n${lines.join('\n')}\nET`;
	return assemble([
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
		`<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
	]);
}

/**
 * Objects, and where in the file each of them is. One letter is one byte of Latin-1 throughout.
 * @param {string[]} objects
 */
function assemble(objects) {
	const parts = [
		'%PDF-1.4\n',
		...objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`),
	];
	const offsets = objects.map((_object, i) => parts.slice(0, i + 1).join('').length);
	const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
	const size = objects.length + 1;
	const body = parts.join('');
	const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`;
	const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
	return Buffer.from(`${body}${table}${trailer}`, 'latin1');
}

module.exports = { pdf };
