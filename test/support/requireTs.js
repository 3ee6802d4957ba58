const fs = require('node:fs');
const ts = require('typescript');

/** As tsconfig.json has them for the package, without what is for files. */
const COMPILER_OPTIONS = {
	module: ts.ModuleKind.CommonJS,
	target: ts.ScriptTarget.ES2022,
	useDefineForClassFields: false,
	esModuleInterop: true,
	inlineSourceMap: true,
};

/** Lets a tool of plain Node.js load the sources as they are, without a build. A stack has their lines. */
function requireTs() {
	process.setSourceMapsEnabled(true);
	require.extensions['.ts'] = (module, file) => {
		const { outputText } = ts.transpileModule(fs.readFileSync(file, 'utf8'), {
			compilerOptions: COMPILER_OPTIONS,
			fileName: file,
		});
		/** @type {any} */ (module)._compile(outputText, file);
	};
}

module.exports = { requireTs };
