const fs = require('node:fs');
const path = require('node:path');
const ts = require('typescript');
const { checkout } = require('../../support/setup/paths');

jest.setTimeout(60_000);

const guide = fs.readFileSync(path.join(checkout, 'CONTRIBUTING.md'), 'utf8');

const [example, ...writing] = [...guide.matchAll(/```ts\n(import [^`]*export [^`]*)```/g)].map(
	([, code]) => code,
);
const sourceOf = (/** @type {string} */ file) => path.join(checkout, 'nodes/Verbit', file);
const exampleFile = sourceOf('actions/job/getErrors.ts');
const stepsFile = sourceOf('errors/messages/message.ts');
const steps = fs
	.readFileSync(stepsFile, 'utf8')
	.replace(/(?=\n\t\| 'Get captions')/, "\n\t| 'Cancel job'");
const savedFile = sourceOf('journal/saved.ts');
// Whoever has followed the guide has the step already.
const saved = fs
	.readFileSync(savedFile, 'utf8')
	.replace(/\tcancel: IDataObject;\n/, '')
	.replace('\tstart: IDataObject;', '$& cancel: IDataObject;');

test('the operations that CONTRIBUTING.md adds as examples compile as they are written there', () => {
	const added = new Map([
		[exampleFile, example],
		[stepsFile, steps],
		[savedFile, saved],
		[sourceOf('api/cancelJob.ts'), writing[0]],
		[sourceOf('actions/job/cancel.ts'), writing[1]],
	]);
	const configFile = path.join(checkout, 'tsconfig.json');
	const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent(config, ts.sys, checkout);
	const host = ts.createCompilerHost(options);
	const { fileExists, readFile } = host;
	host.fileExists = (file) => added.has(path.resolve(file)) || fileExists(file);
	host.readFile = (file) => added.get(path.resolve(file)) ?? readFile(file);
	// All other types, of tests, tools and what n8n-workflow itself needs, take seconds.
	const ofNode = { ...options, types: ['node'], incremental: false };
	host.resolveModuleNameLiterals = (literals, file) =>
		literals.map(({ text }) =>
			/^\.|^n8n-workflow$/.test(text)
				? ts.resolveModuleName(text, file, ofNode, host)
				: { resolvedModule: undefined },
		);
	const program = ts.createProgram([...added.keys()], ofNode, host);
	const faults = [...added.keys()].flatMap((name) => {
		const file = program.getSourceFile(name);
		return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
	});
	const texts = faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
	expect(texts).toEqual([]);
});
