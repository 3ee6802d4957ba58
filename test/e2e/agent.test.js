/** n8n's own AI Agent with this node as its tools, and a chat model that a script plays. */
const { randomUUID } = require('node:crypto');
const { itemsOf } = require('../support/n8n/executionData');
const { ChatModel, lastResult } = require('../support/chatModel');
const { useN8n } = require('./world');

const world = useN8n();
const model = new ChatModel();
beforeAll(async () => await model.start());
afterAll(async () => await model.stop());

/** What an agent fills in. @param {string} name @param {string} description @param {'string' | 'number'} [type] */
const fromAI = (name, description, type = 'string') =>
	`={{ $fromAI('${name}', '${description}', '${type}') }}`;

const JOB_ID = fromAI('job_id', 'The job_id that Submit Recording returned', 'number');

/** @param {string} name @param {string} operation @param {object} parameters */
const tool = (name, operation, parameters) => ({
	name,
	type: 'n8n-nodes-verbit.verbitTool',
	parameters: {
		resource: ['submit', 'transcribe'].includes(operation) ? 'recording' : 'job',
		operation,
		...parameters,
	},
	credentials: { verbitApi: { id: world.credential.id, name: world.credential.name } },
});

/** A manual start, the agent, its model and its tools. @param {string} question @param {Array<ReturnType<typeof tool>>} tools */
async function ask(question, tools) {
	const { id, name } = await world.n8n.client.createCredential({
		name: 'Chat model',
		type: 'openAiApi',
		data: { apiKey: 'sk-local', url: model.url },
	});
	const nodes = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
		{
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 3.1,
			parameters: { promptType: 'define', text: question, options: {} },
		},
		{
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.3,
			parameters: {
				model: { __rl: true, mode: 'id', value: 'scripted' },
				responsesApiEnabled: false,
				options: {},
			},
			credentials: { openAiApi: { id, name } },
		},
		...tools,
	];
	const to = (/** @type {string} */ type) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	return await world.n8n.client.execute({
		name: 'Agent',
		nodes: nodes.map((node, index) => ({
			typeVersion: 1,
			parameters: {},
			...node,
			id: randomUUID(),
			position: /** @type {[number, number]} */ ([index * 200, 0]),
		})),
		connections: /** @type {any} */ ({
			Start: to('main'),
			Model: to('ai_languageModel'),
			...Object.fromEntries(tools.map((node) => [node.name, to('ai_tool')])),
		}),
		settings: { executionOrder: 'v1' },
	});
}

const profile = { __rl: true, mode: 'name', value: 'standard' };

test('an agent submits a link, waits, reads the transcript and answers a question about it', async () => {
	world.emulator.switches.set({ transcriptionSeconds: 1 });
	model.play(
		() => ({
			tool: 'Submit_Recording',
			arguments: { url: 'https://example.com/lecture.mp4', name: 'Lecture' },
		}),
		(request) => ({ tool: 'Wait', arguments: { job_id: lastResult(request)[0].job_id } }),
		(request) => ({ tool: 'Get_Captions', arguments: { job_id: lastResult(request)[0].job_id } }),
		(request) => ({ text: `It begins: ${lastResult(request)[0].text.split('\n')[0]}` }),
	);
	const { data, status } = await ask('How does https://example.com/lecture.mp4 begin?', [
		tool('Submit Recording', 'submit', {
			profile,
			additionalFields: { jobName: fromAI('name', 'A name for the recording') },
			mediaSource: 'url',
			mediaUrl: fromAI('url', 'The URL of the recording'),
		}),
		tool('Wait', 'wait', { jobId: JOB_ID, options: { pollInterval: 1 } }),
		tool('Get Captions', 'getCaptions', { jobId: JOB_ID, captionFormat: 'txt' }),
	]);
	expect({ status, error: data.resultData.error?.message }).toEqual({ status: 'success' });
	const [{ json }] = itemsOf(data, 'Agent');
	expect(json.output).toBe('It begins: Welcome to the first lecture of the term.');
	const [{ tools = [] }] = model.requests;
	expect(tools.map((entry) => entry.function.name).sort()).toEqual([
		'Get_Captions',
		'Submit_Recording',
		'Wait',
	]);
	const job = world.emulator.job(lastResult(model.requests[1])[0].job_id);
	expect(job).toMatchObject({ name: 'Lecture', status: 'Completed' });
});

test('an agent gets the text of a recording from one tool, as it is added, and waits for it', async () => {
	world.emulator.switches.set({ transcriptionSeconds: 3 });
	model.play(
		() => ({ tool: 'Transcribe', arguments: { Media_URL: 'https://example.com/lecture.mp4' } }),
		(request) => ({ text: `It begins: ${lastResult(request)[0].text.split('\n')[0]}` }),
	);
	const began = Date.now();
	const { data, status } = await ask('How does https://example.com/lecture.mp4 begin?', [
		tool('Transcribe', 'transcribe', { profile }),
	]);
	expect({ status, error: data.resultData.error?.message }).toEqual({ status: 'success' });
	expect(itemsOf(data, 'Agent')[0].json.output).toBe(
		'It begins: Welcome to the first lecture of the term.',
	);
	// A job of seconds is seen long before the Poll Interval of a minute.
	expect(Date.now() - began).toBeLessThan(45_000);
	expect(world.emulator.journal.count({ operation: 'job_new' })).toBe(1);
});

test('an agent creates a job, and learns what it cannot do in words that it can act on', async () => {
	model.play(
		() => ({ tool: 'Create', arguments: { name: 'Lecture' } }),
		(request) => ({ tool: 'Get_Captions', arguments: { job_id: lastResult(request)[0].job_id } }),
		({ messages }) => ({ text: String(messages.at(-1)?.content) }),
	);
	const { data } = await ask('Create a job and read it', [
		tool('Create', 'create', {
			profile,
			additionalFields: { jobName: fromAI('name', 'A name for the recording') },
		}),
		tool('Get Captions', 'getCaptions', { jobId: JOB_ID, captionFormat: 'txt' }),
	]);
	const [{ json }] = itemsOf(data, 'Agent');
	expect(json.output).toContain("the job hasn't been started: its status is Pending");
	expect(json.output).toContain('Add Start Transcription and Wait for Completion');
});

test('tools work as they are added: only the profile is chosen, and the agent fills in the rest', async () => {
	world.emulator.switches.set({ transcriptionSeconds: 0 });
	const jobId = (/** @type {import('../support/chatModel').ChatRequest} */ request) => ({
		Job_ID: String(lastResult(request)[0].job_id),
	});
	model.play(
		() => ({
			tool: 'Submit_Recording',
			arguments: { Media_URL: 'https://example.com/lecture.mp4' },
		}),
		(request) => ({ tool: 'Wait', arguments: jobId(request) }),
		(request) => ({ tool: 'Get_Captions', arguments: jobId(request) }),
		(request) => ({ text: String(lastResult(request)[0].text) }),
	);
	const { data, status } = await ask('What is said in https://example.com/lecture.mp4?', [
		tool('Submit Recording', 'submit', { profile }),
		tool('Wait', 'wait', {}),
		tool('Get Captions', 'getCaptions', {}),
	]);
	expect({ status, error: data.resultData.error?.message }).toEqual({ status: 'success' });
	expect(itemsOf(data, 'Agent')[0].json.output).toContain('Welcome to the first lecture');
	const parametersOf = (/** @type {string} */ name) =>
		model.requests[0].tools?.find((entry) => entry.function.name === name)?.function.parameters;
	expect(parametersOf('Submit_Recording').properties).toEqual({
		Media_URL: { type: 'string', description: 'Direct download URL of the recording' },
	});
	expect(Object.keys(parametersOf('Wait').properties)).toEqual(['Job_ID']);
	expect(Object.keys(parametersOf('Get_Captions').properties)).toEqual(['Job_ID']);
});
