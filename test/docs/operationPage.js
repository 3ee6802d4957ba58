const fs = require('node:fs');
const path = require('node:path');
const { withoutRepeats } = require('./errors/catalogue');
const { code, page, plain, table } = require('./markdown');
const { outputTable } = require('./outputTable');
const { parameterTables, sentence } = require('./parameterTables');

const NOTES = path.join(__dirname, 'prose');

/** @typedef {import('./nodes').DescribedOperation} DescribedOperation */

/** Of the operations' pages. @param {string} key `resource:operation` */
const pageName = (key) => `${key.replace(':', '-')}.md`;

/**
 * @param {DescribedOperation} operation
 * @param {import('./errors/catalogue').KnownError[]} errors that it can give
 */
function operationPage({ key, resource, option, fields, schema }, errors) {
	return page(
		`# ${resource.name}: ${option.name}`,
		sentence(option.description ?? ''),
		`In workflows: ${code('resource')} = ${code(resource.value)}, ${code('operation')} = ${code(option.value)}.`,
		notesOf(key),
		'## Parameters',
		parameterTables(fields),
		'## Output',
		schema === undefined ? undefined : outputTable(schema),
		'## Errors',
		ownErrors(errors),
		'What the service, the store, a link or the network answers comes at the step where it came up: see [Errors](../errors.md).',
	);
}

/** What is checked before anything is sent for an item. @param {import('./errors/catalogue').KnownError[]} errors */
function ownErrors(errors) {
	const own = withoutRepeats(errors).filter(({ step }) => step === 'Check input');
	if (own.length === 0) return undefined;
	return `Before anything is sent the node stops with one of these (\`…\` stands for a name or a value):\n\n${table(own.map(errorRow))}`;
}

/** @param {import('./errors/catalogue').KnownError} error */
function errorRow({ what, remedies }) {
	return { Message: plain(what), 'What to do': remedies.map(plain).join('\n') };
}

/** What is written by hand about an operation. @param {string} key */
function notesOf(key) {
	const file = path.join(NOTES, pageName(key));
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

module.exports = { errorRow, notesOf, operationPage, operationsPage, pageName };
