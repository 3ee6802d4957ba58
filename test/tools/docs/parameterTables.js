const { code, plain, table } = require('./markdown');
const { choicesOf } = require('./nodes');

/** @typedef {import('n8n-workflow').INodeProperties} Property */

/** Where a parameter stands is said by its page; the rest of what it depends on is told. */
const OF_THE_PAGE = ['resource', 'operation'];

/** What a user does not see as a parameter. */
const UNSEEN = ['hidden', 'notice'];

/** What a type is called where n8n's own word says little. @type {Record<string, string>} */
const TYPES = { multiOptions: 'choices', options: 'choice', resourceLocator: 'list or name' };

/**
 * Operations whose fields others have too. Their pages describe these fields, and all others refer to them.
 * @typedef {{ title: string, page: string, fields: Property[] }} Home
 * @typedef {Property & { path: string }} Field `path` is its name in a workflow's JSON
 */

/**
 * A table of parameters, with what is in their collections, and links for those that another page describes.
 * @param {Property[]} properties @param {Home[]} homes
 */
function parameterTable(properties, homes) {
	const fields = properties.filter(({ type }) => !UNSEEN.includes(type)).flatMap(entriesOf);
	const homeOf = (/** @type {Field} */ field) => homes.find((home) => isIn(home, field));
	const own = fields.filter((field) => homeOf(field) === undefined);
	const links = homes.flatMap((home) => {
		const shared = fields.filter((field) => homeOf(field) === home);
		const lists = [...new Set(shared.map(shownFor))].sort().map((condition) => {
			const names = shared
				.filter((field) => shownFor(field) === condition)
				.map(({ displayName }) => `**${plain(displayName)}**`);
			const where = condition === '' ? '' : `if ${condition.replaceAll('\n', ' and ')}: `;
			return `${where}${names.join(', ')}`;
		});
		return lists.length === 0 ? [] : `As in [${home.title}](${home.page}): ${lists.join('; ')}.`;
	});
	return [table(own.map(row)), links.join(' ')].filter((text) => text !== '').join('\n\n');
}

/** A field, or each field of a collection. @param {Property} property @returns {Field[]} */
const entriesOf = (property) =>
	property.type === 'collection'
		? /** @type {Property[]} */ (property.options).map((entry) => ({
				...entry,
				path: `${property.name}.${entry.name}`,
			}))
		: [{ ...property, path: property.name }];

/** Fields that take so few words that a link would cost the reader more. */
const SHORT = ['jobId', 'simplify', 'binaryPropertyName', 'profile', 'outputBinaryPropertyName'];

/** @param {Home} home @param {Property} property */
const isIn = ({ fields }, property) =>
	!SHORT.includes(property.name) &&
	fields.some(
		(field) =>
			field.name === property.name &&
			describe(field) === describe(property) &&
			defaultOf(field) === defaultOf(property),
	);

/** @param {Field} field */
function row(field) {
	return {
		Parameter: `**${plain(field.displayName)}**\n${code(field.path)}`,
		Type: typeOf(field),
		Default: defaultOf(field),
		'Shown for': shownFor(field),
		Description: describe(field),
	};
}

/** @param {Property} property */
function typeOf({ type, typeOptions, required }) {
	const name = TYPES[type] ?? type;
	const list = typeOptions?.multipleValues ? `list of ${name}` : name;
	return required ? `${list}, required` : list;
}

/** @param {Property} property */
function defaultOf({ default: value }) {
	if (value !== null && typeof value === 'object' && 'mode' in value) return '';
	if (value === '' || (Array.isArray(value) && value.length === 0)) return '';
	return code(value);
}

/** @param {Property} property */
function shownFor({ displayOptions }) {
	const conditions = Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => !OF_THE_PAGE.includes(name),
	);
	return conditions
		.map(
			([name, values]) => `${code(name.replace('/', ''))} = ${(values ?? []).map(code).join(', ')}`,
		)
		.join('\n');
}

/** @param {Property} property */
function describe(property) {
	const { description = '', hint = '', placeholder = '', typeOptions } = property;
	const { minValue, maxValue } = typeOptions ?? {};
	const bounds =
		minValue === undefined || maxValue === undefined ? '' : `From ${minValue} to ${maxValue}`;
	const example = placeholder.startsWith('e.g. ') ? `E.g. ${code(placeholder.slice(5))}` : '';
	const choices = ['options', 'multiOptions'].includes(property.type) ? choicesOf(property) : [];
	return [
		...[description, hint, bounds, example].filter((text) => text !== '').map(sentence),
		...choices.map(
			({ name, value, description: meaning }) =>
				`• **${plain(name)}** ${code(value)}${meaning ? `: ${sentence(meaning)}` : ''}`,
		),
	].join('\n');
}

/** The editor's texts have no full stop when they are one sentence. @param {string} text */
const sentence = (text) => `${plain(text)}${/[.…`]$/.test(text) ? '' : '.'}`;

module.exports = { entriesOf, parameterTable, sentence };
