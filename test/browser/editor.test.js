const { NodeHelpers } = require('n8n-workflow');
const { manualTrigger, readFiles, workflow } = require('../support/n8n/workflow');
const { transcriptFlow } = require('../tools/demo/transcript');
const contract = require('../unit/contract/contract');
const { lastRead } = require('../support/until');
const { useEditor } = require('./world');

const world = useEditor();

const TRIGGER = 'n8n-nodes-verbit.verbitTrigger';

/** Opens a workflow with a recording and one operation, and that operation's panel. */
async function openStep(/** @type {string} */ operation, parameters = {}) {
	const verbit = world.verbit('Verbit', operation, parameters);
	await world.open(
		workflow(operation, [manualTrigger(), readFiles(world.recordings.partOne), verbit]),
	);
	await world.editor.openNode('Verbit');
	return world.editor.panel;
}

/** The account's only credential is there already: n8n chooses it. */
test('two nodes on an empty canvas end in the transcript as text, and only the link is typed', async () => {
	const { editor, emulator } = world;
	const { panel } = editor;
	emulator.switches.set({ transcriptionSeconds: 0 });
	await editor.newWorkflow();
	await editor.addTrigger('Trigger manually');

	await editor.addNode('Verbit', 'Transcribe recording');
	await panel.pickFromList('profile', 'standard');
	await panel.choose('mediaSource', 'URL');
	await panel.fill('mediaUrl', 'https://example.com/lecture-42.mp4');
	await panel.execute();

	const output = await panel.outputFields();
	expect(output).toMatchObject({
		text: expect.stringMatching(/^Welcome to the first lecture of the term\./),
		caption_format: 'txt',
	});
	expect(emulator.job(Number(output.job_id))).toMatchObject({
		name: 'lecture-42.mp4',
		profile: 'standard',
		media: { mediaUrl: 'https://example.com/lecture-42.mp4' },
	});
	await panel.close();
	expect(await lastRead(() => editor.nodesOnCanvas(), 2)).toBe(2);
});

describe('a newcomer', () => {
	beforeAll(async () => await world.deleteCredential());
	afterAll(async () => {
		world.credential = await world.createCredential();
	});

	test('finds the node by its purpose, with the actions that nearly everybody wants first', async () => {
		const { editor } = world;
		await editor.newWorkflow();
		await editor.addTrigger('Trigger manually');
		await editor.openNodeList();
		for (const words of ['Verbit', 'transcription', 'captions', 'subtitles']) {
			await editor.search(words);
			await editor.entry('Verbit').waitFor();
		}
		await editor.pick('Verbit');
		const count = Object.keys(contract.operations).length;
		await editor.group(`Actions (${count})`).waitFor();
		const first = async () => (await editor.entries()).slice(0, 2);
		const expected = ['Transcribe recording', 'Submit recording'];
		expect(await lastRead(first, expected)).toEqual(expected);
	});

	test('makes the credential, chooses a profile, and sees the job of a recording that was started', async () => {
		const { editor, emulator } = world;
		const { panel, credentialForm } = editor;
		await editor.newWorkflow();
		await editor.addTrigger('Trigger manually');
		await editor.addNode('Read/Write Files from Disk', 'Read File(s) From Disk');
		await panel.fill('fileSelector', world.recordings.partOne);
		await panel.close();
		await editor.addNode('Verbit', 'Submit recording');

		await panel.connect();
		await credentialForm.choose('environment', 'Custom');
		await credentialForm.fill('baseUrl', emulator.baseUrl);
		await credentialForm.fill('authUrl', emulator.authUrl);
		await credentialForm.fill('apiKey', 'not the key');
		await credentialForm.save();
		expect(await credentialForm.refusal()).toContain("Verbit didn't accept the key");
		await credentialForm.fill('apiKey', emulator.apiKey);
		await credentialForm.save();
		await credentialForm.closed();

		await panel.pickFromList('profile', 'standard');
		await panel.execute();
		const { job_id: jobId, file_name: name, integrity } = await panel.outputFields();
		expect({ name, integrity }).toEqual({ name: 'lincoln-part-1.wav', integrity: 'verified' });
		expect(emulator.job(Number(jobId))).toMatchObject({
			profile: 'standard',
			status: 'In Progress',
		});
	});
});

describe('the panel', () => {
	const operations = Object.keys(contract.operations);
	/** @type {any[]} */
	let types;
	/** @type {any[]} */
	let steps;

	beforeAll(async () => {
		types = await world.n8n.client.nodeTypes();
		const nodes = operations.map((operation) => world.verbit(operation, operation, {}));
		steps = [{ ...nodes[0], name: 'Trigger', type: TRIGGER, parameters: {} }, ...nodes];
		await world.open(workflow('Every operation', steps));
	});

	test.each(['Trigger', ...operations])('of %s shows what belongs to it', async (name) => {
		const node = { typeVersion: 1, ...steps.find((one) => one.name === name) };
		const type = types.find((one) => one.name === node.type);
		const { properties } = type;
		const { displayParameter, getNodeParameters } = NodeHelpers;
		const values = getNodeParameters(properties, node.parameters, true, false, node, type);
		/** @type {import('n8n-workflow').INodeProperties[]} */
		const shown = properties.filter((/** @type {any} */ property) =>
			displayParameter(/** @type {any} */ (values), property, node, type),
		);
		const isField = (/** @type {{ type: string }} */ property) =>
			!['collection', 'hidden', 'notice'].includes(property.type);
		const fields = shown.filter(isField).map((property) => property.name);
		const { panel } = world.editor;
		await world.editor.openNode(name);
		expect(await lastRead(() => panel.shownFields(), fields)).toEqual(fields);
		const text = await panel.parameters.innerText();
		for (const property of shown.filter(({ type: kind }) => /collection|notice/.test(kind))) {
			expect(text).toContain(property.displayName.split('<')[0]);
		}
		await panel.close();
	});
});

test('a list of profiles that can not be had says why, and what to do', async () => {
	const { credential } = world;
	world.credential = await world.createCredential({ apiKey: 'not the key' });
	const panel = await openStep('job:create');
	world.credential = credential;
	const shown = await panel.listFailure('profile');
	expect(shown).toContain("Verbit didn't accept the key");
	expect(shown).toContain("Copy 'API Key' again from My Account in Verbit");
});

test('a step works on the job of the step before without any typing', async () => {
	const jobId = world.newJob();
	const flow = workflow('Chain', [
		manualTrigger(),
		world.verbit('First', 'job:get', { jobId }),
		world.verbit('Second', 'job:get', {}),
	]);
	await world.open(flow);
	const { editor } = world;
	await editor.openNode('Second');
	await editor.panel.execute();
	expect(await editor.panel.outputFields()).toMatchObject({
		job_id: String(jobId),
		job_status: 'Pending',
	});
});

test('an upload that the store refuses is told with its file and job, and with what to do', async () => {
	const jobId = world.newJob();
	world.emulator.faults.add({ where: 'store', kind: 'status', status: 403 });
	const panel = await openStep('asset:upload', { jobId });
	await panel.execute();
	const shown = await panel.outputText('Error details');
	expect(shown).toContain(
		`Upload "lincoln-part-1.wav" for job ${jobId}: the storage refused the upload (returned 403`,
	);
	expect(shown).toContain('Check that no proxy between n8n and the storage changes requests');
});

test('an AI agent is offered what it can use, and its builder is told that it has no files', async () => {
	const type = 'n8n-nodes-verbit.verbitTool';
	const asAdded = { ...world.verbit('Verbit', 'recording:transcribe', {}), type, parameters: {} };
	await world.open(workflow('A tool', [asAdded]));
	await world.editor.openNode('Verbit');
	const { panel } = world.editor;
	// Of a field that the model defines, n8n shows the description that the model gets.
	expect(await panel.shownFields()).toEqual([
		'descriptionType',
		...['resource', 'operation', 'profile', 'mediaSource', 'description', 'outputAs', 'simplify'],
	]);
	const text = await panel.parameters.innerText();
	expect(text).toContain('Media URL');
	expect(text.match(/Defined automatically by the model/g)).toHaveLength(1);
	expect(text).toContain("AI agents can't pass files");
});

/** `npm run demo:editor` opens it. */
test("the demo's workflow runs step by step, to the text of its recording", async () => {
	const { editor, emulator } = world;
	emulator.switches.set({ transcriptionSeconds: 0 });
	const node = (/** @type {[string, string, any?]} */ ...[name, operation, parameters = {}]) =>
		world.verbit(name, operation, parameters);
	await world.open(transcriptFlow(node));
	await editor.openNode('Read Files');
	await editor.panel.execute();
	await editor.panel.outputText('lincoln.wav');
	await editor.openNode('Transcribe Recording');
	await editor.panel.execute();
	const output = await editor.panel.outputFields();
	expect(output.text).toMatch(/^Speaker 1: Welcome to the first lecture of the term\./);
});

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
});
