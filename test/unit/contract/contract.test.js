const { NodeHelpers, Workflow } = require('n8n-workflow');
const { VerbitApi } = require('../../../credentials/VerbitApi.credentials');
const { MESSAGES } = require('../../../nodes/Verbit/errors/messages/catalogue');
const { Verbit } = require('../../../nodes/Verbit/Verbit.node');
const { VerbitTrigger } = require('../../../nodes/VerbitTrigger/VerbitTrigger.node');
const packageJson = require('../../../package.json');
const contract = require('./contract');

/** @typedef {import('n8n-workflow').INodeProperties} Property */

const { description } = new Verbit();

/** @param {Property} property @returns {unknown} */
const shapeOf = (property) => {
	const options = /** @type {any[]} */ (property.options ?? []);
	if (property.type === 'collection') return shapesOf(options);
	if (property.modes)
		return { ...Object(property.default), modes: property.modes.map(({ name }) => name) };
	if (!property.type.endsWith('ptions')) return property.default;
	return { default: property.default, values: options.map(({ value }) => value).sort() };
};

/** @param {Property[]} properties @returns {Record<string, unknown>} */
const shapesOf = (properties) =>
	Object.fromEntries(properties.map((property) => [property.name, shapeOf(property)]));

/** The parameters of an operation; a notice is none. @param {string} key @param {boolean} [isAgent] as an AI agent's tool */
function parametersOf(key, isAgent = false) {
	const [resource, operation] = key.split(':');
	return description.properties.filter(({ displayOptions, type }) => {
		const { show = {}, hide = {} } = displayOptions ?? {};
		const isOther = (isAgent ? hide : show)['@tool'];
		const isShown = show.resource?.includes(resource) && show.operation?.includes(operation);
		return isShown && !isOther && type !== 'notice';
	});
}

/** Every `resource:operation` that the editor offers, with its display name. */
function offeredOperations() {
	const lists = description.properties.filter(({ name }) => name === 'operation');
	return lists.flatMap(({ displayOptions, options = [] }) =>
		options.map((option) => [
			`${displayOptions?.show?.resource?.[0]}:${'value' in option ? option.value : ''}`,
			option.name,
		]),
	);
}

const trigger = new VerbitTrigger().description;
const credential = new VerbitApi();

test('the package, the nodes and the credential have the names that workflows hold', () => {
	const { name, displayName } = contract.trigger;
	expect(packageJson.name).toBe('n8n-nodes-verbit');
	expect(description).toMatchObject({ name: 'verbit', displayName: 'Verbit', usableAsTool: true });
	expect(trigger).toMatchObject({ name, displayName });
	for (const { credentials, version } of [description, trigger]) {
		expect(credentials).toEqual([{ name: 'verbitApi', required: true }]);
		// A step holds the version with which it was made.
		expect(version).toContain(1);
	}
	expect([credential.name, credential.displayName]).toEqual([
		contract.credential.name,
		contract.credential.displayName,
	]);
	const classes = [Verbit, VerbitTrigger, VerbitApi];
	expect(classes.map((each) => each.name)).toEqual(['Verbit', 'VerbitTrigger', 'VerbitApi']);
});

test('a step that names no resource or no operation stays what it is', () => {
	const resource = description.properties.find(({ name }) => name === 'resource');
	expect(resource?.default).toBe(contract.defaults.resource);
	const shown = /** @type {import('n8n-workflow').INodePropertyOptions[]} */ (resource?.options);
	expect(shown.map(({ value }) => value)).toEqual(['recording', 'job', 'media', 'asset']);
	const [[first], [second]] = offeredOperations();
	expect([first, second]).toEqual(['recording:transcribe', 'recording:submit']);
	const lists = description.properties.filter(({ name }) => name === 'operation');
	const operations = lists.map((list) => [list.displayOptions?.show?.resource?.[0], list.default]);
	expect(Object.fromEntries(operations)).toEqual(contract.defaults.operations);
});

test('the operations are those of the contract, each with its display name, parameters, options, values and defaults', () => {
	const found = offeredOperations().map(([key, displayName]) => {
		const { options = {}, ...parameters } = shapesOf(parametersOf(key));
		return [key, { displayName, parameters, options }];
	});
	expect(Object.fromEntries(found)).toEqual(contract.operations);
});

test('each operation has other defaults as a tool where the contract says so', () => {
	const found = Object.keys(contract.operations).map((key) => {
		const byDefault = shapesOf(parametersOf(key));
		const offered = parametersOf(key, true);
		const others = Object.entries(shapesOf(offered)).filter(
			([name, shape]) => JSON.stringify(shape) !== JSON.stringify(byDefault[name]),
		);
		const places = offered.map(({ name, displayOptions }) =>
			JSON.stringify([name, { ...displayOptions?.show, '@tool': undefined }]),
		);
		// An agent is offered each field once.
		expect(new Set(places).size).toBe(places.length);
		return [key, Object.fromEntries(others)];
	});
	expect(Object.fromEntries(found)).toEqual(contract.toolDefaults);
});

test('an option is shown for a value of its neighbour, or of a parameter from the root', () => {
	const lists = [...description.properties, ...trigger.properties]
		.filter(({ type }) => type === 'collection')
		.map(({ options }) => /** @type {Property[]} */ (options));
	const wrong = lists.flatMap((options) =>
		options
			.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {}))
			.filter((name) => !name.startsWith('/') && !options.some((other) => other.name === name)),
	);
	expect(lists.length).toBeGreaterThan(10);
	expect(wrong).toEqual([]);
});

describe('the trigger', () => {
	test('listens where the URLs point to that users have given away', () => {
		expect(trigger.webhooks).toEqual([expect.objectContaining(contract.trigger.webhook)]);
	});

	test('opens in workflows that were saved with version 1 or 1.1, and a new one gets 1.1', () => {
		expect([trigger.version, trigger.defaultVersion]).toEqual([[1, 1.1], undefined]);
	});

	test.each([
		[['completed'], true],
		[['draftReady', 'completed'], true],
		[['completed', 'failed'], false],
	])('with %j chosen, the editor advises to add Job Failed: %p', (events, isAdvised) => {
		const notice = /** @type {Property} */ (
			trigger.properties.find(({ name }) => name === 'failedNotice')
		);
		const version = { typeVersion: 1.1 };
		const isShown = NodeHelpers.displayParameter({ events }, notice, version, trigger);
		expect(isShown).toBe(isAdvised);
	});

	test('has the parameters and options of the contract, with their values and defaults', () => {
		const named = trigger.properties.filter(({ type }) => type !== 'notice');
		expect(shapesOf(named)).toEqual(contract.trigger.parameters);
	});
});

describe('the credential', () => {
	test('has the properties of the contract, with their values and defaults', () => {
		expect(shapesOf(credential.properties)).toEqual(contract.credential.properties);
	});

	test('keeps what is secret where n8n encrypts it, and n8n may replace the token', () => {
		const secret = credential.properties.filter(({ typeOptions }) => typeOptions?.password);
		expect(secret.map(({ name }) => name)).toEqual(['apiKey', 'accessToken', 'tokenFor']);
		expect(secret[1]).toMatchObject({ type: 'hidden', typeOptions: { expirable: true } });
	});

	test('calls its fields as the errors and pages do, and asks for URLs in the custom environment only', () => {
		const shown = credential.properties.filter(({ type }) => type !== 'hidden');
		expect(shown.map(({ displayName }) => displayName)).toEqual(contract.credential.displayNames);
		const custom = shown.filter(({ displayOptions }) => displayOptions);
		expect(custom.map(({ name, displayOptions }) => [name, displayOptions])).toEqual(
			['baseUrl', 'authUrl'].map((name) => [name, { show: { environment: ['custom'] } }]),
		);
	});
});

test('each error keeps its code', () => {
	expect(Object.keys(MESSAGES).sort()).toEqual(contract.errorCodes);
});

/** What the editor shows below the node's name. */
test.each([
	[Verbit, { resource: 'asset', operation: 'add' }, 'Add asset'],
	[Verbit, { resource: 'job', operation: 'getCaptions' }, 'Get captions or transcript'],
	[VerbitTrigger, { events: ['completed', 'failed'] }, 'Job Completed, Job Failed'],
	[VerbitTrigger, { events: [] }, ''],
])('the subtitle of %p with %j is "%s"', (Type, parameters, subtitle) => {
	const { description } = new Type();
	const position = /** @type {any} */ ([0, 0]);
	const node = { id: '1', name: 'Verbit', type: 'verbit', typeVersion: 1, position, parameters };
	const getByNameAndVersion = () => ({ description });
	const nodeTypes = /** @type {any} */ ({ getByNameAndVersion, getByName: getByNameAndVersion });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const { subtitle: expression } = description;
	expect(workflow.expression.getSimpleParameterValue(node, expression, 'internal', {})).toBe(
		subtitle,
	);
});
