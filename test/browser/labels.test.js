const { workflow } = require('../support/n8n/workflow');
const { useEditor } = require('./world');

const world = useEditor();

/** A value for each option of a collection, so that the panel shows it. @param {any} collection */
const allOf = (collection) =>
	Object.fromEntries(
		collection.options.map((/** @type {any} */ { name, default: value }) => [name, value]),
	);

/** What n8n shortens where it is too wide: how much there is, and what is cut off. @param {any[]} elements of a page */
const shortened = (elements) => {
	const isShortened = (/** @type {any} */ element) =>
		/ellipsis/.test(element.computedStyleMap().get('text-overflow'));
	const texts = elements.filter(isShortened);
	const isCut = (/** @type {any} */ { scrollWidth, clientWidth }) => scrollWidth > clientWidth;
	return { count: texts.length, cut: texts.filter(isCut).map((element) => element.textContent) };
};

test('no label is cut off in the panel at its usual width', async () => {
	const types = await world.n8n.client.nodeTypes();
	const verbit = /** @type {any} */ (types.find(({ name }) => name === 'n8n-nodes-verbit.verbit'));
	const steps = ['recording:transcribe', 'recording:submit', 'job:getCaptions', 'media:merge'];
	const nodes = steps.map((operation) => {
		const [resource, name] = operation.split(':');
		const shown = verbit.properties.filter(
			(/** @type {any} */ { type, displayOptions: { show = {} } = {} }) =>
				type === 'collection' &&
				show.resource?.includes(resource) &&
				show.operation?.includes(name),
		);
		const collections = shown.map((/** @type {any} */ field) => [field.name, allOf(field)]);
		const parameters = /** @type {any} */ (Object.fromEntries(collections));
		if (parameters.additionalFields) parameters.additionalFields.ifExternalIdUsed = 'skip';
		return world.verbit(operation, operation, parameters);
	});
	await world.open(workflow('Labels', nodes));
	for (const step of steps) {
		await world.editor.openNode(step);
		const { parameters } = world.editor.panel;
		await parameters.locator('label').first().waitFor();
		const { count, cut } = await parameters.locator('*').evaluateAll(shortened);
		expect(count).toBeGreaterThan(5);
		expect({ step, cut }).toEqual({ step, cut: [] });
	}
}, 120_000);
