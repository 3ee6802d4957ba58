/** n8n's own AI Agent with this node as its tools, and a chat model that a script plays. */
const { ChatModel, lastResult } = require('../support/chatModel');
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { useN8n } = require('./world');

const world = useN8n();
const model = new ChatModel();
beforeAll(async () => await model.start());
afterAll(async () => await model.stop());

/** As n8n adds it. @param {string} name @param {string} operation @param {Record<string, unknown>} [parameters] */
const tool = (name, operation, parameters = {}) => ({
	...world.verbit(name, operation, parameters),
	type: 'n8n-nodes-verbit.verbitTool',
});

/** A manual start, the agent, its model and its tools. @param {string} text what it is asked @param {Array<ReturnType<typeof tool>>} tools */
async function ask(text, tools) {
	const { id, name } = await world.n8n.client.createCredential({
		name: 'Chat model',
		type: 'openAiApi',
		data: { apiKey: 'sk-local', url: model.url },
	});
	const agent = {
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 3.1,
		parameters: { promptType: 'define', text, options: {} },
	};
	const chatModel = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.3,
		parameters: {
			model: { __rl: true, mode: 'id', value: 'scripted' },
			responsesApiEnabled: false,
			options: {},
		},
		credentials: { openAiApi: { id, name } },
	};
	const to = (/** @type {string} */ type) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	const connections = /** @type {any} */ ({
		Start: to('main'),
		Model: to('ai_languageModel'),
		...Object.fromEntries(tools.map((node) => [node.name, to('ai_tool')])),
	});
	const flow = workflow('Agent', [manualTrigger(), agent, chatModel, ...tools]);
	return await world.n8n.client.execute({ ...flow, connections });
}

test('tools work as they are added, wait, and say what an agent can act on: only the profile is chosen', async () => {
	// Nothing ends by itself.
	world.emulator.switches.set({ transcriptionSeconds: 86_400 });
	/** @type {{ Job_ID: string }} */
	let job;
	let refusal = '';
	const checks = () => world.emulator.journal.count({ operation: 'job_info' });
	/** @type {Promise<unknown>} */
	let finished = Promise.resolve();
	model.play(
		() => ({
			tool: 'Submit_Recording',
			arguments: { Media_URL: 'https://example.com/lecture.mp4' },
		}),
		(request) => {
			job = { Job_ID: String(lastResult(request)[0].job_id) };
			return { tool: 'Get_Captions', arguments: job };
		},
		({ messages }) => {
			refusal = JSON.stringify(messages.at(-1));
			const before = checks();
			finished = until(() => checks() > before).then(() =>
				world.emulator.setJobStatus(Number(job.Job_ID), 'Completed'),
			);
			return { tool: 'Wait', arguments: job };
		},
		() => ({ tool: 'Get_Captions', arguments: job }),
		(request) => ({ text: String(lastResult(request)[0].text) }),
	);
	const profile = { __rl: true, mode: 'name', value: 'standard' };
	const { data, status } = await ask('What is said in https://example.com/lecture.mp4?', [
		tool('Submit Recording', 'recording:submit', { profile }),
		tool('Wait', 'job:wait'),
		tool('Get Captions', 'job:getCaptions'),
	]);
	await finished;
	expect({ status, error: data.resultData.error?.message }).toEqual({ status: 'success' });
	expect(refusal).toContain('Add Wait for Completion');
	expect(itemsOf(data, 'Agent')[0].json.output).toContain('Welcome to the first lecture');
	expect(world.emulator.journal.count({ operation: 'job_new' })).toBe(1);
	const parametersOf = (/** @type {string} */ name) =>
		model.requests[0].tools?.find((entry) => entry.function.name === name)?.function.parameters;
	expect(parametersOf('Submit_Recording').properties).toEqual({
		Media_URL: { type: 'string', description: 'Direct download URL of the recording' },
	});
	expect(Object.keys(parametersOf('Wait').properties)).toEqual(['Job_ID']);
	expect(Object.keys(parametersOf('Get_Captions').properties)).toEqual(['Job_ID']);
});
