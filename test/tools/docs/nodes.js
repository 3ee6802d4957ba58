const path = require('node:path');
const { checkout } = require('../../support/setup/paths');

/** @typedef {import('n8n-workflow').INodeProperties} Property */
/** @typedef {import('n8n-workflow').INodePropertyOptions} Choice */

/** @typedef {ReturnType<typeof operationsOf>[0]} DescribedOperation */

/** The operations of the node, the default one of each resource first, the others as the editor lists them. @param {Property[]} properties */
function operationsOf(properties) {
	const resources = choicesOf(properties.find(({ name }) => name === 'resource'));
	return resources.flatMap((resource) => {
		const list = properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
		);
		const isDefault = (/** @type {Choice} */ { value }) => Number(value === list?.default);
		const options = [...choicesOf(list)].sort((a, b) => isDefault(b) - isDefault(a));
		return options.map((option) => ({
			key: `${resource.value}:${option.value}`,
			resource,
			option,
			fields: fieldsOf(properties, resource.value, option.value),
			schema: readSchema(`Verbit/__schema__/v1.0.0/${resource.value}/${option.value}.json`),
		}));
	});
}

/** @param {Property | undefined} property */
const choicesOf = (property) => /** @type {Choice[]} */ (property?.options ?? []);

/** @type {(properties: Property[], resource: Choice['value'], operation: Choice['value']) => Property[]} */
function fieldsOf(properties, resource, operation) {
	return properties.filter(({ displayOptions: { show = {} } = {} }) => {
		// A tool's fields are those of workflows, with other defaults.
		if (show['@tool']) return false;
		return show.resource?.includes(resource) && show.operation?.includes(operation);
	});
}

/** @param {string} file below `nodes` */
const readSchema = (file) => require(path.join(checkout, 'nodes', file));

module.exports = { choicesOf, fieldsOf, operationsOf, readSchema };
