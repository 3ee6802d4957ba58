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

const NAMED_TYPE = /^(export )?(abstract )?(interface|type|class) [A-Za-z]/gm;
const LONG_FILE = 250;

const files = productFiles();

/** @param {string} file */
const linesOf = (file) => read(file).split('\n').length - 1;
/** @param {string} file */
const typesOf = (file) => (read(file).match(NAMED_TYPE) ?? []).length;
/** Assertions that something is of another type. `as const` isn't one. @param {string} file */
const castsIn = (file) =>
	nodesOf(read(file)).filter((node) => ts.isAsExpression(node) && node.type.getText() !== 'const')
		.length;
/** @param {string[]} some @param {(file: string) => number} figure */
const sum = (some, figure) => some.reduce((all, file) => all + figure(file), 0);

/** The layers and the circles, and which file imports which, types included. */
const cruise = () =>
	JSON.parse(
		spawnSync(
			path.join(checkout, 'node_modules/.bin/depcruise'),
			['--config', 'test/unit/architecture/layers.js', '-T', 'json', 'nodes', 'credentials'],
			{ cwd: checkout, encoding: 'utf8', maxBuffer: Infinity },
		).stdout,
	);

/** All that an operation reaches by its imports, itself included. @param {any[]} modules @param {string} name */
function reachOf(modules, name) {
	const reached = new Set([`nodes/Verbit/actions/${name}.ts`]);
	for (const file of reached) {
		const { dependencies } = modules.find(({ source }) => source === file);
		for (const { resolved } of dependencies) reached.add(resolved);
	}
	const all = [...reached];
	return `${all.length}, ${sum(all, linesOf)}, ${sum(all, typesOf)}`;
}

/** Methods are compared loosely in TypeScript: errors that it finds where they are properties. */
function varianceErrors() {
	const { config } = ts.readConfigFile(path.join(checkout, 'tsconfig.json'), ts.sys.readFile);
	const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, checkout);
	const settings = { ...options, noEmit: true, incremental: false };
	const host = ts.createCompilerHost(settings);
	const { readFile } = host;
	host.readFile = (name) => {
		const text = readFile(name);
		return files.includes(path.relative(checkout, name)) ? withProperties(String(text)) : text;
	};
	return ts.getPreEmitDiagnostics(ts.createProgram(fileNames, settings, host)).length;
}

/** The text of a file with the methods of its interfaces as function properties. @param {string} text */
const withProperties = (text) =>
	nodesOf(text)
		.filter(ts.isMethodSignature)
		.reduceRight((changed, { name, questionToken, type, end }) => {
			const head = (questionToken ?? name).end;
			const colon = text.lastIndexOf(':', type?.getStart());
			const signature = `${text.slice(head, colon)} =>${text.slice(colon + 1, end)}`;
			return `${changed.slice(0, head)}: ${signature}${changed.slice(end)}`;
		}, text);

/** Calls between an operation and n8n's client, for a call of JSON: of the built package, in n8n's engine. */
async function framesOfCall() {
	process.env.N8N_NODES_VERBIT_PACKAGE = checkout;
	const { Engine } = require('../../engine/engine');
	const { startEmulator } = require('../../emulator');
	Error.stackTraceLimit = Infinity;
	const emulator = await startEmulator({});
	const engine = await Engine.start('filesystem');
	const credential = engine.credential({ ...emulator.credential });
	const type = /** @type {any} */ (engine.loader.credentialTypes.verbitApi.type);
	const { authenticate } = type;
	let stack = '';
	type.authenticate = (/** @type {unknown[]} */ ...given) => {
		stack = String(new Error().stack);
		return authenticate.apply(type, given);
	};
	const jobId = emulator.createJob({ profile: 'standard' });
	const parameters = { resource: 'job', operation: 'get', jobId };
	const { error } = await engine.run({ items: [{}], parameters, credential });
	await emulator.stop();
	if (error !== undefined) throw error;
	const frames = stack.split('\n').filter((line) => line.includes('dist/nodes/Verbit/'));
	return frames.findIndex((line) => line.includes('/actions/'));
}

async function main() {
	const { modules, summary } = cruise();
	console.table({
		'Product lines': sum(files, linesOf),
		'Named types': sum(files, typesOf),
		'Files, lines and types that `actions/job/get.ts` reaches': reachOf(modules, 'job/get'),
		'The same of `actions/recording/submit.ts`': reachOf(modules, 'recording/submit'),
		"Calls from an operation to n8n's client, for a call of JSON": await framesOfCall(),
		'Variance errors with methods as function properties': varianceErrors(),
		Casts: sum(files, castsIn),
		[`Files over ${LONG_FILE} lines`]: files.filter((file) => linesOf(file) > LONG_FILE).length,
		'Circles and arrows upward': summary.error,
	});
	for (const { rule, from, to } of summary.violations)
		console.error(`${rule.name}: ${from} → ${to}`);
	process.exitCode = summary.error > 0 ? 1 : 0;
}

void main().then(() => process.exit());
