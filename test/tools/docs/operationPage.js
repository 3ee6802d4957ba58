const fs = require('node:fs');
const path = require('node:path');
const { code, page, table } = require('./markdown');
const { readSchema } = require('./nodes');
const { outputFields, outputTable } = require('./outputTable');
const { parameterTable, sentence } = require('./parameterTables');

/** @typedef {import('./nodes').DescribedOperation} DescribedOperation */

/** Of the pages of operations and triggers. @param {string} key `resource:operation`, or a node's name */
const pageName = (key) => `${key.replace(':', '-')}.md`;

/** Operations whose pages describe fields for others too, the first that has a field. */
const HOMES = ['job:create', 'job:start', 'asset:upload', 'job:getCaptions', 'job:wait'];

/** @param {DescribedOperation[]} operations */
const homesOf = (operations) =>
	HOMES.map((key) => {
		const { option, fields } = /** @type {DescribedOperation} */ (
			operations.find((operation) => operation.key === key)
		);
		const entries = fields.flatMap((field) =>
			field.type === 'collection'
				? /** @type {import('./nodes').Property[]} */ (field.options)
				: [field],
		);
		return { title: option.name, page: pageName(key), fields: entries };
	});

/** @param {DescribedOperation} operation @param {import('./parameterTables').Home[]} homes */
function operationPage({ key, resource, option, fields, schema }, homes) {
	const others = homes.filter(({ page: name }) => name !== pageName(key));
	return page(
		`# ${resource.name}: ${option.name}`,
		`${sentence(option.description ?? '')} In a workflow's JSON: ${code(resource.value)}, ${code(option.value)}.`,
		notesOf(key),
		'## Parameters',
		parameterTable(fields, others),
		`Output: ${outputFields(schema)}. What they mean: [Output fields](README.md#output-fields).`,
	);
}

/** What is written by hand about an operation, or for another page. @param {string} key */
function notesOf(key) {
	const file = path.join(__dirname, 'prose', pageName(key));
	return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined;
}

/** Output that is rare, which n8n doesn't show in the editor before the first run. */
const RARE = { properties: { skipped: { type: 'boolean' } } };

/** All operations and the trigger on one page. @param {DescribedOperation[]} operations @param {import('./nodes').PackagedNode[]} triggers */
function operationsPage(operations, triggers) {
	return page(
		'# Operations',
		'Fields and outputs of each operation. What can go wrong: [Errors](../errors.md).',
		table(
			operations.map(({ key, resource, option }) => ({
				Resource: resource.name,
				Operation: `[${option.name}](${pageName(key)})`,
				Purpose: sentence(option.description ?? ''),
			})),
		),
		...triggers.map(
			({ description: { displayName, name } }) => `Trigger: [${displayName}](${pageName(name)}).`,
		),
		'## Output fields',
		outputTable([...operations.map(({ schema }) => schema), ...triggers.map(schemaOf), RARE]),
	);
}

/** @param {import('./nodes').PackagedNode} node */
const schemaOf = ({ source }) => readSchema(source, 'output.json');

/**
 * Of a node that starts workflows. Its description speaks of both nodes, as n8n's list shows it once for both; the page
 * begins with what is written by hand.
 * @param {import('./nodes').PackagedNode} node
 * @param {import('./parameterTables').Home[]} homes
 */
function triggerPage(node, homes) {
	const { description } = node;
	return page(
		`# ${description.displayName}`,
		notesOf(description.name),
		'## Parameters',
		parameterTable(description.properties, homes),
		`Output: ${outputFields(schemaOf(node))}. What they mean: [Output fields](README.md#output-fields).`,
	);
}

module.exports = { homesOf, notesOf, operationPage, operationsPage, pageName, triggerPage };
