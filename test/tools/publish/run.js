#!/usr/bin/env node
/** `npm run check:publish`: whether all is filled in that a version needs to be published. */
const fs = require('node:fs');
const path = require('node:path');
const packageJson = require('../../../package.json');
const { checkout } = require('../../support/setup/paths');
const { missingForPublishing } = require('./check');

const read = (/** @type {string} */ file) => fs.readFileSync(path.join(checkout, file), 'utf8');
const missing = missingForPublishing({
	packageJson,
	changelog: read('CHANGELOG.md'),
	steps: read('docs/maintainers/publishing.md'),
	env: process.env,
});
for (const sentence of missing) console.error(`- ${sentence}`);
if (missing.length > 0) {
	console.error(`${packageJson.name} ${packageJson.version} can't be published yet.`);
	process.exitCode = 1;
} else {
	console.log(`${packageJson.name} ${packageJson.version} can be published.`);
}
