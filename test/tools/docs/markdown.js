/** @typedef {Record<string, string | number>} Row */

/** A table with one row for each object; columns that are empty in all rows are left out. @param {Row[]} rows */
function table(rows) {
	if (rows.length === 0) return '';
	const names = Object.keys(rows[0]).filter((name) => rows.some((row) => row[name] !== ''));
	const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
	return [
		line(names),
		line(names.map(() => '---')),
		...rows.map((row) => line(names.map((name) => cell(String(row[name]))))),
	].join('\n');
}

/** A text inside a table. @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', '<br>');

/** What Markdown or HTML would take for its own, but for code, which a text may hold. */
const MARKS = /(`[^`]+`)|([*_`[\]\\])|</g;

/** A text as it is. @param {string} text */
const plain = (text) =>
	text.replace(MARKS, (_, code, mark) => code ?? (mark === undefined ? '&lt;' : `\\${mark}`));

/** @param {unknown} value */
function code(value) {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Headings and paragraphs, one after the other; what is undefined is left out. @param {Array<string | undefined>} parts */
const page = (...parts) => `${parts.filter(Boolean).join('\n\n')}\n`;

module.exports = { code, page, plain, table };
