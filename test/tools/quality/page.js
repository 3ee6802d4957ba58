const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');

const PAGE = path.join(checkout, 'docs/quality.md');

/**
 * Writes figures and their date into a section of the page, which is otherwise written by hand.
 * @param {'coverage' | 'mutation'} name
 * @param {string} text
 */
function writeSection(name, text) {
	const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
	const page = fs.readFileSync(PAGE, 'utf8');
	const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
	if (from < begin.length || to < from) throw new Error(`docs/quality.md has no section ${name}`);
	const date = new Date().toISOString().slice(0, 10);
	const section = `Measured on ${date}.\n\n${text}`;
	fs.writeFileSync(PAGE, `${page.slice(0, from)}\n\n${section}\n\n${page.slice(to)}`);
}

module.exports = { writeSection };
