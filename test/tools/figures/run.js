#!/usr/bin/env node
/**
 * `npm run figures`: how much of the code there is, and how much of it a reader needs to follow one operation. It judges
 * nothing but circles and layers, which end it with an error.
 */
const { spawnSync } = require('node:child_process');
const path = require('node:path');
const ts = require('typescript');
const { nodesOf, productFiles, read } = require('../../unit/architecture/sources');
const { checkout } = require('../../support/setup/paths');
const { table } = require('../docs/markdown');

const NAMED_TYPE = /^(export )?(abstract )?(interface|type|class) [A-Za-z]/gm;
const LONG_FILE = 250;

const files = productFiles();
const nodes = new Map(files.map((file) => [file, nodesOf(read(file), file)]));

/** @param {string} file */
const linesOf = (file) => read(file).split('\n').length - 1;
/** @param {string} file */
const typesOf = (file) => (read(file).match(NAMED_TYPE) ?? []).length;
/** @param {string[]} some @param {(file: string) => number} figure */
const sum = (some, figure) => some.reduce((all, file) => all + figure(file), 0);

/** The product's files that a file imports, types included. @param {string} file */
function importsOf(file) {
	return (nodes.get(file) ?? [])
		.flatMap((node) =>
			(ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
			node.moduleSpecifier &&
			ts.isStringLiteral(node.moduleSpecifier)
				? [node.moduleSpecifier.text]
				: [],
		)
		.filter((name) => name.startsWith('.'))
		.map((name) => `${path.posix.join(path.posix.dirname(file), name)}.ts`)
		.filter((name) => nodes.has(name));
}

/** All that a file reaches by its imports, itself included. @param {string} start */
function reachOf(start) {
	const reached = new Set([start]);
	for (const file of reached) for (const name of importsOf(file)) reached.add(name);
	return [...reached];
}

/** Assertions that something is of another type. `as const` isn't one. @param {string} file */
const castsIn = (file) =>
	(nodes.get(file) ?? []).filter(
		(node) => ts.isAsExpression(node) && node.type.getText() !== 'const',
	).length;

/** Methods are compared loosely in TypeScript: errors that it finds where they are properties. */
function varianceErrors() {
	const options = ts.parseJsonConfigFileContent(
		ts.readConfigFile(path.join(checkout, 'tsconfig.json'), ts.sys.readFile).config,
		ts.sys,
		checkout,
	);
	const host = ts.createCompilerHost({ ...options.options, incremental: false });
	const { getSourceFile } = host;
	host.getSourceFile = (name, version, ...rest) => {
		const own = path.relative(checkout, name).split(path.sep).join('/');
		if (!nodes.has(own)) return getSourceFile(name, version, ...rest);
		return ts.createSourceFile(name, withProperties(own), version, true);
	};
	const program = ts.createProgram(
		options.fileNames,
		{ ...options.options, noEmit: true, incremental: false },
		host,
	);
	return ts.getPreEmitDiagnostics(program).length;
}

/** The text of a file with the methods of its interfaces as function properties. @param {string} file */
function withProperties(file) {
	let text = read(file);
	const methods = (nodes.get(file) ?? []).filter(ts.isMethodSignature).reverse();
	for (const { name, questionToken, typeParameters = [], parameters, type, end } of methods) {
		const generics =
			typeParameters.length > 0 ? `<${typeParameters.map((one) => one.getText())}>` : '';
		const given = parameters.map((one) => one.getText()).join(', ');
		const returned = type?.getText() ?? 'any';
		const start = /** @type {any} */ ({ name }).name.getStart();
		const property = `${name.getText()}${questionToken ? '?' : ''}: ${generics}(${given}) => ${returned};`;
		text = text.slice(0, start) + property + text.slice(end);
	}
	return text;
}

/** @param {string} name */
const reachRow = (name) => {
	const reached = reachOf(`nodes/Verbit/actions/${name}.ts`);
	return {
		What: `Files, lines and types that \`actions/${name}.ts\` reaches`,
		Now: `${reached.length}, ${sum(reached, linesOf)}, ${sum(reached, typesOf)}`,
	};
};

/** Calls between an operation and n8n's client, for a call of JSON: of the built package, in n8n's engine. */
async function framesOfCall() {
	process.env.N8N_NODES_VERBIT_PACKAGE = checkout;
	const { Engine } = require('../../engine/engine');
	const { startEmulator } = require('../../emulator');
	Error.stackTraceLimit = Infinity;
	const emulator = await startEmulator({});
	const engine = await Engine.start('filesystem');
	const credential = engine.credential({ ...emulator.credential });
	const { type } = engine.loader.credentialTypes.verbitApi;
	const { authenticate } = /** @type {any} */ (type);
	let stack = '';
	Object.assign(type, {
		authenticate(/** @type {unknown[]} */ ...given) {
			stack = String(new Error().stack);
			return authenticate.apply(type, given);
		},
	});
	const parameters = {
		resource: 'job',
		operation: 'get',
		jobId: emulator.createJob({ profile: 'standard' }),
	};
	const { error } = await engine.run({ items: [{}], parameters, credential });
	await emulator.stop();
	if (error !== undefined) throw error;
	const frames = stack.split('\n').filter((line) => line.includes('dist/nodes/Verbit/'));
	return frames.findIndex((line) => line.includes('/actions/'));
}

const depcruise = path.join(checkout, 'node_modules/.bin/depcruise');
const layers = [
	'--config',
	'test/unit/architecture/layers.js',
	'--output-type',
	'err',
	'nodes',
	'credentials',
];
const cruise = spawnSync(depcruise, layers, { cwd: checkout, encoding: 'utf8' });

async function main() {
	console.log(
		table(
			[
				{ What: 'Product lines', Now: `${sum(files, linesOf)}` },
				{ What: 'Named types', Now: `${sum(files, typesOf)}` },
				reachRow('job/get'),
				reachRow('recording/submit'),
				{
					What: "Calls from an operation to n8n's client, for a call of JSON",
					Now: `${await framesOfCall()}`,
				},
				{ What: 'Variance errors with methods as function properties', Now: `${varianceErrors()}` },
				{ What: 'Casts', Now: `${sum(files, castsIn)}` },
				{
					What: `Files over ${LONG_FILE} lines`,
					Now: `${files.filter((file) => linesOf(file) > LONG_FILE).length}`,
				},
				{ What: 'Circles and arrows upward', Now: cruise.status === 0 ? '0' : 'see below' },
			],
			{ isPadded: true },
		),
	);
	if (cruise.status !== 0) console.error(cruise.stdout);
	process.exitCode = cruise.status ?? 1;
}

void main().then(() => process.exit());
