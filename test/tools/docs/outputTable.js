const { code, table } = require('./markdown');
const { OUTPUT_FIELDS } = require('./outputFields');

/** The fields of an output schema. @param {any} schema */
function outputTable(schema) {
	return table(
		fieldsIn(schema, '').map(({ name, type, path }) => ({
			Field: code(path),
			Type: type,
			Description: meaningOf(name),
		})),
	);
}

/**
 * @param {any} schema
 * @param {string} prefix
 * @returns {Array<{ name: string, type: string, path: string }>}
 */
function fieldsIn(schema, prefix) {
	return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
		const path = `${prefix}${name}`;
		const { type, items } = /** @type {any} */ (field);
		if (type === 'array') {
			return [{ name, type: `list of ${items.type}s`, path }, ...fieldsIn(items, `${path}[].`)];
		}
		return [{ name, type, path }, ...fieldsIn(field, `${path}.`)];
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
