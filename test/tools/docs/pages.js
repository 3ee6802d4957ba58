const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { errorsPage } = require('./errorsPage');
const { operationsOf } = require('./nodes');
const { homesOf, operationsPage, resourcePage, withTriggerFields } = require('./operationPage');

const FOLDER = 'docs/operations';

/** Written by hand, but for the table of fields. */
const TRIGGER = 'docs/trigger.md';

/**
 * The pages that are made from the sources, by their path below the checkout.
 * @param {(source: string) => Record<string, any>} load gives the module of a source, e.g. of `nodes/Verbit/Verbit.node`
 * @returns {Map<string, string>}
 */
function makePages(load) {
	/** @type {(name: string) => import('n8n-workflow').INodeProperties[]} */
	const propertiesOf = (name) =>
		new (load(`nodes/${name}/${name}.node`)[name])().description.properties;
	const operations = operationsOf(propertiesOf('Verbit'));
	const homes = homesOf(operations);
	const trigger = propertiesOf('VerbitTrigger');
	const triggerPage = fs.readFileSync(path.join(checkout, TRIGGER), 'utf8');
	const pages = new Map([
		['docs/errors.md', errorsPage(load)],
		[`${FOLDER}/README.md`, operationsPage(operations)],
		[TRIGGER, withTriggerFields(triggerPage, trigger, homes)],
	]);
	for (const { resource } of operations) {
		const own = operations.filter((operation) => operation.resource.value === resource.value);
		pages.set(`${FOLDER}/${resource.value}.md`, resourcePage(own, homes));
	}
	return pages;
}

module.exports = { FOLDER, makePages };
