const fs = require('node:fs');
const path = require('node:path');
const { code, page, table } = require('./markdown');
const { readSchema } = require('./nodes');
const { outputTable } = require('./outputTable');
const { parameterTables, sentence } = require('./parameterTables');

/** @typedef {import('./nodes').DescribedOperation} DescribedOperation */

/** Of the pages of operations and triggers. @param {string} key `resource:operation`, or a node's name */
const pageName = (key) => `${key.replace(':', '-')}.md`;

/** @param {DescribedOperation} operation */
function operationPage({ key, resource, option, fields, schema }) {
	return page(
		`# ${resource.name}: ${option.name}`,
		sentence(option.description ?? ''),
		`In workflows: ${code('resource')} = ${code(resource.value)}, ${code('operation')} = ${code(option.value)}.`,
		notesOf(key),
		'## Parameters',
		parameterTables(fields),
		'## Output',
		outputTable(schema),
		'What can go wrong, and what to do then: [Errors](../errors.md).',
	);
}

/** What is written by hand about an operation, or for another page. @param {string} key */
function notesOf(key) {
	const file = path.join(__dirname, 'prose', pageName(key));
	return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined;
}

/** All operations on one page. @param {DescribedOperation[]} operations @param {string[]} others links to more pages */
function operationsPage(operations, others) {
	return page(
		'# Operations',
		'Made by `npm run docs` from the node itself; a test fails when a page differs from the node.',
		table(
			operations.map(({ key, resource, option }) => ({
				Resource: resource.name,
				Operation: `[${option.name}](${pageName(key)})`,
				Purpose: sentence(option.description ?? ''),
			})),
		),
		...others,
	);
}

/**
 * Of a node that starts workflows. Its description speaks of both nodes, as n8n's list shows it once for both; the page
 * begins with what is written by hand.
 * @param {import('./nodes').PackagedNode} node */
function triggerPage({ source, description }) {
	return page(
		`# ${description.displayName}`,
		notesOf(description.name),
		'## Parameters',
		parameterTables(description.properties),
		'## Output',
		outputTable(readSchema(source, 'output.json')),
	);
}

module.exports = { notesOf, operationPage, operationsPage, pageName, triggerPage };
