const { code, plain, table } = require('./markdown');
const { choicesOf } = require('./nodes');

/** @typedef {import('n8n-workflow').INodeProperties} Property */

/** Where a parameter stands is said by its page; the rest of what it depends on is told. */
const OF_THE_PAGE = ['resource', 'operation'];

/** What a user does not see as a parameter. */
const UNSEEN = ['collection', 'hidden', 'notice'];

/** What a type is called where n8n's own word says little. @type {Record<string, string>} */
const TYPES = { multiOptions: 'choices', options: 'choice', resourceLocator: 'list or name' };

/** The tables of parameters, and of what is in their collections. @param {Property[]} properties */
function parameterTables(properties) {
	const collections = properties.filter(({ type }) => type === 'collection');
	const others = properties.filter(({ type }) => !UNSEEN.includes(type));
	return [
		...(others.length > 0 ? [table(others.map(row))] : []),
		...collections.map((collection) => {
			const entries = /** @type {Property[]} */ (collection.options);
			return `### ${collection.displayName} (${code(collection.name)})\n\n${table(entries.map(row))}`;
		}),
	].join('\n\n');
}

/** @param {Property} property */
function row(property) {
	return {
		Parameter: `**${plain(property.displayName)}**\n${code(property.name)}`,
		Type: typeOf(property),
		Default: defaultOf(property),
		'Shown for': shownFor(property),
		Description: describe(property),
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

module.exports = { parameterTables, sentence };
