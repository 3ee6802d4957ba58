/** @typedef {Record<string, string>} Row */

/** A table with one row for each object; columns that are empty in all rows are left out. @param {Row[]} rows */
function table(rows) {
	const names = Object.keys(rows[0]).filter((name) => rows.some((row) => row[name] !== ''));
	const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
	return [
		line(names),
		line(names.map(() => '---')),
		...rows.map((row) => line(names.map((name) => cell(row[name])))),
	].join('\n');
}

/** A text inside a table. @param {string} text */
function cell(text) {
	return text.replaceAll('|', '\\|').replaceAll('\n', '<br>');
}

/** A text as it is, also with characters in it that Markdown or HTML would take for their own. @param {string} text */
function plain(text) {
	return text.replace(/([*_`[\]\\])/g, '\\$1').replaceAll('<', '&lt;');
}

/** @param {unknown} value */
function code(value) {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Headings and paragraphs, one after the other; what is undefined is left out. @param {Array<string | undefined>} parts */
function page(...parts) {
	return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}

module.exports = { code, page, plain, table };
