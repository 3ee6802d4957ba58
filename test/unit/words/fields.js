const ts = require('typescript');
const { nodesOf, placeOf, productFiles, read } = require('../architecture/sources');

/** @typedef {{ place: string, type?: string, description: string }} Field `place` as `file:line` below the checkout */

/** The most words that fit beside a field in the editor without a second look. */
const MOST_WORDS = 15;

/** Fields, options and operations that have a description. @returns {Field[]} */
const allFields = () => productFiles().flatMap(fieldsOf);

/** @param {string} file below the checkout @returns {Field[]} */
function fieldsOf(file) {
	return nodesOf(read(file), file).flatMap((node) => {
		if (!ts.isObjectLiteralExpression(node)) return [];
		const description = valueOf(node, 'description');
		const type = valueOf(node, 'type');
		return description === undefined ? [] : { place: placeOf(node), type, description };
	});
}

/** @param {import('typescript').ObjectLiteralExpression} object @param {string} name */
function valueOf(object, name) {
	for (const property of object.properties) {
		if (!ts.isPropertyAssignment(property) || property.name.getText() !== name) continue;
		if (ts.isStringLiteralLike(property.initializer)) return property.initializer.text;
	}
	return undefined;
}

/**
 * Descriptions that are too long, or begin in another way than n8n's own.
 * @param {Field[]} fields
 * @returns {string[]} what is wrong, a line each
 */
function fieldFindings(fields) {
	return fields.flatMap(({ place, type, description }) => {
		const [first, second, third] = description.split(/(?<=[.!?]) (?=[A-Z']|n8n)/);
		const words = first.split(' ').length;
		const beginsWithWhether = description.startsWith('Whether ');
		return [
			words > MOST_WORDS && `${words} words in its first sentence, not ${MOST_WORDS}`,
			third !== undefined && 'more than two sentences',
			second === undefined && description.endsWith('.') && 'one sentence ends without a full stop',
			second !== undefined && !description.endsWith('.') && 'two sentences end with full stops',
			type === 'boolean' && !beginsWithWhether && 'a boolean\'s begins with "Whether"',
			type !== 'boolean' && beginsWithWhether && 'only a boolean\'s begins with "Whether"',
		]
			.filter((problem) => problem !== false)
			.map((problem) => `${place}: ${problem}: ${description}`);
	});
}

module.exports = { allFields, fieldFindings };
