/**
 * n8n's own build (`n8n-node build`) and what it leaves undone: small icons, and a package without build leftovers.
 */
const { execFile } = require('node:child_process');
const { readdir, rm } = require('node:fs/promises');
const { Transform } = require('node:stream');
const { promisify } = require('node:util');
const { dest, series, src } = require('gulp');
const { optimize } = require('svgo');

/** What n8n reads. All else in `dist` was written by the compiler for itself, or copied because it is a picture. */
const KEPT = ['credentials', 'nodes'];

async function compile() {
	// Its `bin` is no export of the package, so npx finds it.
	await promisify(execFile)('npx', ['--no-install', 'n8n-node', 'build']).catch((error) => {
		throw new Error(`${error.stdout}${error.stderr}`);
	});
}

function optimiseIcons() {
	const icons = new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			file.contents = Buffer.from(optimize(file.contents.toString(), { path: file.path }).data);
			done(null, file);
		},
	});
	return src('dist/**/*.svg').pipe(icons).pipe(dest('dist'));
}

async function trim() {
	const leftovers = (await readdir('dist')).filter((name) => !KEPT.includes(name));
	await Promise.all(leftovers.map((name) => rm(`dist/${name}`, { recursive: true })));
}

exports.build = series(compile, optimiseIcons, trim);
