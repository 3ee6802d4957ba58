const packageJson = require('../../../package.json');
const { VerbitApi } = require('../../../credentials/VerbitApi.credentials');
const { Verbit } = require('../../../nodes/Verbit/Verbit.node');
const { VerbitTrigger } = require('../../../nodes/VerbitTrigger/VerbitTrigger.node');
const { DIRECT_UPLOAD_NAMES } = require('../../../nodes/Verbit/api/directUploadUrl');
const { TRANSFER_DEFAULTS } = require('../../../nodes/Verbit/upload/source');
const contract = require('./contract');

/** @typedef {import('n8n-workflow').INodeProperties} Property */

const { description } = new Verbit();

/** @param {Property} property @returns {unknown} */
const shapeOf = (property) => {
	const options = /** @type {any[]} */ (property.options ?? []);
	if (property.type === 'collection') return shapesOf(options);
	if (!property.type.endsWith('ptions')) return property.default;
	return { default: property.default, values: options.map(({ value }) => value).sort() };
};

/** @param {Property[]} properties @returns {Record<string, unknown>} */
const shapesOf = (properties) =>
	Object.fromEntries(properties.map((property) => [property.name, shapeOf(property)]));

/** The parameters of an operation; a notice is none. @param {string} key @param {boolean} [isTool] as an AI agent's tool */
function parametersOf(key, isTool = false) {
	const [resource, operation] = key.split(':');
	return description.properties.filter(({ displayOptions, type }) => {
		const {
			resource: resources,
			operation: ofOperations,
			'@tool': ofTools,
		} = displayOptions?.show ?? {};
		const isOther = isTool ? displayOptions?.hide?.['@tool'] : ofTools;
		const isShown = resources?.includes(resource) && ofOperations?.includes(operation) && !isOther;
		return isShown && type !== 'notice';
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

test('the package, the node and the credential have the names that workflows hold', () => {
	expect(packageJson.name).toBe('n8n-nodes-verbit');
	expect(description.name).toBe('verbit');
	expect(description.credentials).toEqual([{ name: 'verbitApi', required: true }]);
	expect([Verbit.name, VerbitApi.name]).toEqual(['Verbit', 'VerbitApi']);
});

test('a node that waits says for what, and that nobody has to watch it', () => {
	expect(description.waitingNodeTooltip).toMatch(/waiting for Verbit/i);
	expect(description.waitingNodeTooltip).toMatch(/can close this page/i);
});

test('the operations are those of the contract, each under its display name', () => {
	const expected = Object.entries(contract.operations).map(([key, { displayName }]) => [
		key,
		displayName,
	]);
	expect(Object.fromEntries(offeredOperations())).toEqual(Object.fromEntries(expected));
});

test('a step that names no resource or no operation stays what it is', () => {
	const resource = description.properties.find(({ name }) => name === 'resource');
	expect(resource?.default).toBe(contract.defaults.resource);
	const shown = /** @type {import('n8n-workflow').INodePropertyOptions[]} */ (resource?.options);
	expect(shown.map(({ value }) => value)).toEqual(['recording', 'job', 'media', 'asset']);
	const lists = description.properties.filter(({ name }) => name === 'operation');
	const operations = lists.map((list) => [list.displayOptions?.show?.resource?.[0], list.default]);
	expect(Object.fromEntries(operations)).toEqual(contract.defaults.operations);
});

describe.each(Object.keys(contract.operations))('%s', (key) => {
	const { parameters, options } = contract.operations[key];

	test('has the parameters of the contract, with their values and defaults', () => {
		const own = parametersOf(key).filter(({ name }) => name !== 'options');
		expect(shapesOf(own)).toEqual(parameters);
	});

	test('has other defaults as a tool where the contract says so', () => {
		const byDefault = shapesOf(parametersOf(key));
		const ofTool = shapesOf(parametersOf(key, true));
		const others = Object.entries(ofTool).filter(
			([name, shape]) => JSON.stringify(shape) !== JSON.stringify(byDefault[name]),
		);
		expect(Object.fromEntries(others)).toEqual(contract.toolDefaults[key]);
	});

	test('has the options of the contract, with their defaults', () => {
		const collection = parametersOf(key).find(({ name }) => name === 'options');
		expect(shapesOf(/** @type {Property[]} */ (collection?.options ?? []))).toEqual(options);
	});

	test('shows no parameter twice, and each that belongs to a choice for values that the choice has', () => {
		const shown = parametersOf(key);
		expect(shown.map(({ name }) => name)).toEqual([...new Set(shown.map(({ name }) => name))]);
		for (const { displayOptions } of shown) {
			const { resource, operation, ...others } = displayOptions?.show ?? {};
			for (const [name, values] of Object.entries(others)) {
				expect(parameters[name].values).toEqual(expect.arrayContaining(values ?? []));
			}
		}
	});
});

test('the deprecated upload works with the names that the editor shows, under a notice of another way', () => {
	const shown = contract.operations['job:requestUploadUrl'].options;
	expect(DIRECT_UPLOAD_NAMES).toEqual(shown);
	const notices = description.properties.filter(({ name }) => name === 'deprecatedNotice');
	expect(notices).toMatchObject([
		{
			displayName: expect.stringContaining('Upload Binary'),
			displayOptions: { show: { operation: ['requestUploadUrl'] } },
		},
	]);
});

test('the transfer options work with the defaults that the editor shows', () => {
	const { fileName, contentType, uploadUrl, verifyIntegrity, ...shown } =
		contract.operations['asset:upload'].options;
	expect(TRANSFER_DEFAULTS).toEqual(shown);
});

describe('the trigger', () => {
	const trigger = new VerbitTrigger().description;

	test('has its names', () => {
		expect([VerbitTrigger.name, trigger.name, trigger.displayName]).toEqual([
			'VerbitTrigger',
			contract.trigger.name,
			contract.trigger.displayName,
		]);
		expect(trigger.credentials).toEqual([{ name: 'verbitApi', required: true }]);
	});

	test('listens where the URLs point to that users have given away', () => {
		expect(trigger.webhooks).toEqual([expect.objectContaining(contract.trigger.webhook)]);
	});

	test('has the parameters and options of the contract, with their values and defaults', () => {
		const named = trigger.properties.filter(({ type }) => type !== 'notice');
		expect(shapesOf(named)).toEqual(contract.trigger.parameters);
	});
});

describe('the credential', () => {
	const type = new VerbitApi();

	test('has its names', () => {
		expect([type.name, type.displayName]).toEqual([
			contract.credential.name,
			contract.credential.displayName,
		]);
	});

	test('has the properties of the contract, with their values and defaults', () => {
		expect(shapesOf(type.properties)).toMatchObject(contract.credential.properties);
	});

	test('keeps the token where n8n encrypts it, hides it and may replace it', () => {
		const accessToken = type.properties.find(({ name }) => name === 'accessToken');
		expect(accessToken).toMatchObject({
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		});
	});

	test('hides the key, and asks for URLs in the custom environment only', () => {
		const property = (/** @type {string} */ name) => type.properties.find((p) => p.name === name);
		expect(property('apiKey')?.typeOptions?.password).toBe(true);
		for (const name of ['baseUrl', 'authUrl']) {
			expect(property(name)?.displayOptions).toEqual({ show: { environment: ['custom'] } });
		}
	});
});
