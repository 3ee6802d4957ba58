const packageJson = require('../../../package.json');
const { VerbitApi } = require('../../../credentials/VerbitApi.credentials');
const { Verbit } = require('../../../nodes/Verbit/Verbit.node');
const { VerbitTrigger } = require('../../../nodes/VerbitTrigger/VerbitTrigger.node');
const { DIRECT_UPLOAD_NAMES } = require('../../../nodes/Verbit/api/directUploadUrl');
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

const trigger = new VerbitTrigger().description;
const credential = new VerbitApi();

test('the package, the nodes and the credential have the names that workflows hold', () => {
	const { name, displayName } = contract.trigger;
	expect([packageJson.name, description.name]).toEqual(['n8n-nodes-verbit', 'verbit']);
	expect(trigger).toMatchObject({ name, displayName });
	for (const { credentials } of [description, trigger]) {
		expect(credentials).toEqual([{ name: 'verbitApi', required: true }]);
	}
	expect([credential.name, credential.displayName]).toEqual([
		contract.credential.name,
		contract.credential.displayName,
	]);
	const classes = [Verbit, VerbitTrigger, VerbitApi];
	expect(classes.map((each) => each.name)).toEqual(['Verbit', 'VerbitTrigger', 'VerbitApi']);
});

test('the operations are those of the contract, each under its display name', () => {
	const expected = ofEach((key) => contract.operations[key].displayName);
	expect(Object.fromEntries(offeredOperations())).toEqual(expected);
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

/** What there is of each operation. @param {(key: string) => unknown} read */
const ofEach = (read) =>
	Object.fromEntries(Object.keys(contract.operations).map((key) => [key, read(key)]));

test('each operation has the parameters and options of the contract, with their values and defaults', () => {
	const found = ofEach((key) => {
		const { options = {}, ...parameters } = shapesOf(parametersOf(key));
		return { displayName: contract.operations[key].displayName, parameters, options };
	});
	expect(found).toEqual(contract.operations);
});

test('each operation has other defaults as a tool where the contract says so', () => {
	const found = ofEach((key) => {
		const byDefault = shapesOf(parametersOf(key));
		const others = Object.entries(shapesOf(parametersOf(key, true))).filter(
			([name, shape]) => JSON.stringify(shape) !== JSON.stringify(byDefault[name]),
		);
		return Object.fromEntries(others);
	});
	expect(found).toEqual(contract.toolDefaults);
});

/** A parameter may be there once for each value of its choice. @param {Property} property @returns {string[]} */
function placesOf({ name, displayOptions }) {
	const { resource, operation, ...others } = displayOptions?.show ?? {};
	const values = Object.entries(others).flatMap(([chooser, chosen = []]) =>
		chosen.map((value) => `${name} for ${chooser} ${value}`),
	);
	return values.length === 0 ? [name] : values;
}

test('no operation shows a parameter twice, or for a value that its choice does not have', () => {
	const wrong = Object.entries(contract.operations).flatMap(([key, { parameters }]) => {
		const shown = parametersOf(key);
		const places = shown.flatMap(placesOf);
		const twice = places.filter((place, index) => places.indexOf(place) !== index);
		const forNoValue = shown.flatMap(({ name, displayOptions }) => {
			const { resource, operation, ...others } = displayOptions?.show ?? {};
			return Object.entries(others).flatMap(([chooser, values = []]) =>
				values
					.filter((value) => !parameters[chooser].values.includes(value))
					.map((value) => `${name} for ${chooser} ${value}`),
			);
		});
		return [...twice, ...forNoValue].map((problem) => `${key}: ${problem}`);
	});
	expect(wrong).toEqual([]);
});

test.each(['recording:transcribe', 'recording:submit', 'media:add'])(
	'the URL of %s has the hint of the source that is chosen',
	(key) => {
		const urls = parametersOf(key).filter(({ name }) => name === 'mediaUrl');
		const hints = urls.map(({ displayOptions, hint }) => [displayOptions?.show?.mediaSource, hint]);
		expect(hints).toEqual([
			[['url'], expect.stringContaining('at least 24 hours')],
			[['urlUpload'], expect.stringMatching(/^Temporary .* work/)],
		]);
	},
);

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

describe('the trigger', () => {
	test('listens where the URLs point to that users have given away', () => {
		expect(trigger.webhooks).toEqual([expect.objectContaining(contract.trigger.webhook)]);
	});

	test('has the parameters and options of the contract, with their values and defaults', () => {
		const named = trigger.properties.filter(({ type }) => type !== 'notice');
		expect(shapesOf(named)).toEqual(contract.trigger.parameters);
	});
});

describe('the credential', () => {
	test('has the properties of the contract, with their values and defaults', () => {
		expect(shapesOf(credential.properties)).toMatchObject(contract.credential.properties);
	});

	test('keeps the token where n8n encrypts it, hides it and may replace it', () => {
		const accessToken = credential.properties.find(({ name }) => name === 'accessToken');
		expect(accessToken).toMatchObject({
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		});
	});

	test('hides the key, and asks for URLs in the custom environment only', () => {
		const property = (/** @type {string} */ name) =>
			credential.properties.find((p) => p.name === name);
		expect(property('apiKey')?.typeOptions?.password).toBe(true);
		for (const name of ['baseUrl', 'authUrl']) {
			expect(property(name)?.displayOptions).toEqual({ show: { environment: ['custom'] } });
		}
	});
});
