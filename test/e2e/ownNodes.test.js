/**
 * The node beside n8n's own: in a loop, which ends when the node outputs no item, with what Remove Duplicates keeps, and as
 * the tools of an MCP server.
 */
const { randomUUID } = require('node:crypto');
const { createRequire } = require('node:module');
const path = require('node:path');
const { file, useLinkServer } = require('../engine/linkServer');
const { ProcessedData } = require('../engine/processedData');
const { itemsOf, manualTrigger, ownNode, readFiles, workflow } = require('../support/n8n/workflow');
const { randomRecording } = require('../support/recordings/heads');
const { operations } = require('../unit/contract/contract');
const { items, to } = require('./waits');
const { standard, useSharedN8n } = require('./world');

const world = useSharedN8n();

/** Makes a workflow that is run again and again, each time with other nodes under the same ids. */
function createRunner() {
	/** @type {any} */
	let created;
	return async (/** @type {import('../support/n8n/workflow').Workflow} */ flow) => {
		const { client } = world.n8n;
		created ??= await client.createWorkflow(flow);
		const nodes = flow.nodes.map((node, index) => ({ ...node, id: created.nodes[index].id }));
		await client.request('PATCH', `/workflows/${created.id}?forceSave=true`, { nodes });
		return await client.waitForExecution(await client.runWorkflow(created.id));
	};
}

/**
 * One recording after the other, or more, goes through a Verbit node and back to the loop.
 * @param {string[]} names @param {'Submit' | 'Transcribe'} verbit @param {object} settings of this node
 */
function loopOver(names, verbit, settings, batchSize = 1) {
	const node = world.byUrl(verbit, '=https://media.example.com/{{ $json.jobs }}.mp4', {
		externalId: '={{ $json.jobs }}',
	});
	const loop = ownNode('Loop', 'splitInBatches', 3, { batchSize, options: {} });
	const nodes = [manualTrigger(), ...items(names), loop, { ...node, ...settings }];
	const flow = workflow(`Loop with ${verbit}`, nodes);
	flow.connections.Loop = { main: [[], to(verbit)] };
	flow.connections[verbit] = { main: [to('Loop')] };
	return flow;
}

test.each(
	/** @type {const} */ ([
		['Submit', {}],
		['Submit', { onError: 'continueErrorOutput' }],
		['Transcribe', {}],
	]),
)('%s goes on in a loop after what it skips, with %j', async (verbit, settings) => {
	world.emulator.switches.set({ transcriptionSeconds: 0 });
	const names = ['one', 'two', 'three', 'four'];
	const run = createRunner();
	await run(loopOver(names.slice(0, 2), verbit, settings));
	world.emulator.journal.clear();
	const { data, status } = await run(loopOver(names, verbit, settings));
	expect(status).toBe('success');
	expect(world.emulator.journal.count({ operation: 'job_new' })).toBe(2);
	const skipped = names.slice(0, 2).map((name) => ({
		json: { external_id: name, skipped: true },
		pairedItem: { item: 0 },
	}));
	const submitted = { json: { job_id: expect.any(Number) } };
	expect(itemsOf(data, 'Loop')).toMatchObject([...skipped, submitted, submitted]);
});

test('a batch in a loop outputs all that it skips, also beside a recording that fails', async () => {
	const names = ['batch-1', 'batch-2'];
	const run = createRunner();
	await run(loopOver(names, 'Submit', {}));
	const failing = 'no URL';
	const settings = { onError: 'continueRegularOutput' };
	const all = [...names, failing, ...names, 'batch-3'];
	const { data } = await run(loopOver(all, 'Submit', settings, 3));
	const skipped = names.map((name) => ({ json: { external_id: name, skipped: true } }));
	const failed = { json: { error: expect.stringContaining("'Media URL'") } };
	const submitted = { json: { job_id: expect.any(Number) } };
	expect(itemsOf(data, 'Loop')).toMatchObject([...skipped, failed, submitted]);
});

test('Split Out makes a job of each file of an item', async () => {
	const { data } = await world.run(
		readFiles(`{${[98, 99].map((bytes) => world.newFile(bytes)).join()}}`),
		ownNode('Mail', 'aggregate', 1, {
			aggregate: 'aggregateAllItemData',
			options: { includeBinaries: true },
		}),
		ownNode('Split', 'splitOut', 1, { fieldToSplitOut: '$binary', options: {} }),
		world.verbit('Verbit', 'recording:submit', { profile: standard }),
	);
	expect(itemsOf(data, 'Mail')).toHaveLength(1);
	const sizes = itemsOf(data, 'Verbit').map(({ json }) => world.stored(json.asset_id).length);
	expect(sizes.sort()).toEqual([98, 99]);
});

/**
 * The copy of n8n's table of processed values that the engine's tests use, beside the table of a whole n8n: what executions of
 * one node look for, one after the other. With `forget`, what is known is forgotten.
 * @type {Array<[string, string, object, Array<Array<string | number> | 'forget'>]>}
 */
const TABLES = [
	[
		'know the same values, and forget them at once',
		'entries',
		{ logic: 'removeItemsWithAlreadySeenKeyValues', dedupeValue: '={{ $json.jobs }}' },
		[['a', 'b'], ['b', 'c'], ['a', 'c', 'a'], ['d', 'e', 'f'], ['d'], 'forget', ['d', 'a']],
	],
	[
		'keep the largest number, and say of each whether it is larger',
		'latestIncrementalKey',
		{ logic: 'removeItemsUpToStoredIncrementalKey', incrementalDedupeValue: '={{ $json.jobs }}' },
		[[5, 7], [6], [7, 9, 8], [3, 10], [10]],
	],
];

test.each(TABLES)('both tables %s', async (_what, mode, parameters, steps) => {
	const place = { workflow: { id: 'workflow' }, node: { id: 'node' } };
	const forget = { operation: 'clearDeduplicationHistory', mode: 'cleanDatabase' };
	const lookUp = { operation: 'removeItemsSeenInPreviousExecutions', ...parameters };
	const run = createRunner();
	const table = new ProcessedData();
	for (const step of steps) {
		const values = step === 'forget' ? ['x'] : step;
		const node = ownNode('Remove Duplicates', 'removeDuplicates', 2, {
			...(step === 'forget' ? forget : lookUp),
			options: { scope: 'node' },
		});
		const { data } = await run(workflow('Values', [manualTrigger(), ...items(values), node]));
		if (step === 'forget') {
			await table.clearAllProcessedItems('node', place);
			continue;
		}
		const fresh = itemsOf(data, 'Remove Duplicates').map(({ json }) => String(json.jobs));
		const asked = [...new Set(step.map(String))];
		const expected = await table.checkProcessedAndRecord(asked, 'node', place, { mode });
		expect([step, new Set(fresh)]).toEqual([step, new Set(expected.new)]);
	}
});

/**
 * As tools of n8n's MCP Server Trigger, called by the official client, which n8n brings along: n8n runs the tools without an
 * execution. n8n's own AI Agent runs in `examples.test.js`.
 */
describe('tools of an MCP server', () => {
	const links = useLinkServer();

	/** Each operation as a tool, as n8n adds it, with what the user has to choose. @type {Record<string, Record<string, unknown>>} */
	const CHOSEN = {
		'job:create': { profile: standard },
		'recording:submit': { profile: standard },
		'recording:transcribe': { profile: standard },
		'job:start': { options: { finishIn: 0 } },
		'asset:upload': { sourceUrl: "={{ $fromAI('Source_URL') }}" },
	};

	/** @type {any} */
	let client;

	const nameOf = (/** @type {string} */ operation) => operation.replace(':', '_');

	beforeAll(async () => {
		links.answer(file(randomRecording(2000)));
		const webhookId = randomUUID();
		const type = '@n8n/n8n-nodes-langchain.mcpTrigger';
		const server = {
			name: 'MCP',
			type,
			typeVersion: 2,
			webhookId,
			parameters: { path: webhookId },
		};
		const to = { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] };
		const tools = Object.keys(operations).map((operation) => ({
			...world.verbit(nameOf(operation), operation, CHOSEN[operation] ?? {}),
			type: 'n8n-nodes-verbit.verbitTool',
		}));
		const connections = /** @type {any} */ (
			Object.fromEntries(tools.map(({ name }) => [name, to]))
		);
		const flow = workflow('MCP', [server, ...tools]);
		const { n8n, client: rest, url } = world.n8n;
		await rest.publish({ ...flow, connections });
		const requireOfN8n = createRequire(path.join(n8n.folder, 'node_modules/n8n/package.json'));
		const sdk = (/** @type {string} */ name) =>
			requireOfN8n(`@modelcontextprotocol/sdk/client/${name}.js`);
		client = new (sdk('index').Client)({ name: 'test', version: '1.0.0' });
		const endpoint = new URL(`${url}/mcp/${webhookId}`);
		await client.connect(new (sdk('streamableHttp').StreamableHTTPClientTransport)(endpoint));
	});

	afterAll(async () => await client?.close());

	const used = new Set();

	/** What a tool returns. @param {string} operation @param {Record<string, unknown>} [args] @returns {Promise<any>} */
	async function call(operation, args = {}) {
		used.add(operation);
		const request = { name: nameOf(operation), arguments: args };
		const { content, isError } = await client.callTool(request);
		if (isError) throw new Error(content[0].text);
		return JSON.parse(content[0].text)[0];
	}

	const MEDIA = { Media_URL: 'https://h.example/talk.mp3' };

	test('every operation that an agent can have works as it is added, with the profile chosen, and waits in place', async () => {
		world.emulator.switches.set({ transcriptionSeconds: 2 });
		const { tools } = await client.listTools();
		const names = tools.map((/** @type {{ name: string }} */ { name }) => name);
		const propertiesOf = (/** @type {string} */ name) =>
			tools.find((/** @type {{ name: string }} */ one) => one.name === name).inputSchema.properties;
		expect(propertiesOf('recording_submit')).toEqual({
			Media_URL: { type: 'string', description: expect.stringContaining('at least 24 hours') },
		});
		expect(Object.keys(propertiesOf('job_wait'))).toEqual(['Job_ID']);
		expect(names.sort()).toEqual(Object.keys(operations).map(nameOf).sort());
		const jobOf = (/** @type {{ job_id: number }} */ { job_id }) => ({ Job_ID: String(job_id) });
		const transcript = String(world.emulator.captions('txt'));
		expect(await call('recording:transcribe', MEDIA)).toMatchObject({ text: transcript });

		const submitted = jobOf(await call('recording:submit', MEDIA));
		expect(await call('job:wait', submitted)).toMatchObject({ job_status: 'Completed' });
		expect(await call('job:get', submitted)).toMatchObject({ job_status: 'Completed' });
		expect(await call('job:getCaptions', submitted)).toMatchObject({
			job_id: expect.any(Number),
			text: expect.stringContaining('Welcome'),
		});

		const merged = jobOf(await call('job:create'));
		/** @param {{ Job_ID: string }} ofJob @returns {Promise<string>} */
		const upload = async (ofJob) => {
			const link = { ...ofJob, Source_URL: `${links.url}/talk.mp3` };
			return (await call('asset:upload', link)).asset_id;
		};
		const Asset_IDs = [await upload(merged), await upload(merged)].join(',');
		const merge = { ...merged, Asset_IDs };
		expect(await call('media:merge', merge)).toMatchObject({ merge_assets: true });

		const job = { Job_ID: String(world.newJob()) };
		await call('media:add', { ...job, ...MEDIA });
		await call('media:addNotes', { ...job, Notes_URL: 'https://h.example/notes.pdf' });
		await call('media:addBackupRecording', { ...job, Asset_ID: await upload(job) });
		await call('asset:add', { ...job, File_Name: 'later.mp3' });
		await call('job:start', job);
		expect(world.emulator.job(Number(job.Job_ID))?.status).not.toBe('Pending');
		const pending = { Job_ID: String(world.newJob()) };
		await call('job:requestUploadUrl', { ...pending, File_Name: 'talk.mp3' });
		expect([...used].sort()).toEqual(Object.keys(operations).sort());
	});

	test("a failed call shows the node's own message, not what n8n thinks of a code in it", async () => {
		world.fault('job_info', { kind: 'dropConnection', times: 4 });
		const failed = call('job:get', { Job_ID: String(world.newJob()) });
		const { message } = await failed.catch((error) => error);
		expect(message).toContain('Get job');
		expect(message).not.toContain('perhaps it is offline');
	});
});
