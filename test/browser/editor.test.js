const { standard, useWorld } = require('../e2e/world');
const { manualTrigger, readFiles, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { fieldsOf } = require('../tools/docs/nodes');
const contract = require('../unit/contract/contract');
const { type } = require('./editor');
const { EditorWorld } = require('./world');

const world = useWorld(new EditorWorld());

describe('a newcomer', () => {
	beforeAll(async () => await world.deleteCredential());
	afterAll(async () => {
		world.credential = await world.createCredential();
	});

	test('finds the node by its purpose, with the actions that nearly everybody wants first', async () => {
		const { editor } = world;
		await editor.newWorkflow();
		await editor.openNodeList();
		for (const words of ['Verbit', 'transcription', 'captions', 'subtitles']) {
			await editor.searchBar.fill(words);
			await editor.entry('Verbit').waitFor();
		}
		await editor.entry('Verbit').click();
		const count = Object.keys(contract.operations).length;
		const groups = editor.page.getByTestId('node-creator-category-item');
		await groups.getByText(`Actions (${count})`).waitFor();
		const entries = editor.page.getByTestId('node-creator-item-name');
		const first = async () => (await entries.allInnerTexts()).slice(0, 2);
		await until(async () => (await first())[0] === 'Transcribe recording');
		expect(await first()).toEqual(['Transcribe recording', 'Submit recording']);
	});

	test('makes the credential, chooses a profile, and sees the transcript of a recording', async () => {
		const { editor, emulator } = world;
		const { panel, credentialForm } = editor;
		emulator.switches.set({ transcriptionSeconds: 0 });
		const fill = async (/** @type {string} */ name, /** @type {string} */ text) =>
			await type(credentialForm.getByTestId(`parameter-input-${name}`).locator('input'), text);
		const save = async () => await credentialForm.getByTestId('credential-save-button').click();
		await editor.newWorkflow();
		await editor.addNode('Read/Write Files from Disk', 'Read File(s) From Disk');
		const fileSelector = panel.field('fileSelector').getByTestId('parameter-input-field');
		await type(fileSelector, world.recordings.partOne);
		await panel.execute();
		await panel.outputText('audio/wav');
		await panel.close();
		await editor.addNode('Verbit', 'Transcribe recording');

		await panel.parameters.getByText('Connect to Verbit').click();
		await credentialForm.getByTestId('parameter-input-environment').click();
		await panel.listed('Custom').click();
		await fill('baseUrl', emulator.baseUrl);
		await fill('authUrl', emulator.authUrl);
		await fill('apiKey', 'not the key');
		await save();
		await credentialForm.getByText('More details').click();
		expect(await credentialForm.innerText()).toContain("Verbit didn't accept the key");
		await fill('apiKey', emulator.apiKey);
		await save();
		// It closes by itself after a test that has passed.
		await credentialForm.waitFor({ state: 'hidden' });

		await panel.pickFromList('profile', 'standard');
		// As the README has it: n8n makes an expression of it.
		const externalId = '{{ $binary.data.fileName }} {{ $binary.data.bytes }}';
		await panel.field('externalId').getByTestId('parameter-input-field').fill(externalId);
		await panel.field('ifExternalIdUsed').waitFor();
		await panel.execute();
		const output = await panel.outputFields();
		expect(output).toMatchObject({
			text: expect.stringMatching(/^Welcome to the first lecture of the term\./),
			file_name: 'lincoln-part-1.wav',
		});
		expect(emulator.job(Number(output.job_id))).toMatchObject({
			externalId: expect.stringMatching(/^lincoln-part-1\.wav \d+$/),
			profile: 'standard',
		});
	});
});

/** What n8n shortens where it is too wide: how much there is, and what is cut off. @param {any[]} elements of a page */
const shortened = (elements) => {
	const isShortened = (/** @type {any} */ element) =>
		element.tagName === 'INPUT' || /ellipsis/.test(element.computedStyleMap().get('text-overflow'));
	const texts = elements.filter(isShortened);
	const isCut = (/** @type {any} */ { scrollWidth, clientWidth }) => scrollWidth > clientWidth;
	const textOf = (/** @type {any} */ { value, textContent }) => value ?? textContent;
	return { count: texts.length, cut: texts.filter(isCut).map(textOf) };
};

/** All in one workflow: to open a page takes longer than any of these tests. */
describe('the panel of a step', () => {
	const labelled = ['recording:transcribe', 'recording:submit', 'job:getCaptions', 'media:merge'];

	let jobId = 0;

	/** With all that it can show. @param {string} operation @param {import('n8n-workflow').INodeProperties[]} properties of the node */
	function withAllOptions(operation, properties) {
		const [resource, name] = operation.split(':');
		const fields = fieldsOf(properties, resource, name);
		const collections = fields.filter(({ type }) => type === 'collection');
		const defaultsOf = (/** @type {any[]} */ options) =>
			Object.fromEntries(options.map((option) => [option.name, option.default]));
		const parameters = Object.fromEntries(
			collections.map(({ name, options = [] }) => [name, defaultsOf(options)]),
		);
		if (parameters.additionalFields) parameters.additionalFields.ifExternalIdUsed = 'skip';
		return world.verbit(operation, operation, { ...parameters, profile: standard });
	}

	beforeAll(async () => {
		jobId = world.newJob();
		const { id, name } = await world.createCredential({ apiKey: 'not the key' });
		const create = {
			...world.verbit('Create', 'job:create', {}),
			credentials: { verbitApi: { id, name } },
		};
		const type = 'n8n-nodes-verbit.verbitTool';
		const tool = { ...world.verbit('Tool', '', {}), type, parameters: {} };
		/** @type {any[]} */
		const types = await world.n8n.client.types('nodes');
		const { properties } = types.find((one) => one.name === 'n8n-nodes-verbit.verbit');
		const steps = [
			...[manualTrigger(), readFiles(world.recordings.partOne)],
			...[world.verbit('Upload', 'asset:upload', { jobId }), create],
			...labelled.map((operation) => withAllOptions(operation, properties)),
		];
		const flow = workflow('Steps', [...steps, tool]);
		// An agent has its tools beside itself.
		delete flow.connections['media:merge'];
		await world.open(flow);
	});

	/** @param {string} step */
	async function open(step) {
		await world.editor.openNode(step);
		return world.editor.panel;
	}

	test('tells why a list of profiles can not be had, and what to do', async () => {
		const failure = world.editor.page.getByTestId('rlc-error-container');
		await (await open('Create')).openList('profile', failure);
		const shown = await failure.innerText();
		expect(shown).toContain("Verbit didn't accept the key");
		expect(shown).toContain('the sandbox has its own key under My Account in Verbit');
	});

	test('tells of an upload that the store refuses, with its file and job, and what to do', async () => {
		world.fault('put', { status: 403 });
		const panel = await open('Upload');
		await panel.execute();
		const shown = await panel.outputText('Error details');
		expect(shown).toContain(
			`Upload "lincoln-part-1.wav" for job ${jobId}: the storage refused the upload (returned 403`,
		);
		expect(shown).toContain('Check that no proxy between n8n and the storage changes requests');
	});

	test('offers an AI agent what it can use, and tells its builder that it has no files', async () => {
		const panel = await open('Tool');
		const text = await panel.parameters.innerText();
		expect(text).toContain('Media URL');
		expect(text.match(/Defined automatically by the model/g)).toHaveLength(1);
		expect(text).toContain("AI agents can't pass files");
	});

	test.each(labelled)('cuts off no label and no choice at its usual width: %s', async (step) => {
		const { parameters } = await open(step);
		await parameters.locator('label').first().waitFor();
		const { count, cut } = await parameters.locator('*').evaluateAll(shortened);
		expect(count).toBeGreaterThan(5);
		expect(cut).toEqual([]);
	});
});
