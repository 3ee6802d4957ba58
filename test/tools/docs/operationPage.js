const fs = require('node:fs');
const path = require('node:path');
const { code, page, table } = require('./markdown');
const { readSchema } = require('./nodes');
const { OUTPUT_FIELDS } = require('./outputFields');
const { entriesOf, parameterTable, sentence } = require('./parameterTables');

/** @typedef {import('./nodes').DescribedOperation} DescribedOperation */

/** Where an operation is described, below the folder of its resource's page. @param {DescribedOperation} operation */
const linkTo = ({ resource, option }) =>
	`${resource.value}.md#${option.name
		.toLowerCase()
		.replace(/[^\w ]/g, '')
		.replaceAll(' ', '-')}`;

/** Operations that describe fields for others too, the first that has a field: Transcribe describes all of its own. */
const HOMES = [
	...['recording:transcribe', 'job:create', 'job:start', 'asset:upload', 'job:getCaptions'],
	'job:wait',
];

const homesOf = (/** @type {DescribedOperation[]} */ operations) =>
	HOMES.map((key) => {
		const operation = /** @type {DescribedOperation} */ (
			operations.find((operation) => operation.key === key)
		);
		const fields = operation.fields.flatMap(entriesOf);
		return { key, title: operation.option.name, page: linkTo(operation), fields };
	});

/** @typedef {ReturnType<typeof homesOf>} Homes */

/** All operations of a resource. @param {DescribedOperation[]} operations @param {Homes} homes */
const resourcePage = (operations, homes) =>
	page(`# ${operations[0].resource.name}`, ...operations.flatMap((one) => sectionOf(one, homes)));

/** @param {DescribedOperation} operation @param {Homes} homes */
function sectionOf({ key, resource, option, fields, schema }, homes) {
	const own = homes.findIndex((home) => home.key === key);
	const others = own < 0 ? homes : homes.slice(0, own);
	return [
		`## ${option.name}`,
		`${sentence(option.description ?? '')} ${notesOf(key) ?? ''}`.trim(),
		parameterTable(fields, others),
		`${outputLine(schema, 'README.md')} In a workflow's JSON: ${code(resource.value)}, ${code(option.value)}.`,
	];
}

/** @param {any} schema @param {string} overview */
function outputLine({ properties = {} }, overview) {
	const names = Object.keys(properties).map(code).join(', ');
	return `Output: ${names}. What they mean: [Output fields](${overview}#output-fields).`;
}

/** What is written by hand about an operation, or for another page. @param {string} key `resource:operation`, or a name */
function notesOf(key) {
	const file = path.join(__dirname, 'prose', `${key.replace(':', '-')}.md`);
	return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined;
}

/** Output that is rare, which n8n doesn't show in the editor before the first run. */
const RARE = { properties: { skipped: { type: 'boolean' } } };

/** All operations and the trigger on one page. @param {DescribedOperation[]} operations */
function operationsPage(operations) {
	return page(
		'# Operations',
		'Fields and outputs of each operation. What can go wrong: [Errors](../errors.md).',
		table(
			[...new Set(operations.map(({ resource }) => resource.name))].map((name) => ({
				Resource: name,
				Operations: operations
					.filter(({ resource }) => resource.name === name)
					.map((operation) => `[${operation.option.name}](${linkTo(operation)})`)
					.join(', '),
			})),
		),
		'The trigger: [Start a workflow when a job finishes](../trigger.md#fields).',
		'## Output fields',
		outputTable([...operations.map(({ schema }) => schema), schemaOfTrigger(), RARE]),
	);
}

const schemaOfTrigger = () => readSchema('VerbitTrigger/__schema__/v1.1.0/output.json');

/** What all fields of the outputs mean, each once. @param {any[]} schemas */
function outputTable(schemas) {
	const types = new Map(schemas.flatMap(typesOf));
	return table(
		[...types]
			.sort(([a], [b]) => a.localeCompare(b, 'en'))
			.map(([name, type]) => ({
				Field: code(name),
				Type: type,
				Description: meaningOf(name),
			})),
	);
}

/** The fields of a schema and of what is in them. @param {any} schema @returns {Array<[name: string, type: string]>} */
function typesOf(schema) {
	return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
		const { type, items } = /** @type {any} */ (field);
		const shown = type === 'array' ? `list of ${items.type}s` : type;
		return [[name, shown], ...typesOf(items ?? field)];
	});
}

/** @param {string} name */
function meaningOf(name) {
	const meaning = OUTPUT_FIELDS[name];
	if (meaning === undefined)
		throw new Error(`Say in test/tools/docs/outputFields.js what the output field ${name} means`);
	return meaning;
}

const FIELDS_OF_TRIGGER = /(?<=<!-- fields -->\n).*(?=\n<!-- end of fields -->)/s;

/** The page of the trigger with its fields; all else is written by hand. @param {string} text @param {import('n8n-workflow').INodeProperties[]} properties @param {Homes} homes */
function withTriggerFields(text, properties, homes) {
	const inOperations = homes.map((home) => ({ ...home, page: `operations/${home.page}` }));
	const parameters = parameterTable(properties, inOperations);
	const output = outputLine(schemaOfTrigger(), 'operations/README.md');
	return text.replace(FIELDS_OF_TRIGGER, () => `\n${parameters}\n\n${output}\n`);
}

module.exports = { homesOf, notesOf, operationsPage, resourcePage, withTriggerFields };
