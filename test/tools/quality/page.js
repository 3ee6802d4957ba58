const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');

const PAGE = path.join(checkout, 'docs/quality.md');

/**
 * Writes figures into their section of the page, which is otherwise written by hand.
 * @param {'coverage' | 'mutation'} name
 * @param {string} text
 */
function writeSection(name, text) {
	const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
	const page = fs.readFileSync(PAGE, 'utf8');
	const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
	if (from < begin.length || to < from) throw new Error(`docs/quality.md has no section ${name}`);
	fs.writeFileSync(PAGE, `${page.slice(0, from)}\n\n${text}\n\n${page.slice(to)}`);
}

module.exports = { writeSection };
