const { VerbitApi } = require('../../../credentials/VerbitApi.credentials');
const { Verbit } = require('../../../nodes/Verbit/Verbit.node');
const { VerbitTrigger } = require('../../../nodes/VerbitTrigger/VerbitTrigger.node');

/** @typedef {{ place: string, type?: string, description: string }} Field `place` as names, from the outside in */

/** The most words that fit beside a field in the editor without a second look. */
const MOST_WORDS = 15;

/** Fields, options and operations that have a description. @returns {Field[]} */
const allFields = () =>
	[new Verbit().description, new VerbitTrigger().description, new VerbitApi()].flatMap((type) =>
		fieldsIn(type.properties, type.name),
	);

/** @param {any[]} entries @param {string} place @returns {Field[]} */
function fieldsIn(entries, place) {
	return entries.flatMap(({ name, type, description, options = [] }) => {
		const inner = fieldsIn(options, `${place}: ${name}`);
		return description === undefined
			? inner
			: [{ place: `${place}: ${name}`, type, description }, ...inner];
	});
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
