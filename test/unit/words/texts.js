const ts = require('typescript');
const { filesIn, nodesOf, placeOf, read } = require('../architecture/sources');

/** @typedef {{ place: string, text: string }} Text `place` as `file:line` below the checkout */

/** Folders and files with what people read, and how to read it. @type {Array<[place: string, ending: string]>} */
const PLACES = [
	['nodes', '.ts'],
	['credentials', '.ts'],
	['nodes', '.node.json'],
	['examples', '.json'],
	['examples', '.md'],
	['docs', '.md'],
	['README.md', '.md'],
	['CHANGELOG.md', '.md'],
	['CONTRIBUTING.md', '.md'],
	['SECURITY.md', '.md'],
	['.github/ISSUE_TEMPLATE', '.yml'],
	['package.json', 'package.json'],
];

/** The strings of a TypeScript file that are prose: with a space between words. @param {string} file */
function stringsOf(file) {
	return nodesOf(read(file), file).flatMap((node) => {
		if (ts.isStringLiteralLike(node))
			return node.text.includes(' ') ? [{ place: placeOf(node), text: node.text }] : [];
		if (!ts.isTemplateExpression(node)) return [];
		const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
		return [{ place: placeOf(node), text: parts.map(({ text }) => text).join('…') }];
	});
}

/** The lines of a page, each where it is, with its code left out. @param {string} file @returns {Text[]} */
const proseOf = (file) =>
	read(file)
		.replace(/^[ \t]*```.*?^[ \t]*```/gms, (block) => block.replace(/.+/g, ''))
		.replace(/`[^`\n]*`/g, '`…`')
		.split('\n')
		.map((text, index) => ({ place: `${file}:${index + 1}`, text }));

/** Every string of a JSON file. @param {string} file @returns {Text[]} */
function valuesOf(file) {
	/** @type {Text[]} */
	const texts = [];
	JSON.parse(read(file), (_name, value) => {
		if (typeof value === 'string') texts.push({ place: file, text: value });
		return value;
	});
	return texts;
}

/** @param {string} file */
function textsOf(file) {
	if (file.endsWith('.ts')) return stringsOf(file);
	return file.endsWith('.json') ? valuesOf(file) : proseOf(file);
}

/** All that people read in the editor, in messages and in the docs. @returns {Text[]} */
const allTexts = () => PLACES.flatMap(([place, ending]) => filesIn(place, ending).flatMap(textsOf));

module.exports = { allTexts };
