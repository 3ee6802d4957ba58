#!/usr/bin/env node
/** `npm run docs`: writes the pages that are made from the sources. */
const fs = require('node:fs');
const path = require('node:path');
const { requireTs } = require('../../support/requireTs');
const { checkout } = require('../../support/setup/paths');
const { FOLDER, makePages } = require('./pages');

requireTs();
const pages = makePages((source) => require(path.join(checkout, `${source}.ts`)));
fs.rmSync(path.join(checkout, FOLDER), { recursive: true, force: true });
for (const [file, text] of pages) {
	fs.mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true });
	fs.writeFileSync(path.join(checkout, file), text);
}
console.log(`${pages.size} pages written`);
