#!/usr/bin/env node
/** `npm run tool -- NAME`: what maintainers need now and then. Without a name it lists them. */
const { spawnSync } = require('node:child_process');
const { checkout } = require('../support/setup/paths');
const { TOOLS } = require('./tools');

const [name = '', ...given] = process.argv.slice(2);
if (!(name in TOOLS)) {
	console.error('npm run tool -- NAME, of these:\n');
	for (const [tool, [does]] of Object.entries(TOOLS)) console.error(`  ${tool.padEnd(15)}${does}`);
	process.exit(name === '' ? 0 : 1);
}
const [program, ...args] = TOOLS[name][1].split(' ');
const options = /** @type {const} */ ({ cwd: checkout, stdio: 'inherit' });
process.exitCode = spawnSync(program, [...args, ...given], options).status ?? 1;
