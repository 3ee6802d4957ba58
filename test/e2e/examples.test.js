const { randomUUID } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { NodeHelpers } = require('n8n-workflow');
const { LinkServer } = require('../engine/linkServer');
const { ChatModel, lastResult } = require('../support/chatModel');
const { itemsOf } = require('../support/n8n/executionData');
const { until } = require('../support/until');
const {
	dueSoon,
	exampleFiles,
	fromDisk,
	isOfThisPackage,
	nothing,
	prepareExample,
	readExample,
	runWhenDue,
} = require('./examples');
const { useN8n } = require('./world');

/** Where the examples write captions to; n8n may write there because it may read there. */
const world = useN8n();
const recordings = () => world.recordings;
const folder = () => path.dirname(recordings().whole);

/**
 * Imports an example, and runs it from its trigger as the editor does.
 * @param {string} fileName
 * @param {string} trigger
 * @param {import('./examples').Change} [change]
 */
async function run(fileName, trigger, change) {
	return await runPrepared(prepareExample(fileName, world.credential, change), trigger);
}

/**
 * An example that n8n's clock begins.
 * @param {string} fileName
 * @param {Record<string, Record<string, unknown>>} parameters by the nodes' names
 */
async function runBySchedule(fileName, parameters) {
	const example = prepareExample(fileName, world.credential, {
		parameters: { 'Every Night': dueSoon, ...parameters },
	});
	const { client } = world.n8n;
	const execution = await runWhenDue(client, await client.createWorkflow(example));
	expect(execution.mode).toBe('trigger');
	return execution;
}

/** @param {import('./examples').Example} example @param {string} trigger */
async function runPrepared(example, trigger) {
	const { client } = world.n8n;
	const { id } = await client.createWorkflow(example);
	return await client.waitForExecution(await client.runWorkflow(id, { trigger }));
}

/**
 * Publishes an example, and has the emulator tell its trigger that a job is completed.
 * @param {import('./examples').Example} example
 * @param {string} trigger
 * @param {Partial<Parameters<typeof world.emulator.createJob>[0]>} [job]
 */
async function runOnCompletion(example, trigger, job) {
	const { client, url } = world.n8n;
	const created = await client.createWorkflow(example);
	await client.activate(created);
	const jobId = world.emulator.createJob({ profile: 'standard', status: 'Completed', ...job });
	const node = example.nodes.find(({ name }) => name === trigger);
	// Not as the account's URL: a job of an earlier test may end meanwhile, and would start the workflow, too.
	const callback = { url: `${url}/webhook/${node?.webhookId}/webhook` };
	await world.emulator.deliverCallback(jobId, callback);
	const [{ id }] = await client.listExecutions(created.id);
	return { jobId, execution: await client.waitForExecution(id) };
}

/** @param {import('../support/n8n/restClient').Execution} execution */
const problemOf = ({ data }) => data.resultData.error;

/** @param {string} operation */
const count = (operation) => world.emulator.journal.count({ operation });

/** Every Verbit node with its description. @param {string} fileName */
async function nodesOf(fileName) {
	const types = await world.n8n.client.nodeTypes();
	const nodes = readExample(fileName).nodes.filter(isOfThisPackage);
	return nodes.map((node) => ({ node, type: types.find(({ name }) => name === node.type) }));
}

describe.each(exampleFiles())('%s', (fileName) => {
	test('is imported with nodes that n8n knows and parameters that they have', async () => {
		for (const { node, type } of await nodesOf(fileName)) {
			const { properties } = /** @type {any} */ (type);
			const shown = NodeHelpers.getNodeParameters(
				properties,
				/** @type {any} */ (node.parameters),
				true,
				false,
				/** @type {any} */ (node),
				/** @type {any} */ (type),
			);
			expect(shown).toMatchObject(/** @type {any} */ (node.parameters));
			const filled = /** @type {any} */ ({ ...node, parameters: shown });
			const issues = NodeHelpers.getNodeParametersIssues(
				properties,
				filled,
				/** @type {any} */ (type),
			);
			expect(issues).toBeNull();
		}
	});

	test('has nodes that this n8n has, in versions that it has', async () => {
		const types = /** @type {any[]} */ (await world.n8n.client.nodeTypes());
		const unknown = readExample(fileName).nodes.filter(
			({ type, typeVersion }) =>
				!types.some(({ name, version }) => name === type && [version].flat().includes(typeVersion)),
		);
		expect(unknown.map(({ type, typeVersion }) => `${type} ${typeVersion}`)).toEqual([]);
	});

	test('says in a note what it is for, and how to set it up', () => {
		const notes = readExample(fileName).nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		expect(String(notes[0]?.parameters?.content).length).toBeGreaterThan(100);
	});

	test('holds nothing of whoever made it', () => {
		const text = JSON.stringify(readExample(fileName));
		expect(text).not.toMatch(/"credentials"|"pinData":\{[^}]|127\.0\.0\.1|localhost/);
	});
});

test('google-drive-to-captions.json brings a new recording to captions', async () => {
	world.emulator.switches.set({ transcriptionSeconds: 0 });
	const execution = await run('google-drive-to-captions.json', 'New Recording', {
		pinned: { 'New Recording': [{ id: 'drive-1', name: 'gettysburg.wav' }] },
		instead: { Download: fromDisk(recordings().whole), 'Save Captions': nothing },
	});
	expect(problemOf(execution)).toBeUndefined();
	const [{ json, binary }] = itemsOf(execution.data, 'Save Captions');
	expect(json).toMatchObject({ job_id: expect.any(Number), caption_format: 'srt' });
	expect(binary?.data).toMatchObject({ fileExtension: 'srt' });
	expect(world.emulator.job(Number(json.job_id))).toMatchObject({
		name: 'gettysburg.wav',
		externalId: 'drive-1',
	});
});

test('google-drive-to-captions.json gets the captions of a new recording beside one that it skips', async () => {
	world.emulator.switches.set({ transcriptionSeconds: 0 });
	const change = {
		instead: { Download: fromDisk(recordings().whole), 'Save Captions': nothing },
	};
	const prepare = (/** @type {string[]} */ ids) =>
		prepareExample('google-drive-to-captions.json', world.credential, {
			...change,
			pinned: { 'New Recording': ids.map((id) => ({ id, name: `${id}.wav` })) },
		});
	const { client } = world.n8n;
	const workflow = await client.createWorkflow(prepare(['drive-2']));
	const runAgain = async () =>
		await client.waitForExecution(
			await client.runWorkflow(workflow.id, { trigger: 'New Recording' }),
		);
	expect(problemOf(await runAgain())).toBeUndefined();
	await client.updateWorkflow(workflow, { pinData: prepare(['drive-2', 'drive-3']).pinData });
	const execution = await runAgain();
	expect(problemOf(execution)).toBeUndefined();
	expect(itemsOf(execution.data, 'Submit Recording').map(({ json }) => json)).toMatchObject([
		{ transcription_started: true },
	]);
	const saved = itemsOf(execution.data, 'Save Captions');
	expect(saved.map(({ binary }) => binary?.data.fileName)).toEqual(['drive-3.srt']);
});

/**
 * The nightly submission of two recordings, one after the other, so that it is certain which of them a fault befalls.
 */
async function submitInbox() {
	const keys = ['inbox/one.wav', 'inbox/two.wav'];
	const { partOne, partTwo } = recordings();
	return await run('s3-inbox.json', 'Every Night', {
		pinned: { 'List Recordings': keys.map((Key) => ({ Key, ETag: `"${randomUUID()}"` })) },
		parameters: { 'Submit Recording': { options: { concurrency: 1 } } },
		instead: {
			Download: fromDisk(`={{ $json.Key.includes("one") ? "${partOne}" : "${partTwo}" }}`),
			'Copy to Submitted': nothing,
			'Remove From Inbox': nothing,
		},
	});
}

const unprocessable = /** @type {const} */ ({
	where: 'service',
	operation: 'job_new',
	kind: 'status',
	status: 422,
});

test('s3-inbox.json submits each recording and moves it out of the inbox, after a second try too', async () => {
	world.emulator.faults.add(unprocessable);
	const execution = await submitInbox();
	expect(problemOf(execution)).toBeUndefined();
	const moved = itemsOf(execution.data, 'Remove From Inbox');
	expect(moved.map(({ json }) => json.file_name)).toEqual([
		'lincoln-part-1.wav',
		'lincoln-part-2.wav',
	]);
	expect(count('put')).toBe(2);
});

// n8n's Retry On Fail looks at the first item alone: a later one goes to the error output, and has its turn the next night.
test('s3-inbox.json leaves in the inbox what Verbit refused', async () => {
	world.emulator.faults.add({ ...unprocessable, kind: 'delay', delayMs: 0 }, unprocessable);
	const execution = await submitInbox();
	expect(problemOf(execution)).toBeUndefined();
	const moved = itemsOf(execution.data, 'Remove From Inbox');
	expect(moved.map(({ json }) => json.file_name)).toEqual(['lincoln-part-1.wav']);
	expect(count('put')).toBe(1);
});

test('folder-of-parts-merged.json, when its schedule is due, makes one recording of all parts, in their order', async () => {
	const parts = fs.mkdtempSync(path.join(folder(), 'parts-'));
	const { partOne, partTwo } = recordings();
	fs.copyFileSync(partTwo, path.join(parts, 'part 10.mp3'));
	fs.copyFileSync(partOne, path.join(parts, 'part 2.mp3'));
	const execution = await runBySchedule('folder-of-parts-merged.json', {
		'Read Parts': { fileSelector: `${parts}/*.mp3` },
	});
	fs.rmSync(parts, { recursive: true });
	expect(problemOf(execution)).toBeUndefined();
	const [{ json }] = itemsOf(execution.data, 'Merge');
	const names = /** @type {any[]} */ (json.files).map((file) => file.file_name);
	expect(names).toEqual(['part 2.mp3', 'part 10.mp3']);
	expect(world.emulator.job(Number(json.job_id))).toMatchObject({ status: 'In Progress' });
});

describe('webhook-upload.json', () => {
	/** Activates it, and sends a recording to it. */
	async function send() {
		const { client } = world.n8n;
		const example = prepareExample('webhook-upload.json', world.credential, {
			parameters: { 'Recording Received': { path: `recordings-${Date.now()}` } },
		});
		const { path: webhookPath } = /** @type {any} */ (example.nodes[1].parameters);
		await client.activate(await client.createWorkflow(example));
		const form = new FormData();
		const content = fs.readFileSync(recordings().partOne);
		form.append('data', new Blob([content]), 'lecture.wav');
		const url = `${world.n8n.url}/webhook/${webhookPath}`;
		const response = await fetch(url, {
			method: 'POST',
			headers: { connection: 'close' },
			body: form,
		});
		return { status: response.status, answer: /** @type {any} */ (await response.json()) };
	}

	test('returns the job of the recording', async () => {
		const { status, answer } = await send();
		expect({ status, answer }).toEqual({ status: 202, answer: { job_id: expect.any(Number) } });
		expect(world.emulator.job(answer.job_id)).toMatchObject({ name: 'lecture.wav' });
	});

	test('returns what happened when it could not be submitted', async () => {
		const fault = { where: /** @type {const} */ ('service'), operation: 'job_new' };
		world.emulator.faults.add({ ...fault, kind: 'status', status: 422 });
		const { status, answer } = await send();
		expect(status).toBe(502);
		expect(answer.error).toContain('Create job: Verbit refused the call (Verbit returned 422');
	});
});

test('cloud-link-by-url.json streams a temporary link through and starts the job', async () => {
	const links = new LinkServer();
	await links.start();
	const content = fs.readFileSync(recordings().partOne);
	links.answer((_request, response) => {
		response.writeHead(200, { 'content-length': content.length });
		response.end(content);
	});
	const Link = `${links.url}/temporary/talk.wav`;
	const execution = await run('cloud-link-by-url.json', 'Enter Link', {
		pinned: { 'Enter Link': [{ Link }] },
	});
	await links.stop();
	expect(problemOf(execution)).toBeUndefined();
	const [{ json }] = itemsOf(execution.data, 'Submit Recording');
	expect(json).toMatchObject({ file_name: 'talk.wav', transcription_started: true });
	expect(links.calls).toHaveLength(1);
	expect(world.emulator.job(Number(json.job_id))).toMatchObject({ status: 'In Progress' });
});

test('nightly-folder.json, when its schedule is due, submits each recording once, however often it runs', async () => {
	const inbox = fs.mkdtempSync(path.join(folder(), 'inbox-'));
	fs.copyFileSync(recordings().partOne, path.join(inbox, `${path.basename(inbox)}-1.wav`));
	fs.copyFileSync(recordings().partOne, path.join(inbox, `${path.basename(inbox)}-2.wav`));
	const { client } = world.n8n;
	const example = prepareExample('nightly-folder.json', world.credential, {
		parameters: { 'Every Night': dueSoon, 'Read Recordings': { fileSelector: `${inbox}/*.wav` } },
	});
	// What is remembered belongs to the workflow, in production and in the editor.
	const workflow = await client.createWorkflow(example);
	const first = await runWhenDue(client, workflow);
	expect(problemOf(first)).toBeUndefined();
	expect(first.mode).toBe('trigger');
	expect(
		itemsOf(first.data, 'Submit Recording').map(({ json }) => json.transcription_started),
	).toEqual([true, true]);
	const second = await client.waitForExecution(
		await client.runWorkflow(workflow.id, { trigger: 'Every Night' }),
	);
	fs.rmSync(inbox, { recursive: true });
	expect(problemOf(second)).toBeUndefined();
	expect(itemsOf(second.data, 'Submit Recording')).toEqual([]);
	expect(count('job_new')).toBe(2);
});

test('upload-form.json submits the file that a colleague drops', async () => {
	const { client, url } = world.n8n;
	const example = prepareExample('upload-form.json', world.credential);
	const form = example.nodes.find(({ name }) => name === 'Recording Form');
	await client.activate(await client.createWorkflow(example));
	const body = new FormData();
	body.append('field-0', new Blob([fs.readFileSync(recordings().partOne)]), 'lecture.wav');
	body.append('field-1', 'Lecture 42');
	const response = await fetch(`${url}/form/${form?.webhookId}`, {
		method: 'POST',
		headers: { connection: 'close' },
		body,
	});
	expect(response.status).toBe(200);
	await until(() => count('perform_transcription') === 1, {
		maxMs: 60_000,
		tell: () => `The response was ${response.status}`,
	});
	const created = world.emulator.journal.filter(({ operation }) => operation === 'job_new');
	expect(created).toHaveLength(1);
	expect(created[0].body).toMatchObject({ job_name: 'Lecture 42' });
});

test('completed-to-slack.json has the transcript for the message', async () => {
	const example = prepareExample('completed-to-slack.json', world.credential, {
		instead: { 'Post Message': nothing },
	});
	const { jobId, execution } = await runOnCompletion(example, 'Job Completed');
	expect(problemOf(execution)).toBeUndefined();
	const [{ json }] = itemsOf(execution.data, 'Post Message');
	expect(json).toMatchObject({ job_id: jobId, text: expect.stringContaining('Welcome') });
});

test('multi-language-captions.json stores the captions in each language', async () => {
	const base = path.join(folder(), 'captions');
	const example = prepareExample('multi-language-captions.json', world.credential, {
		parameters: {
			Languages: {
				assignments: {
					assignments: [
						{ id: '1', name: 'job_id', type: 'number', value: '={{ $json.job_id }}' },
						{ id: '2', name: 'caption_language', type: 'array', value: '["en-US", "es"]' },
					],
				},
				options: {},
			},
			'Save Captions': {
				fileName: `=${base}.{{ $('One Item per Language').item.json.caption_language }}.srt`,
			},
		},
	});
	const { execution } = await runOnCompletion(example, 'Job Completed', {
		translationLanguages: ['es'],
	});
	expect(problemOf(execution)).toBeUndefined();
	for (const language of ['en-US', 'es']) {
		expect(fs.readFileSync(`${base}.${language}.srt`, 'utf8')).toContain('-->');
		fs.rmSync(`${base}.${language}.srt`);
	}
});

describe('with a language model', () => {
	const model = new ChatModel();
	beforeAll(async () => await model.start());
	afterAll(async () => await model.stop());

	/** With the credential of a model that a script plays. @param {import('./examples').Example} example */
	async function withModel(example) {
		const { id, name } = await world.n8n.client.createCredential({
			name: 'Chat model',
			type: 'openAiApi',
			data: { apiKey: 'sk-local', url: model.url },
		});
		const nodes = example.nodes.map((node) =>
			node.name === 'Model' ? { ...node, credentials: { openAiApi: { id, name } } } : node,
		);
		return { ...example, nodes };
	}

	test('transcript-summary.json brings a recording to its summary', async () => {
		world.emulator.switches.set({ transcriptionSeconds: 0 });
		model.play(({ messages }) => ({
			text: `Summary of: ${JSON.stringify(messages).includes('Welcome to the first lecture')}`,
		}));
		const example = await withModel(
			prepareExample('transcript-summary.json', world.credential, {
				parameters: { 'Read Recording': { fileSelector: recordings().partOne } },
			}),
		);
		const execution = await runPrepared(example, 'Start');
		expect(problemOf(execution)).toBeUndefined();
		const [{ json }] = itemsOf(execution.data, 'Summarize');
		expect(json.text).toBe('Summary of: true');
	});

	test('agent-questions.json submits a link, reads the transcript and answers', async () => {
		world.emulator.switches.set({ transcriptionSeconds: 0 });
		model.play(
			() => ({
				tool: 'Submit_Recording',
				arguments: { Media_URL: 'https://example.com/lecture.mp4' },
			}),
			(request) => ({
				tool: 'Wait_for_Completion',
				arguments: { Job_ID: String(lastResult(request)[0].job_id) },
			}),
			(request) => ({
				tool: 'Get_Captions',
				arguments: { Job_ID: String(lastResult(request)[0].job_id) },
			}),
			(request) => ({ text: `It begins: ${lastResult(request)[0].text.split('\n')[0]}` }),
		);
		const example = await withModel(
			prepareExample('agent-questions.json', world.credential, {
				pinned: { Chat: [{ chatInput: 'How does https://example.com/lecture.mp4 begin?' }] },
			}),
		);
		const execution = await runPrepared(example, 'Chat');
		expect(problemOf(execution)).toBeUndefined();
		const [{ json }] = itemsOf(execution.data, 'Answer Questions');
		expect(json.output).toBe('It begins: Welcome to the first lecture of the term.');
	});
});

test('store-captions-on-completion.json stores the captions when Verbit reports a completed job', async () => {
	const target = path.join(folder(), 'captions.srt');
	const example = prepareExample('store-captions-on-completion.json', world.credential, {
		parameters: { 'Save Captions': { fileName: target } },
	});
	const { execution } = await runOnCompletion(example, 'Job Completed');
	expect(problemOf(execution)).toBeUndefined();
	expect(fs.readFileSync(target, 'utf8')).toBe(String(world.emulator.captions('srt')));
	fs.rmSync(target);
});

test('error-branch.json, when its schedule is due, reports what could not be submitted, and goes on with the rest', async () => {
	const fault = { where: /** @type {const} */ ('service'), operation: 'job_new' };
	world.emulator.faults.add({ ...fault, kind: 'status', status: 422 });
	const execution = await runBySchedule('error-branch.json', {
		'Read Recordings': { fileSelector: `${folder()}/*.wav` },
	});
	expect(problemOf(execution)).toBeUndefined();
	const reports = itemsOf(execution.data, 'Report').map(({ json }) => json.text);
	expect(reports).toEqual([
		expect.stringContaining('Create job: Verbit refused the call (Verbit returned 422'),
	]);
	expect(itemsOf(execution.data, 'Submitted')).toHaveLength(2);
});
