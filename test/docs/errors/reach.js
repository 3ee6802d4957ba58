const ts = require('typescript');
const { descendants } = require('./program');

/** What an operation calls without naming it, because the runner hands it in: by the method of `Run`. */
const HANDED_IN = new Map([
	['upload', 'uploadFile'],
	['download', 'downloadFile'],
]);

/**
 * The declarations that each operation may run, by `resource:operation`.
 * @param {import('./program').Program} program
 * @returns {Map<string, Set<ts.Node>>}
 */
function reachOfOperations(program) {
	const record = program
		.nodesOf(ts.isVariableDeclaration)
		.find(({ name, parent }) => name.getText() === 'operations' && isTopLevel(parent));
	const entries = /** @type {ts.ObjectLiteralExpression} */ (record?.initializer).properties;
	return new Map(
		entries.filter(ts.isPropertyAssignment).map(({ name, initializer }) => {
			const start = program.declarationOf(initializer);
			return [/** @type {ts.StringLiteral} */ (name).text, reachOf(program, start)];
		}),
	);
}

/**
 * All that is named in a declaration, in what is named there, and so on; types do not run.
 * @param {import('./program').Program} program
 * @param {ts.Declaration | undefined} start
 */
function reachOf(program, start) {
	/** @type {Set<ts.Node>} */
	const reached = new Set();
	const waiting = start === undefined ? [] : [start];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		if (reached.has(next)) continue;
		reached.add(next);
		for (const name of descendants(next, ts.isIdentifier, (node) => !ts.isTypeNode(node))) {
			const declaration = implementationOf(program, program.declarationOf(name));
			if (declaration !== undefined && runs(declaration)) waiting.push(declaration);
		}
	}
	return reached;
}

/** @param {import('./program').Program} program @param {ts.Declaration | undefined} declaration */
function implementationOf(program, declaration) {
	if (declaration === undefined || !ts.isMethodSignature(declaration)) return declaration;
	const { name, parent } = declaration;
	const isOfRun = ts.isInterfaceDeclaration(parent) && parent.name.text === 'Run';
	const implementation = HANDED_IN.get(name.getText());
	if (!isOfRun || implementation === undefined) return undefined;
	return program.nodesOf(ts.isFunctionDeclaration).find((one) => one.name?.text === implementation);
}

/** @param {ts.Declaration} declaration */
function runs(declaration) {
	if (declaration.getSourceFile().isDeclarationFile) return false;
	if (ts.isVariableDeclaration(declaration)) return isTopLevel(declaration.parent);
	return (
		ts.isFunctionDeclaration(declaration) ||
		ts.isClassDeclaration(declaration) ||
		ts.isMethodDeclaration(declaration)
	);
}

/** @param {ts.Node} list of variable declarations */
const isTopLevel = (list) => ts.isSourceFile(list.parent.parent);

/** Whether an error is made there, or comes through there. @param {import('./catalogue').KnownError} error @param {Set<ts.Node>} reached */
function isReached({ places }, reached) {
	return places.every((place) => {
		for (let node = place; node !== undefined; node = node.parent) {
			if (reached.has(node)) return true;
		}
		return false;
	});
}

module.exports = { isReached, reachOfOperations };
