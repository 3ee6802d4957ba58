#!/usr/bin/env node
/** `npm run build`: n8n's own build, and what it leaves undone: small icons, and a package without build leftovers. */
const { execFileSync } = require('node:child_process');
const { readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { optimize } = require('svgo');

/** What n8n reads. All else in `dist` was written by the compiler for itself, or copied because it is a picture. */
const KEPT = ['credentials', 'nodes'];

// Its `bin` is no export of the package, so npx finds it.
execFileSync('npx', ['--no-install', 'n8n-node', 'build'], { stdio: 'inherit' });
for (const name of readdirSync('dist').filter((each) => !KEPT.includes(each)))
	rmSync(`dist/${name}`, { recursive: true });
for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
	const path = `dist/${name}`;
	if (name.endsWith('.svg'))
		writeFileSync(path, optimize(readFileSync(path, 'utf8'), { path }).data);
}
