const fs = require('node:fs');
const path = require('node:path');
const ts = require('typescript');
const { checkout } = require('../../support/setup/paths');

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

/** @param {string} place @param {string} ending @returns {string[]} paths below the checkout */
function filesIn(place, ending) {
	const entry = path.join(checkout, place);
	if (!fs.statSync(entry).isDirectory()) return [place];
	return fs
		.readdirSync(entry, { recursive: true, encoding: 'utf8' })
		.map((name) => path.posix.join(place, name.split(path.sep).join('/')))
		.filter((name) => name.endsWith(ending));
}

/** All nodes of a TypeScript file. @param {string} file */
function nodesIn(file) {
	const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
	/** @type {Array<{ node: import('typescript').Node, place: string }>} */
	const nodes = [];
	/** @param {import('typescript').Node} node */
	const walk = (node) => {
		const { line } = source.getLineAndCharacterOfPosition(node.getStart());
		nodes.push({ node, place: `${file}:${line + 1}` });
		ts.forEachChild(node, walk);
	};
	walk(source);
	return nodes;
}

/** The strings of a TypeScript file that are prose: with a space between words. @param {string} file */
function stringsOf(file) {
	return nodesIn(file).flatMap(({ node, place }) => {
		if (ts.isStringLiteralLike(node))
			return node.text.includes(' ') ? [{ place, text: node.text }] : [];
		if (!ts.isTemplateExpression(node)) return [];
		const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
		return [{ place, text: parts.map(({ text }) => text).join('…') }];
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
const read = (file) => fs.readFileSync(path.join(checkout, file), 'utf8');

/** @param {string} file */
function textsOf(file) {
	if (file.endsWith('.ts')) return stringsOf(file);
	return file.endsWith('.json') ? valuesOf(file) : proseOf(file);
}

/** All that people read in the editor, in messages and in the docs. @returns {Text[]} */
const allTexts = () => PLACES.flatMap(([place, ending]) => filesIn(place, ending).flatMap(textsOf));

module.exports = { allTexts, filesIn, nodesIn };
