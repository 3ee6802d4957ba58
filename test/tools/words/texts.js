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

/** The strings of a TypeScript file that are prose: with a space between words. @param {string} file @returns {Text[]} */
function stringsOf(file) {
	const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
	/** @type {Text[]} */
	const texts = [];
	/** @param {import('typescript').Node} node */
	const visit = (node) => {
		if (ts.isStringLiteralLike(node) && node.text.includes(' ')) add(node, node.text);
		if (ts.isTemplateExpression(node)) {
			add(
				node,
				[node.head, ...node.templateSpans.map(({ literal }) => literal)]
					.map(({ text }) => text)
					.join('…'),
			);
		}
		ts.forEachChild(node, visit);
	};
	/** @param {import('typescript').Node} node @param {string} text */
	const add = (node, text) => {
		const { line } = source.getLineAndCharacterOfPosition(node.getStart());
		texts.push({ place: `${file}:${line + 1}`, text });
	};
	visit(source);
	return texts;
}

/** The lines of a page without its code. @param {string} file @returns {Text[]} */
function proseOf(file) {
	let isCode = false;
	return read(file)
		.split('\n')
		.flatMap((line, index) => {
			const isFence = line.trimStart().startsWith('```');
			if (isFence) isCode = !isCode;
			if (isFence || isCode) return [];
			return [{ place: `${file}:${index + 1}`, text: line.replace(/`[^`]*`/g, '`…`') }];
		});
}

/** Every string of a JSON file. @param {string} file @returns {Text[]} */
function valuesOf(file) {
	/** @type {(value: unknown) => string[]} */
	const strings = (value) =>
		/** @type {string[]} */ (
			typeof value === 'string'
				? [value]
				: typeof value === 'object' && value !== null
					? Object.values(value).flatMap(strings)
					: []
		);
	return strings(JSON.parse(read(file))).map((text) => ({ place: file, text }));
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

module.exports = { allTexts, filesIn };
