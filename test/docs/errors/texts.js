const ts = require('typescript');
const { descendants } = require('./program');

/** Stands in a text for what is only known when the node runs. */
const UNKNOWN = '…';

/** Parameters of these names carry a text of an error from the caller of a function to where the error is made. */
const CARRIERS = ['what', 'remedy', 'about', 'place', 'flaw'];

/** So many variants of a part of a text are told apart. */
const MAX_VARIANTS = 3;

/**
 * A text that an expression can give, and the conditions under which it does.
 * @typedef {{ text: string, given: Record<string, boolean> }} Variant
 * @typedef {Map<ts.Node, ts.CallExpression>} Calls by the function that is called
 */

/** The text depends on who calls a function. */
class NeedsCaller extends Error {
	/** @param {ts.FunctionLikeDeclaration} callee */
	constructor(callee) {
		super('NeedsCaller');
		this.callee = callee;
	}
}

/** Reads which texts expressions of the sources can give, without running them. */
class TextReader {
	/** @param {import('./program').Program} program @param {Calls} calls from which the texts of parameters come */
	constructor(program, calls) {
		this.program = program;
		this.calls = calls;
	}

	/** @param {ts.Expression} node @returns {Variant[]} */
	read(node) {
		if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node))
			return [{ text: node.text, given: {} }];
		if (ts.isParenthesizedExpression(node)) return this.read(node.expression);
		if (ts.isTemplateExpression(node)) return this.readTemplate(node);
		if (ts.isConditionalExpression(node)) return this.readChoice(node);
		if (ts.isIdentifier(node)) return this.readName(node);
		if (ts.isElementAccessExpression(node)) return this.readEntry(node);
		if (ts.isCallExpression(node)) return this.readResult(node);
		if (ts.isBinaryExpression(node)) return this.readOperation(node);
		return [unknown()];
	}

	/** @param {ts.TemplateExpression} node */
	readTemplate(node) {
		let variants = [{ text: node.head.text, given: {} }];
		for (const { expression, literal } of node.templateSpans) {
			// What a function makes of values is of no use in the middle of a text.
			const read = ts.isCallExpression(expression) ? [unknown()] : this.read(expression);
			const parts = read.length > MAX_VARIANTS ? [unknown()] : read;
			variants = joined(joined(variants, parts), [{ text: literal.text, given: {} }]);
		}
		return variants;
	}

	/** What is there in some cases only is put in brackets. @param {ts.ConditionalExpression} node */
	readChoice({ condition, whenTrue, whenFalse }) {
		const [yes, no] = [this.read(whenTrue), this.read(whenFalse)];
		const isNothing = (/** @type {Variant[]} */ variants) =>
			variants.length === 1 && variants[0].text === '';
		if (isNothing(yes) || isNothing(no)) {
			const optional = isNothing(yes) ? no : yes;
			return optional.map(({ text, given }) => ({ text: `[${text}]`, given }));
		}
		const name = condition.getText();
		return [...under(name, true, yes), ...under(name, false, no)];
	}

	/** @param {ts.BinaryExpression} node */
	readOperation({ left, right, operatorToken: { kind } }) {
		if (kind === ts.SyntaxKind.PlusToken) return joined(this.read(left), this.read(right));
		if (kind !== ts.SyntaxKind.QuestionQuestionToken) return [unknown()];
		const isLeftOut = ts.isIdentifier(left) && this.sourceOf(left) === undefined;
		return this.read(isLeftOut ? right : left);
	}

	/** @param {ts.Identifier} node */
	readName(node) {
		const source = this.sourceOf(node);
		return source === undefined ? [unknown()] : this.read(source);
	}

	/** A constant record of texts, by a key that is told with it. @param {ts.ElementAccessExpression} node */
	readEntry({ expression }) {
		const record = this.sourceOf(expression);
		if (record === undefined || !ts.isObjectLiteralExpression(record)) return [unknown()];
		return record.properties.filter(ts.isPropertyAssignment).flatMap(({ name, initializer }) =>
			this.read(initializer).map(({ text, given }) => ({
				text: `${name.getText()}: ${text}`,
				given,
			})),
		);
	}

	/** @param {ts.CallExpression} node */
	readResult({ expression }) {
		const callee = this.program.declarationOf(expression);
		if (callee === undefined || !ts.isFunctionDeclaration(callee)) return [unknown()];
		const outside = (/** @type {ts.Node} */ inner) => !ts.isFunctionLike(inner);
		const returns = descendants(callee, ts.isReturnStatement, outside);
		return returns.flatMap(({ expression: result }) =>
			result === undefined ? [] : this.read(result),
		);
	}

	/**
	 * The value of a property of an object that is written out, also where it is spread into another.
	 * @param {ts.Expression} node @param {string} name @returns {ts.Expression | undefined}
	 */
	property(node, name) {
		const object = ts.isIdentifier(node) ? this.sourceOf(node) : node;
		if (object === undefined || !ts.isObjectLiteralExpression(object)) return undefined;
		const [own] = object.properties.filter((property) => property.name?.getText() === name);
		if (own !== undefined && ts.isPropertyAssignment(own)) return own.initializer;
		if (own !== undefined && ts.isShorthandPropertyAssignment(own)) return own.name;
		for (const spread of object.properties.filter(ts.isSpreadAssignment)) {
			const value = this.property(spread.expression, name);
			if (value !== undefined) return value;
		}
		return undefined;
	}

	/** The expression that a name stands for. @param {ts.Node} name @returns {ts.Expression | undefined} */
	sourceOf(name) {
		const declaration = this.program.declarationOf(name);
		if (declaration === undefined) return undefined;
		if (ts.isVariableDeclaration(declaration)) return declaration.initializer;
		if (ts.isParameter(declaration)) return this.argument(declaration, declaration);
		if (!ts.isBindingElement(declaration)) return undefined;
		const holder = declaration.parent.parent;
		return ts.isParameter(holder) ? this.argument(holder, declaration) : undefined;
	}

	/** @param {ts.ParameterDeclaration} parameter @param {ts.ParameterDeclaration | ts.BindingElement} part */
	argument(parameter, part) {
		const name = part.name.getText();
		if (!CARRIERS.includes(name)) return undefined;
		const callee = /** @type {ts.FunctionLikeDeclaration} */ (parameter.parent);
		const call = this.calls.get(callee);
		if (call === undefined) throw new NeedsCaller(callee);
		const argument = call.arguments[callee.parameters.indexOf(parameter)];
		return part === parameter ? argument : this.property(argument, name);
	}
}

/** @returns {Variant} */
const unknown = () => ({ text: UNKNOWN, given: {} });

/** @param {string} condition @param {boolean} holds @param {Variant[]} variants @returns {Variant[]} */
const under = (condition, holds, variants) =>
	variants.map(({ text, given }) => ({ text, given: { ...given, [condition]: holds } }));

/** Each of the first with each of the second that can be at the same time. @param {Variant[]} first @param {Variant[]} second */
const joined = (first, second) =>
	first.flatMap((a) =>
		second
			.filter((b) => areCompatible(a, b))
			.map((b) => ({ text: a.text + b.text, given: { ...a.given, ...b.given } })),
	);

/** @param {Variant} a @param {Variant} b */
const areCompatible = (a, b) =>
	Object.entries(a.given).every(([name, holds]) => (b.given[name] ?? holds) === holds);

module.exports = { areCompatible, NeedsCaller, TextReader, UNKNOWN };
