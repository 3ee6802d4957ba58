const ts = require('typescript');
const { read } = require('./imports');

/**
 * @typedef {object} FunctionOfCode
 * @property {string} file
 * @property {string} owner its class, or the type that its object or method is declared with; empty for a plain function
 * @property {string} name
 * @property {Set<string>} calls what it calls, by name, its inline functions included
 * @property {Set<string>} callsItself what it calls, but for the calls in an inline function that it passes to another one
 * @property {string[]} parameters their names; those that a pattern takes apart, too
 */

/** @param {import('typescript').Node} node @param {(node: import('typescript').Node) => void} visit */
function walk(node, visit) {
	visit(node);
	ts.forEachChild(node, (child) => walk(child, visit));
}

/** The names that a parameter brings: several where a pattern takes it apart. @param {import('typescript').BindingName} name @returns {string[]} */
const namesOf = (name) =>
	ts.isIdentifier(name)
		? [name.text]
		: name.elements.flatMap((part) => (ts.isBindingElement(part) ? namesOf(part.name) : []));

/** The name of what is called, without its object. @param {import('typescript').CallExpression} call */
function calledBy({ expression }) {
	const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
	return ts.isIdentifier(name) ? name.text : '';
}

/** @param {import('typescript').Node} node @returns {import('typescript').CallExpression[]} */
function callsIn(node) {
	/** @type {import('typescript').CallExpression[]} */
	const calls = [];
	walk(node, (part) => ts.isCallExpression(part) && calls.push(part));
	return calls;
}

/** Methods of lists: an inline function that they are given is called on the spot. */
const OF_LISTS = ['map', 'flatMap', 'filter', 'forEach'];

/** @param {import('typescript').Node} node @param {import('typescript').Node} body */
function isPassedOn(node, body) {
	for (let at = node; at !== body; at = at.parent) {
		const { parent } = at;
		const isArgument = ts.isArrowFunction(at) && ts.isCallExpression(parent);
		if (isArgument && !OF_LISTS.includes(calledBy(parent))) return true;
	}
	return false;
}

/** @param {import('typescript').Node} node @returns {string} the type that a function returns or a constant has */
const typeOf = (node) => {
	const declared =
		ts.isFunctionLike(node) || ts.isVariableDeclaration(node) ? node.type : undefined;
	return declared === undefined ? '' : declared.getText().replace(/<.*/s, '');
};

/** @param {import('typescript').Node} node a function @returns {string} */
function ownerOf(node) {
	for (let at = node.parent; at !== undefined; at = at.parent) {
		if (ts.isClassDeclaration(at)) return at.name?.text ?? '';
		if (ts.isVariableDeclaration(at) || ts.isFunctionLike(at)) return typeOf(at);
	}
	return '';
}

/** @param {import('typescript').Node} node @returns {string | undefined} */
function nameOf(node) {
	if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name?.getText();
	if (!ts.isArrowFunction(node)) return undefined;
	const { parent } = node;
	const isNamed =
		ts.isVariableDeclaration(parent) ||
		ts.isPropertyAssignment(parent) ||
		ts.isPropertyDeclaration(parent);
	return isNamed ? parent.name.getText() : undefined;
}

/** @param {string} file @param {string} source @returns {FunctionOfCode[]} */
function functionsIn(file, source) {
	/** @type {FunctionOfCode[]} */
	const found = [];
	const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
	walk(tree, (node) => {
		const name = nameOf(node);
		if (name === undefined || !ts.isFunctionLike(node) || !('body' in node) || !node.body) return;
		const ofArrow = ts.isArrowFunction(node) && ts.isVariableDeclaration(node.parent);
		const body = /** @type {import('typescript').Node} */ (node.body);
		const calls = callsIn(body);
		found.push({
			file,
			owner: ofArrow ? '' : ownerOf(node),
			name,
			calls: new Set(calls.map(calledBy)),
			callsItself: new Set(calls.filter((call) => !isPassedOn(call, body)).map(calledBy)),
			parameters: node.parameters.flatMap(({ name: names }) => namesOf(names)),
		});
	});
	return found;
}

/** Every function of these files that has a name. @param {string[]} files */
const functionsOf = (files) => files.flatMap((file) => functionsIn(file, read(file)));

module.exports = { functionsOf };
