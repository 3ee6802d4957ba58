const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { errorsPage } = require('./errorsPage');
const { operationsOf, readNodes } = require('./nodes');
const { homesOf, operationsPage, resourcePage, withTriggerFields } = require('./operationPage');
const { withAbsoluteLinks } = require('./readmeLinks');

/** Holds nothing but pages that are made. */
const FOLDER = 'docs/operations';

/** Written by hand, but for the table of fields. */
const TRIGGER = 'docs/trigger.md';

const readPage = (/** @type {string} */ file) => fs.readFileSync(path.join(checkout, file), 'utf8');

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
		['README.md', withAbsoluteLinks(readPage('README.md'))],
		[`${FOLDER}/README.md`, operationsPage(operations, triggers)],
	]);
	for (const { resource } of operations) {
		const own = operations.filter((operation) => operation.resource.value === resource.value);
		pages.set(`${FOLDER}/${resource.value}.md`, resourcePage(own, homes));
	}
	for (const node of triggers)
		pages.set(TRIGGER, withTriggerFields(readPage(TRIGGER), node, homes));
	return pages;
}

module.exports = { FOLDER, makePages };
