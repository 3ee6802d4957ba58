#!/usr/bin/env node
/** `npm run tool -- check-publish`: whether all is filled in that a version needs to be published. */
const fs = require('node:fs');
const path = require('node:path');
const packageJson = require('../../../package.json');
const { checkout } = require('../../support/setup/paths');

const HOW = 'see docs/maintainers/publishing.md';

/** Of RFC 2606: nobody can have them. */
const RESERVED_DOMAIN = /\.(example|invalid|test)$|@example\.(com|net|org)$/;

const read = (/** @type {string} */ file) => fs.readFileSync(path.join(checkout, file), 'utf8');

const { name, version, author, repository } = /** @type {Record<string, any>} */ (packageJson);
const openSteps = read('docs/maintainers/publishing.md').matchAll(/^\| (.*?) \| .* \| open \|$/gm);
const { GITHUB_REF_TYPE, GITHUB_REF_NAME } = process.env;

const missing = [
	!repository?.url && `package.json has no repository: ${HOW}`,
	(RESERVED_DOMAIN.test(author.email) || /maintainers$/.test(author.name)) &&
		`author in package.json is a placeholder (${author.name}, ${author.email}): ${HOW}`,
	read('README.md').includes('/OWNER/') && `README.md has the placeholder OWNER: ${HOW}`,
	!read('CHANGELOG.md').includes(`\n## [${version}] - `) &&
		`CHANGELOG.md has no section "## [${version}] - <date>"`,
	GITHUB_REF_TYPE === 'tag' &&
		GITHUB_REF_NAME !== version &&
		`the tag is ${GITHUB_REF_NAME}, but the version in package.json is ${version}`,
	...Array.from(openSteps, ([, step]) => `${step} (${HOW})`),
].filter(Boolean);

for (const sentence of missing) console.error(`- ${sentence}`);
console.log(
	`${name} ${version} ${missing.length > 0 ? "can't be published yet" : 'can be published'}.`,
);
process.exitCode = missing.length > 0 ? 1 : 0;
