/**
 * @typedef {Record<string, string | number>} Row
 * @typedef {{ name: string, cells: string[] }} Column
 */

/**
 * A table with one row for each object; columns that are empty in all rows are left out.
 * @param {Row[]} rows @param {{ isPadded?: boolean }} [options] padded to be read in a terminal
 */
function table(rows, { isPadded = false } = {}) {
	if (rows.length === 0) return '';
	const columns = Object.keys(rows[0])
		.filter((name) => rows.some((row) => row[name] !== ''))
		.map((name) => ({ name, cells: rows.map((row) => cell(String(row[name]))) }))
		.map((column) => ({ ...column, width: isPadded ? widthOf(column) : 0 }));
	const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
	return [
		line(columns.map(({ name, width }) => name.padEnd(width))),
		line(columns.map(({ width }) => '---'.padStart(width, '-'))),
		...rows.map((_, row) => line(columns.map(({ cells, width }) => cells[row].padEnd(width)))),
	].join('\n');
}

/** @param {Column} column */
const widthOf = ({ name, cells }) => Math.max(3, name.length, ...cells.map((text) => text.length));

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
