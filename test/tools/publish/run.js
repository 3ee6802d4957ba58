#!/usr/bin/env node
/** `npm run check:publish`: whether all is filled in that a version needs to be published. */
const fs = require('node:fs');
const path = require('node:path');
const packageJson = require('../../../package.json');
const { checkout } = require('../../support/setup/paths');
const { missingForPublishing } = require('./check');

const changelog = fs.readFileSync(path.join(checkout, 'CHANGELOG.md'), 'utf8');
const missing = missingForPublishing({ packageJson, changelog, env: process.env });
for (const sentence of missing) console.error(`- ${sentence}`);
if (missing.length > 0) {
	console.error(`${packageJson.name} ${packageJson.version} can not be published yet.`);
	process.exitCode = 1;
} else {
	console.log(`${packageJson.name} ${packageJson.version} can be published.`);
}
