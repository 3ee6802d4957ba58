const path = require('node:path');
const ts = require('typescript');
const { checkout } = require('../../setup/paths');

/** @typedef {ReturnType<typeof readProgram>} Program */

/** What is compiled into the package, with its types resolved. */
function readProgram() {
	const configFile = path.join(checkout, 'tsconfig.json');
	const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
	const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, checkout);
	const program = ts.createProgram(fileNames, { ...options, incremental: false, noEmit: true });
	const checker = program.getTypeChecker();
	const files = program
		.getSourceFiles()
		.filter(({ fileName, isDeclarationFile }) => !isDeclarationFile && fileName.endsWith('.ts'));

	/** What a name stands for. @param {ts.Node} name */
	const declarationOf = (name) => {
		const symbol = ts.isShorthandPropertyAssignment(name.parent)
			? checker.getShorthandAssignmentValueSymbol(name.parent)
			: checker.getSymbolAtLocation(name);
		if (symbol === undefined) return undefined;
		const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
		const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
		return target.valueDeclaration ?? target.declarations?.[0];
	};

	/** All nodes of a kind. @type {<T extends ts.Node>(isWanted: (node: ts.Node) => node is T) => T[]} */
	const nodesOf = (isWanted) => files.flatMap((file) => descendants(file, isWanted));

	return { declarationOf, files, nodesOf };
}

/**
 * @template {ts.Node} T
 * @param {ts.Node} root
 * @param {(node: ts.Node) => node is T} isWanted
 * @param {(node: ts.Node) => boolean} [isEntered] whether what is in it is looked at
 * @returns {T[]}
 */
function descendants(root, isWanted, isEntered = () => true) {
	/** @type {T[]} */
	const found = [];
	/** @param {ts.Node} node */
	const visit = (node) => {
		if (isWanted(node)) found.push(node);
		if (isEntered(node)) ts.forEachChild(node, visit);
	};
	ts.forEachChild(root, visit);
	return found;
}

module.exports = { descendants, readProgram };
