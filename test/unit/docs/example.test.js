const fs = require('node:fs');
const path = require('node:path');
const ts = require('typescript');
const { checkout } = require('../../support/setup/paths');

jest.setTimeout(60_000);

const guide = fs.readFileSync(path.join(checkout, 'CONTRIBUTING.md'), 'utf8');

const exampleFile = path.join(checkout, 'nodes/Verbit/actions/job/getErrors.ts');
const [example, writing] = [...guide.matchAll(/```ts\n(import [^`]*?export const .*?)```/gs)].map(
	([, code]) => code,
);
const writingFile = path.join(checkout, 'nodes/Verbit/actions/media/addUrl.ts');

test.each([
	['reads', exampleFile, example],
	['writes', writingFile, writing],
])(
	'the operation that CONTRIBUTING.md adds as an example, which %s, compiles as it is written there',
	(_what, name, code) => {
		const configFile = path.join(checkout, 'tsconfig.json');
		const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
		const { options } = ts.parseJsonConfigFileContent(config, ts.sys, checkout);
		const host = ts.createCompilerHost(options);
		const { getSourceFile } = host;
		host.getSourceFile = (file, ...more) =>
			path.resolve(file) === name
				? ts.createSourceFile(file, code, ts.ScriptTarget.ES2019, true)
				: getSourceFile(file, ...more);
		const program = ts.createProgram([name], { ...options, incremental: false }, host);
		const file = program.getSourceFile(name);
		const faults = [
			...program.getSyntacticDiagnostics(file),
			...program.getSemanticDiagnostics(file),
		].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
		expect(faults).toEqual([]);
	},
);

test('the contract that it adds is that of the operation', () => {
	const { outputText } = ts.transpileModule(example, {
		compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
	});
	/** @type {Record<string, any>} */
	const made = {};
	const folder = path.dirname(exampleFile);
	const load = (/** @type {string} */ name) => require(path.join(folder, name));
	new Function('require', 'exports', outputText)(load, made);
	const { name: displayName, fields } = made.getErrors;
	const [, entry] = /```js\n(\t'job:getErrors': \{\n.*?)```/s.exec(guide) ?? [];
	const contract = new Function('JOB_ID', `return { ${entry} }`)('={{ $json.job_id }}');
	const defaults = (/** @type {import('n8n-workflow').INodeProperties[]} */ properties) =>
		Object.fromEntries(properties.map(({ name, default: value }) => [name, value]));
	const isCollection = (/** @type {{ type: string }} */ { type }) => type === 'collection';
	expect(contract['job:getErrors']).toEqual({
		displayName,
		parameters: defaults(fields.filter((/** @type {any} */ field) => !isCollection(field))),
		options: defaults(fields.find(isCollection)?.options ?? []),
	});
	expect(guide).toContain("'job:getErrors': { jobId: BY_AGENT }");
});
