const ts = require('typescript');
const { nodesOf } = require('../architecture/sources');

/** @typedef {import('typescript').Node} Node */

/** @param {Node} node */
const isErrorClass = (node) =>
	ts.isClassDeclaration(node) &&
	node.heritageClauses?.some(({ types }) => types.some((type) => /Error$/.test(type.getText())));

/** The classes of errors that a file declares. @param {string} source @returns {string[]} */
const errorClassesIn = (source) =>
	nodesOf(source).flatMap((node) =>
		isErrorClass(node) && ts.isClassDeclaration(node) && node.name ? [node.name.text] : [],
	);

/** @param {Node} node @returns {Node} without what only says its type */
function bare(node) {
	const isWrapped =
		ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node);
	return isWrapped ? bare(node.expression) : node;
}

/** @param {Node} node what a `throw` throws @returns {boolean} whether it is a value of its own, not an error */
const isOwnValue = (node) =>
	ts.isStringLiteralLike(node) ||
	ts.isTemplateExpression(node) ||
	ts.isObjectLiteralExpression(node);

/**
 * What a file makes errors of: names of classes, and `own value` for a text or an object that is thrown.
 * @param {string} source
 * @param {string[]} classes that are errors whatever they are called
 */
function errorsMadeIn(source, classes) {
	return nodesOf(source).flatMap((node) => {
		if (ts.isThrowStatement(node)) {
			const thrown = bare(node.expression);
			if (isOwnValue(thrown)) return ['own value'];
			// Whatever it is called: what is made to be thrown is an error.
			return ts.isNewExpression(thrown) ? [thrown.expression.getText()] : [];
		}
		if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return [];
		const name = node.expression.getText();
		const isError = classes.includes(name) || /^([A-Z]\w*)?(Error|Exception)$/.test(name);
		const isThrown = ts.isNewExpression(node) && ts.isThrowStatement(node.parent);
		return isError && !isThrown ? [name] : [];
	});
}

/** @param {Node} node a text @param {Node} [parent] @returns {boolean} whether it is handed on: not compared, not in a list */
function isHandedOn(node, parent = node.parent) {
	if (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)) return isHandedOn(parent);
	if (ts.isParenthesizedExpression(parent)) return isHandedOn(parent);
	if (ts.isConditionalExpression(parent)) return parent.condition !== node;
	if (ts.isBinaryExpression(parent)) {
		const isDefault = parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
		return isDefault && isHandedOn(parent);
	}
	if (ts.isCallExpression(parent)) return !/\b(includes|has)$/.test(parent.expression.getText());
	if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) {
		return parent.initializer === node;
	}
	return ts.isNewExpression(parent) || ts.isReturnStatement(parent) || ts.isArrowFunction(parent);
}

/** The texts of a file that it passes, returns, keeps in a property or chooses: not those that it only lists or compares. @param {string} source */
const textsHandedOn = (source) =>
	nodesOf(source).flatMap((node) =>
		ts.isStringLiteral(node) && isHandedOn(node) ? [node.text] : [],
	);

module.exports = { errorClassesIn, errorsMadeIn, textsHandedOn };
