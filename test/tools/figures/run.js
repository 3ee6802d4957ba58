#!/usr/bin/env node
/**
 * `npm run tool -- figures`: how much of the code there is, how much of it a reader needs to follow one operation, and how many of its
 * functions stand over a request. `npm run tool -- figures -- --frames` names these.
 */
const path = require('node:path');
const ts = require('typescript');
const { nodesOf, productFiles, read } = require('../../unit/architecture/sources');
const { framesOfSubmission } = require('./frames');

const NAMED_TYPE = /^(export )?(abstract )?(interface|type|class) [A-Za-z]/gm;

/** All that an operation reaches by its imports, itself included. @param {string} name */
function reachOf(name) {
	const reached = new Set([`nodes/Verbit/actions/${name}.ts`]);
	for (const file of reached) {
		const folder = path.posix.dirname(file);
		for (const { fileName } of ts.preProcessFile(read(file)).importedFiles)
			if (fileName.startsWith('.')) reached.add(`${path.posix.join(folder, fileName)}.ts`);
	}
	return [...reached];
}

/** @param {string[]} files */
function figuresOf(files) {
	const sources = files.map(read);
	const lengths = sources.map((source) => source.split('\n').length - 1);
	const casts = sources
		.flatMap((source) => nodesOf(source))
		.filter((node) => ts.isAsExpression(node) && node.type.getText() !== 'const');
	return {
		Files: files.length,
		Lines: lengths.reduce((all, lines) => all + lines),
		'In the longest': Math.max(...lengths),
		'Named types': sources.join('').match(NAMED_TYPE)?.length,
		// Assertions that something is of another type. `as const` isn't one.
		Casts: casts.length,
	};
}

console.table({
	'The product': figuresOf(productFiles()),
	'What `actions/job/get.ts` reaches': figuresOf(reachOf('job/get')),
	'What `actions/recording/submit.ts` reaches': figuresOf(reachOf('recording/submit')),
});

framesOfSubmission().then((requests) => {
	for (const [request, frames] of requests) {
		console.log(`${frames.length} functions stand over ${request} in Submit`);
		if (process.argv.includes('--frames')) console.log(frames.join('\n'));
	}
	process.exit();
});
