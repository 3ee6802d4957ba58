/** This node as the tools of n8n's own AI Agent, with a chat model that a script plays, and of n8n's MCP Server Trigger. */
const { randomUUID } = require('node:crypto');
const { createRequire } = require('node:module');
const path = require('node:path');
const { file, LinkServer } = require('../engine/linkServer');
const { ChatModel, lastResult } = require('../support/chatModel');
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { operations } = require('../unit/contract/contract');
const { useN8n } = require('./world');

const world = useN8n();
const profile = { __rl: true, mode: 'name', value: 'standard' };

/** As n8n adds it. @param {string} name @param {string} operation @param {Record<string, unknown>} [parameters] */
const tool = (name, operation, parameters = {}) => ({
	...world.verbit(name, operation, parameters),
	type: 'n8n-nodes-verbit.verbitTool',
});

/** @param {string} name @param {string} type of n8n's nodes for agents @param {number} typeVersion @param {Record<string, unknown>} parameters */
const langchain = (name, type, typeVersion, parameters) => ({
	name,
	type: `@n8n/n8n-nodes-langchain.${type}`,
	typeVersion,
	parameters,
});

/** @param {string} type @param {string} node */
const to = (type, node) => ({ [type]: [[{ node, type, index: 0 }]] });

describe('an AI Agent', () => {
	const model = new ChatModel();
	beforeAll(async () => await model.start());
	afterAll(async () => await model.stop());

	/** A manual start, the agent, its model and its tools. @param {string} text what it is asked @param {Array<ReturnType<typeof tool>>} tools */
	async function ask(text, tools) {
		const chatModel = {
			...langchain('Model', 'lmChatOpenAi', 1.3, {
				model: { __rl: true, mode: 'id', value: 'scripted' },
				responsesApiEnabled: false,
				options: {},
			}),
			credentials: await model.credentials(world.n8n.client),
		};
		const agent = langchain('Agent', 'agent', 3.1, { promptType: 'define', text, options: {} });
		const connections = /** @type {any} */ ({
			Start: to('main', 'Agent'),
			Model: to('ai_languageModel', 'Agent'),
			...Object.fromEntries(tools.map((node) => [node.name, to('ai_tool', 'Agent')])),
		});
		const flow = workflow('Agent', [manualTrigger(), agent, chatModel, ...tools]);
		return await world.n8n.client.execute({ ...flow, connections });
	}

	test('has tools that work as they are added, wait, and say what it can act on: only the profile is chosen', async () => {
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
		const propertiesOf = (/** @type {string} */ name) =>
			model.requests[0].tools?.find((entry) => entry.function.name === name)?.function.parameters
				.properties;
		expect(propertiesOf('Submit_Recording')).toEqual({
			Media_URL: { type: 'string', description: 'Direct download URL of the recording' },
		});
		expect(Object.keys(propertiesOf('Wait'))).toEqual(['Job_ID']);
		expect(Object.keys(propertiesOf('Get_Captions'))).toEqual(['Job_ID']);
	});
});

/** With the official client, which n8n brings along: n8n runs the tools without an execution. */
describe('a client of MCP', () => {
	const links = new LinkServer();

	/** Each operation as a tool, as n8n adds it, with what the user has to choose. @type {Record<string, Record<string, unknown>>} */
	const CHOSEN = {
		'job:create': { profile },
		'recording:submit': { profile },
		'recording:transcribe': { profile },
		'job:start': { options: { finishIn: 0 } },
		'asset:upload': { sourceUrl: "={{ $fromAI('Source_URL') }}" },
	};

	/** @type {any} */
	let client;

	/** @param {string} operation */
	const nameOf = (operation) => operation.replace(':', '_');

	beforeAll(async () => {
		await links.start();
		links.answer(file(Buffer.alloc(2000, 7)));
		const webhookId = randomUUID();
		const server = { ...langchain('MCP', 'mcpTrigger', 2, { path: webhookId }), webhookId };
		const tools = Object.keys(operations).map((operation) =>
			tool(nameOf(operation), operation, CHOSEN[operation]),
		);
		const connections = tools.map(({ name }) => [name, to('ai_tool', 'MCP')]);
		const flow = workflow('MCP', [server, ...tools]);
		const { n8n, client: rest, url } = world.n8n;
		await rest.publish({ ...flow, connections: Object.fromEntries(connections) });
		const requireOfN8n = createRequire(path.join(n8n.folder, 'node_modules/n8n/package.json'));
		const sdk = (/** @type {string} */ name) =>
			requireOfN8n(`@modelcontextprotocol/sdk/client/${name}.js`);
		client = new (sdk('index').Client)({ name: 'test', version: '1.0.0' });
		const endpoint = new URL(`${url}/mcp/${webhookId}`);
		await client.connect(new (sdk('streamableHttp').StreamableHTTPClientTransport)(endpoint));
	});

	afterAll(async () => {
		await client?.close();
		await links.stop();
	});

	/** What a tool returns. @param {string} operation @param {Record<string, unknown>} [args] @returns {Promise<any>} */
	async function call(operation, args = {}) {
		const request = { name: nameOf(operation), arguments: args };
		const { content, isError } = await client.callTool(request);
		if (isError) throw new Error(content[0].text);
		return JSON.parse(content[0].text)[0];
	}

	const MEDIA = { Media_URL: 'https://h.example/talk.mp3' };

	test('can use every operation that an agent can have, and waits in place', async () => {
		world.emulator.switches.set({ transcriptionSeconds: 2 });
		const { tools } = await client.listTools();
		const names = tools.map((/** @type {{ name: string }} */ { name }) => name);
		expect(names.sort()).toEqual(Object.keys(operations).map(nameOf).sort());
		const used = new Set();
		/** @param {string} operation @param {Record<string, unknown>} [args] */
		const use = async (operation, args) => {
			used.add(operation);
			return await call(operation, args);
		};
		const jobOf = (/** @type {{ job_id: number }} */ { job_id }) => ({ Job_ID: String(job_id) });
		const transcript = String(world.emulator.captions('txt'));
		expect(await use('recording:transcribe', MEDIA)).toMatchObject({ text: transcript });

		const submitted = jobOf(await use('recording:submit', MEDIA));
		expect(await use('job:wait', submitted)).toMatchObject({ job_status: 'Completed' });
		expect(await use('job:get', submitted)).toMatchObject({ job_status: 'Completed' });
		expect(await use('job:getCaptions', submitted)).toMatchObject({
			job_id: expect.any(Number),
			text: expect.stringContaining('Welcome'),
		});

		const merged = jobOf(await use('job:create'));
		/** @param {{ Job_ID: string }} ofJob @returns {Promise<string>} */
		const upload = async (ofJob) => {
			const link = { ...ofJob, Source_URL: `${links.url}/talk.mp3` };
			return (await use('asset:upload', link)).asset_id;
		};
		const Asset_IDs = [await upload(merged), await upload(merged)].join(',');
		const merge = { ...merged, Asset_IDs };
		expect(await use('media:merge', merge)).toMatchObject({ merge_assets: true });

		const job = { Job_ID: String(world.newJob('premium')) };
		await use('media:add', { ...job, ...MEDIA });
		await use('media:addNotes', { ...job, Notes_URL: 'https://h.example/notes.pdf' });
		await use('media:addBackupRecording', { ...job, Asset_ID: await upload(job) });
		await use('asset:add', { ...job, File_Name: 'later.mp3' });
		await use('job:start', job);
		expect(world.emulator.job(Number(job.Job_ID))?.status).not.toBe('Pending');
		const pending = { Job_ID: String(world.newJob('premium')) };
		await use('job:requestUploadUrl', { ...pending, File_Name: 'talk.mp3' });
		expect([...used].sort()).toEqual(Object.keys(operations).sort());
	});

	test('makes two calls at the same time that share nothing, also where they ask for the same', async () => {
		world.emulator.switches.set({ transcriptionSeconds: 2 });
		const calls = [1, 2].map(async () => await call('recording:transcribe', MEDIA));
		const [first, second] = await Promise.all(calls);
		expect(first.job_id).not.toBe(second.job_id);
		expect(first.text).toBe(second.text);
	});

	test("is shown the node's own message of a failed call, not what n8n thinks of a code in it", async () => {
		const drop = { kind: /** @type {const} */ ('dropConnection'), times: 4 };
		world.emulator.faults.add({ where: 'service', operation: 'job_info', ...drop });
		const failed = call('job:get', { Job_ID: String(world.newJob()) });
		const { message } = await failed.catch((error) => error);
		expect(message).toContain('Get job');
		expect(message).not.toContain('perhaps it is offline');
	});
});
