const { code, table } = require('./markdown');
const { OUTPUT_FIELDS } = require('./outputFields');

/** The names of an output's fields. @param {any} schema */
const outputFields = (schema) =>
	Object.keys(schema.properties ?? {})
		.map(code)
		.join(', ');

/** What all fields of the outputs mean, each once. @param {any[]} schemas */
function outputTable(schemas) {
	const types = new Map(schemas.flatMap(typesOf));
	return table(
		[...types]
			.sort(([a], [b]) => a.localeCompare(b, 'en'))
			.map(([name, type]) => ({
				Field: code(name),
				Type: type,
				Description: meaningOf(name),
			})),
	);
}

/** The fields of a schema and of what is in them. @param {any} schema @returns {Array<[name: string, type: string]>} */
function typesOf(schema) {
	return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
		const { type, items } = /** @type {any} */ (field);
		const shown = type === 'array' ? `list of ${items.type}s` : type;
		return [[name, shown], ...typesOf(items ?? field)];
	});
}

/** @param {string} name */
function meaningOf(name) {
	const meaning = OUTPUT_FIELDS[name];
	if (meaning === undefined) {
		throw new Error(`Say in test/tools/docs/outputFields.js what the output field ${name} means`);
	}
	return meaning;
}

module.exports = { outputFields, outputTable };
