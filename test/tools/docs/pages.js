const { errorsPage } = require('./errorsPage');
const { operationsOf, readNodes } = require('./nodes');
const { operationPage, operationsPage, pageName } = require('./operationPage');
const { triggerPage } = require('./triggerPage');

/** Holds nothing but pages that are made. */
const FOLDER = 'docs/operations';

/**
 * The pages that are made from the sources, by their path below the checkout.
 * @param {(source: string) => Record<string, any>} load gives the module of a source, e.g. of `nodes/Verbit/Verbit.node`
 * @returns {Map<string, string>}
 */
function makePages(load) {
	const nodes = readNodes(load);
	const operations = nodes.flatMap(operationsOf);
	const triggers = nodes.filter(({ description }) => description.group.includes('trigger'));
	const triggerName = (/** @type {import('./nodes').PackagedNode} */ { description }) =>
		`${description.name}.md`;
	return new Map([
		['docs/errors.md', errorsPage(load('nodes/Verbit/errors/catalogue').MESSAGE_GROUPS)],
		[
			`${FOLDER}/README.md`,
			operationsPage(
				operations,
				triggers.map((node) => `Trigger: [${node.description.displayName}](${triggerName(node)}).`),
			),
		],
		...operations.map(
			(operation) =>
				/** @type {const} */ ([`${FOLDER}/${pageName(operation.key)}`, operationPage(operation)]),
		),
		...triggers.map(
			(node) => /** @type {const} */ ([`${FOLDER}/${triggerName(node)}`, triggerPage(node)]),
		),
	]);
}

module.exports = { FOLDER, makePages };
