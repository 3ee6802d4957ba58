const fs = require('node:fs');
const path = require('node:path');
const packageJson = require('../../../package.json');
const { checkout } = require('../../support/setup/paths');

/** @typedef {import('n8n-workflow').INodeProperties} Property */
/** @typedef {import('n8n-workflow').INodePropertyOptions} Choice */

/** @typedef {ReturnType<typeof readNodes>[0]} PackagedNode */
/** @typedef {ReturnType<typeof operationsOf>[0]} DescribedOperation */

/**
 * The nodes as the package registers them.
 * @param {(source: string) => Record<string, any>} load gives the module of a source
 */
function readNodes(load) {
	return packageJson.n8n.nodes.map((file) => {
		// Below the checkout, without its extension, e.g. `nodes/Verbit/Verbit.node`.
		const source = file.replace(/^dist\//, '').replace(/\.js$/, '');
		const node = new (load(source)[path.basename(source, '.node')])();
		/** @type {import('n8n-workflow').INodeTypeDescription} */
		const description = node.description;
		return { source, description };
	});
}

/** The operations of a node, the default one of each resource first, the others as the editor lists them. @param {PackagedNode} node */
function operationsOf({ source, description: { properties } }) {
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
			schema: readSchema(source, `${resource.value}/${option.value}.json`),
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

/** @param {string} source @param {string} file below the folder of the node's schemas, which has one version of them */
function readSchema(source, file) {
	const folder = path.join(checkout, path.dirname(source), '__schema__');
	const [version] = fs.readdirSync(folder);
	return JSON.parse(fs.readFileSync(path.join(folder, version, file), 'utf8'));
}

module.exports = { choicesOf, operationsOf, readNodes, readSchema };
