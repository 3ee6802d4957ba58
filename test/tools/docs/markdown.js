const fs = require('node:fs');

/**
 * @typedef {Record<string, string | number>} Row
 * @typedef {{ name: string, cells: string[] }} Column
 * @typedef {{ isPadded?: boolean, ifEmpty?: string }} TableOptions padded to be read in a terminal; a text instead of a table
 *   without rows
 */

/**
 * A table with one row for each object; columns that are empty in all rows are left out.
 * @param {Row[]} rows
 * @param {TableOptions} [options]
 */
function table(rows, { isPadded = false, ifEmpty = '' } = {}) {
	if (rows.length === 0) return ifEmpty;
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

/**
 * A page that is written in a file, with values at its names in double braces.
 * @param {string} file
 * @param {Record<string, string | number | Row[]>} values rows become a table
 * @param {TableOptions} [options] of its tables
 */
function fill(file, values, options) {
	const text = fs.readFileSync(file, 'utf8').replace(/{{(\w+)}}/g, (_, name) => {
		const value = values[name];
		if (value === undefined) throw new Error(`${file}: there is no ${name}`);
		return Array.isArray(value) ? table(value, options) : String(value);
	});
	return `${text.replace(/\n{3,}/g, '\n\n').trimEnd()}\n`;
}

module.exports = { code, fill, page, plain, table };
