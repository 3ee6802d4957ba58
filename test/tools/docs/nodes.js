const fs = require('node:fs');
const path = require('node:path');
const packageJson = require('../../../package.json');
const { checkout } = require('../../support/setup/paths');

/** @typedef {import('n8n-workflow').INodeProperties} Property */
/** @typedef {import('n8n-workflow').INodePropertyOptions} Choice */

/**
 * A node as the package registers it.
 * @typedef {object} PackagedNode
 * @property {string} source below the checkout, without its extension, e.g. `nodes/Verbit/Verbit.node`
 * @property {import('n8n-workflow').INodeTypeDescription} description
 */

/**
 * The nodes of the package.
 * @param {(source: string) => Record<string, any>} load gives the module of a source
 * @returns {PackagedNode[]}
 */
function readNodes(load) {
	return packageJson.n8n.nodes.map((file) => {
		const source = file.replace(/^dist\//, '').replace(/\.js$/, '');
		const className = path.basename(source, '.node');
		return { source, description: new (load(source)[className])().description };
	});
}

/**
 * One operation of a node.
 * @typedef {object} DescribedOperation
 * @property {string} key `resource:operation`
 * @property {Choice} resource
 * @property {Choice} option its entry in the list of operations
 * @property {Property[]} fields its own parameters
 * @property {any} schema of its output
 */

/** @param {PackagedNode} node @returns {DescribedOperation[]} in the order of the editor's lists */
function operationsOf({ source, description: { properties } }) {
	const resources = choicesOf(properties.find(({ name }) => name === 'resource'));
	return resources.flatMap((resource) => {
		const list = properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
		);
		return choicesOf(list).map((option) => ({
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

/** @param {string} source @param {string} file below the folder of the node's schemas */
function readSchema(source, file) {
	const folder = path.join(checkout, path.dirname(source), '__schema__/v1.0.0');
	const schemaFile = path.join(folder, file);
	return fs.existsSync(schemaFile) ? JSON.parse(fs.readFileSync(schemaFile, 'utf8')) : undefined;
}

module.exports = { choicesOf, operationsOf, readNodes, readSchema };
