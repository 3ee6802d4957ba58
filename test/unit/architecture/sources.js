const fs = require('node:fs');
const path = require('node:path');
const ts = require('typescript');
const { checkout } = require('../../support/setup/paths');

/** @param {string} file below the checkout */
const read = (file) => fs.readFileSync(path.join(checkout, file), 'utf8');

/** A file's code without its comments. @param {string} file */
const codeOf = (file) =>
	read(file)
		.replace(/\/\*.*?\*\//gs, '')
		.replace(/^\s*\/\/.*$/gm, '');

/** @param {string} place a folder, or one file @param {string} ending @returns {string[]} paths below the checkout */
function filesIn(place, ending) {
	const entry = path.join(checkout, place);
	if (!fs.statSync(entry).isDirectory()) return [place];
	return fs
		.readdirSync(entry, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(ending))
		.map((name) => path.posix.join(place, name));
}

/** The TypeScript files that are published. */
const productFiles = () => ['nodes', 'credentials'].flatMap((folder) => filesIn(folder, '.ts'));

/** Everything in a piece of TypeScript, from the top down. @param {string} source @param {string} [file] where it is */
function nodesOf(source, file = 'file.ts') {
	/** @type {ts.Node[]} */
	const nodes = [];
	const walk = (/** @type {ts.Node} */ node) => {
		nodes.push(node);
		ts.forEachChild(node, walk);
	};
	walk(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
	return nodes;
}

/** What a text names in backquotes that isn't there. @param {string} text */
const missingFiles = (text) =>
	[...text.matchAll(/`((?:nodes|credentials|test|docs)\/[\w./-]+)`/g)]
		.map(([, file]) => file)
		.filter((file) => !fs.existsSync(path.join(checkout, file)));

module.exports = { codeOf, filesIn, missingFiles, nodesOf, productFiles, read };
