const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');

/** @typedef {{ from: string, to: string }} Import two files, as paths below the checkout */

const ROOTS = ['nodes', 'credentials'];

/** Files below a folder, as paths below the checkout. @param {string} folder @param {string} ending */
const filesIn = (folder, ending) =>
	fs
		.readdirSync(path.join(checkout, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(ending))
		.map((name) => path.posix.join(folder, name.split(path.sep).join('/')));

/** The product's TypeScript files. */
const productFiles = () => ROOTS.flatMap((root) => filesIn(root, '.ts'));

/** @param {string} file */
const read = (file) => fs.readFileSync(path.join(checkout, file), 'utf8');

/**
 * Every import of one product file by another, types included.
 * @param {string[]} files
 * @returns {Import[]}
 */
function importsOf(files) {
	const known = new Set(files);
	return files.flatMap((from) =>
		[...read(from).matchAll(/(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g)].flatMap(([, target]) => {
			const base = path.posix.join(path.posix.dirname(from), target);
			const to = [`${base}.ts`, `${base}/index.ts`].find((name) => known.has(name));
			return to === undefined ? [] : [{ from, to }];
		}),
	);
}

module.exports = { filesIn, importsOf, productFiles, read };
