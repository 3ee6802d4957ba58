const path = require('node:path');
const ts = require('typescript');
const { checkout } = require('../../setup/paths');
const { areCompatible, NeedsCaller, TextReader, UNKNOWN } = require('./texts');

/** Not a message in n8n, but what the trigger tells who calls it. */
const ANSWER_STEP = 'Answer to a callback';

/**
 * One message that the node or the credential can give.
 * @typedef {object} KnownError
 * @property {string} what with `…` for what is only known when it is made, and brackets around what is there in some cases
 * @property {string[]} remedies what its description says to do; several where that depends on more than the message
 * @property {string} file where it is made, below the checkout
 * @property {string} [step]
 * @property {'input' | 'answer'} kind
 * @property {ts.Node[]} places where it is made, and the calls that it comes through
 *
 * @typedef {{ node: ts.NewExpression, what: Find, remedy: Find, step?: string, kind?: 'input' | 'answer' }} Site
 * @typedef {(reader: TextReader) => ts.Expression | undefined} Find
 */

/** Every message of the sources. @param {import('./program').Program} program @returns {KnownError[]} */
function readErrors(program) {
	const calls = callsByCallee(program);
	const sites = program.nodesOf(ts.isNewExpression).flatMap(siteOf);
	return sites.flatMap((site) => readSite(program, calls, site, new Map()));
}

/** The records `REMEDIES` of the sources, which say what to do about a code. @param {import('./program').Program} program */
function readRemediesByCode(program) {
	const reader = new TextReader(program, new Map());
	const records = program
		.nodesOf(ts.isVariableDeclaration)
		.flatMap(({ name, initializer }) =>
			name.getText() === 'REMEDIES' && initializer && ts.isObjectLiteralExpression(initializer)
				? [initializer]
				: [],
		);
	return records.flatMap((record) =>
		record.properties.filter(ts.isPropertyAssignment).map(({ name, initializer }) => ({
			code: name.getText(),
			remedy: reader.read(initializer)[0].text,
			file: fileOf(record),
		})),
	);
}

/** The same message of a step is one, wherever it comes from. @param {KnownError[]} errors */
function withoutRepeats(errors) {
	/** @type {Map<string, KnownError>} */
	const byText = new Map();
	for (const error of errors) {
		const key = `${error.step}: ${error.what}`;
		const remedies = [...(byText.get(key)?.remedies ?? []), ...error.remedies];
		byText.set(key, { ...error, remedies: unique(remedies) });
	}
	return [...byText.values()];
}

/** Where an error is made, and how its texts are found there. @param {ts.NewExpression} node @returns {Site[]} */
function siteOf(node) {
	const args = node.arguments ?? [];
	const fixed = (/** @type {number} */ index) => () => args[index];
	/** @type {(index: number, name: string) => Find} */
	const property = (index, name) => (reader) => args[index] && reader.property(args[index], name);
	switch (node.expression.getText()) {
		case 'StepError':
			return [{ node, what: property(0, 'what'), remedy: property(0, 'remedy') }];
		case 'NodeOperationError':
			return [{ node, what: fixed(1), remedy: property(2, 'description'), kind: 'input' }];
		case 'AuthenticationError':
			return [{ node, what: fixed(0), remedy: fixed(1), step: 'Authenticate', kind: 'answer' }];
		case 'Refusal':
			return [{ node, what: fixed(1), remedy: () => undefined, step: ANSWER_STEP, kind: 'answer' }];
		case 'Error':
			// Of the credential's own fields. The node's plain errors are reasons inside others.
			return fileOf(node).startsWith('credentials/')
				? [{ node, what: fixed(0), remedy: () => undefined, kind: 'input' }]
				: [];
		default:
			return [];
	}
}

/**
 * Its messages; where they come from a caller, those of all callers.
 * @param {import('./program').Program} program
 * @param {Map<ts.Node, ts.CallExpression[]>} calls
 * @param {Site} site
 * @param {import('./texts').Calls} through
 * @returns {KnownError[]}
 */
function readSite(program, calls, site, through) {
	try {
		return readHere(new TextReader(program, through), site);
	} catch (error) {
		if (!(error instanceof NeedsCaller)) throw error;
		const { callee } = error;
		return (calls.get(callee) ?? []).flatMap((call) =>
			readSite(program, calls, site, new Map([...through, [callee, call]])),
		);
	}
}

/** @param {TextReader} reader @param {Site} site @returns {KnownError[]} */
function readHere(reader, { node, what, remedy, step, kind }) {
	const places = [node, ...reader.calls.values()];
	const texts = (/** @type {ts.Expression | undefined} */ found) =>
		found === undefined ? [] : reader.read(found);
	const [details] = node.arguments ?? [];
	const literal = (/** @type {string} */ name) => {
		const value = reader.property(details, name);
		return value && ts.isStringLiteral(value) ? value.text : undefined;
	};
	const remedies = texts(remedy(reader));
	return texts(what(reader))
		.filter(({ text }) => isOwnText(text))
		.map((variant) => ({
			what: tidy(variant.text),
			remedies: unique(
				remedies.filter((other) => areCompatible(variant, other)).map(({ text }) => tidy(text)),
			).filter(isOwnText),
			file: fileOf(places[places.length - 1]),
			places,
			step: step ?? literal('step'),
			kind: kind ?? (literal('kind') === 'input' ? 'input' : 'answer'),
		}));
}

/** An error that hands on the text of another one has none of its own. @param {string} text */
const isOwnText = (text) => /[a-z]/i.test(text.replaceAll(UNKNOWN, ''));

/** @param {string} text */
const tidy = (text) => text.replace(/"…"|…+/g, UNKNOWN).trim();

/** @param {string[]} texts */
const unique = (texts) => [...new Set(texts)];

/** @param {ts.Node} node */
const fileOf = (node) =>
	path.relative(checkout, node.getSourceFile().fileName).split(path.sep).join('/');

/** @param {import('./program').Program} program */
function callsByCallee(program) {
	/** @type {Map<ts.Node, ts.CallExpression[]>} */
	const calls = new Map();
	for (const call of program.nodesOf(ts.isCallExpression)) {
		const callee = program.declarationOf(call.expression);
		if (callee !== undefined) calls.set(callee, [...(calls.get(callee) ?? []), call]);
	}
	return calls;
}

module.exports = { ANSWER_STEP, readErrors, readRemediesByCode, withoutRepeats };
