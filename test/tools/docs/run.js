#!/usr/bin/env node
/** `npm run docs`: writes the pages that are made from the sources. It reads the node as it is built. */
const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { FOLDER, makePages } = require('./pages');

const pages = makePages((source) => require(path.join(checkout, 'dist', source)));
fs.rmSync(path.join(checkout, FOLDER), { recursive: true, force: true });
for (const [file, text] of pages) {
	fs.mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true });
	fs.writeFileSync(path.join(checkout, file), text);
}
console.log(`${pages.size} pages written`);
