const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { errorsPage } = require('./errorsPage');
const { operationsOf, readNodes } = require('./nodes');
const {
	homesOf,
	operationPage,
	operationsPage,
	pageName,
	triggerPage,
} = require('./operationPage');
const { withAbsoluteLinks } = require('./readmeLinks');

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
	const homes = homesOf(operations);
	const triggers = nodes.filter(({ description }) => description.group.includes('trigger'));
	const pages = new Map([
		['docs/errors.md', errorsPage(load)],
		['README.md', withAbsoluteLinks(fs.readFileSync(path.join(checkout, 'README.md'), 'utf8'))],
		[`${FOLDER}/README.md`, operationsPage(operations, triggers)],
	]);
	for (const operation of operations) {
		pages.set(`${FOLDER}/${pageName(operation.key)}`, operationPage(operation, homes));
	}
	for (const node of triggers) {
		pages.set(`${FOLDER}/${pageName(node.description.name)}`, triggerPage(node, homes));
	}
	return pages;
}

module.exports = { FOLDER, makePages };
