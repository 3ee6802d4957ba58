const path = require('node:path');
const ts = require('typescript');
const { checkout } = require('../../support/setup/paths');
const { read } = require('../architecture/sources');

const fenced = read('CONTRIBUTING.md').matchAll(/```ts\n(import [^`]*export [^`]*)```/g);
const [example, ...writing] = [...fenced].map(([, code]) => code);
const sourceOf = (/** @type {string} */ file) => path.join(checkout, 'nodes/Verbit', file);
// Whoever has followed the guide has the names already.
const activities = read('nodes/Verbit/errors/messages/message.ts')
	.replace(/\t'Cancel job': '',\n/, '')
	.replace(/(?=\t'Get captions')/, "\t'Cancel job': '',\n");
const saved = read('nodes/Verbit/journal/saved.ts')
	.replace(/\tcancel: IDataObject;\n/, '')
	.replace('\tstart: IDataObject;', '$& cancel: IDataObject;');

test('the operations that CONTRIBUTING.md adds as examples compile as they are written there', () => {
	const added = new Map([
		[sourceOf('actions/job/getErrors.ts'), example],
		[sourceOf('errors/messages/message.ts'), activities],
		[sourceOf('journal/saved.ts'), saved],
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
	const program = ts.createProgram([...added.keys()], options, host);
	const faults = [...added.keys()].flatMap((name) => {
		const file = program.getSourceFile(name);
		return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
	});
	const texts = faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
	expect(texts).toEqual([]);
});
