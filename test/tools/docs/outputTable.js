const { code, table } = require('./markdown');
const { OUTPUT_FIELDS } = require('./outputFields');

/** The fields of an output schema. @param {any} schema */
const outputTable = (schema) => table(rowsOf(schema, ''));

/** @param {any} schema @param {string} prefix @returns {import('./markdown').Row[]} */
function rowsOf(schema, prefix) {
	return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
		const path = `${prefix}${name}`;
		const { type, items } = /** @type {any} */ (field);
		const isList = type === 'array';
		const row = {
			Field: code(path),
			Type: isList ? `list of ${items.type}s` : type,
			Description: meaningOf(name),
		};
		return [row, ...(isList ? rowsOf(items, `${path}[].`) : rowsOf(field, `${path}.`))];
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

module.exports = { outputTable };
