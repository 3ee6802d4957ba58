/** n8n's MCP Server Trigger with this node as its tools, and the official client: n8n runs the tools without an execution. */
const { randomUUID } = require('node:crypto');
const { file, LinkServer } = require('../engine/linkServer');
const { McpClient } = require('../support/n8n/mcpClient');
const { workflow } = require('../support/n8n/workflow');
const { operations } = require('../unit/contract/contract');
const { useN8n } = require('./world');

const world = useN8n();
const links = new LinkServer();
const profile = { __rl: true, mode: 'name', value: 'standard' };

/** Each operation as a tool, as n8n adds it, with what the user has to choose. @type {Record<string, Record<string, unknown>>} */
const CHOSEN = {
	'job:create': { profile },
	'recording:submit': { profile },
	'recording:transcribe': { profile },
	'job:start': { options: { finishIn: 0 } },
	'asset:upload': { sourceUrl: "={{ $fromAI('Source_URL') }}" },
};

/** @type {McpClient} */
let client;

/** @param {string} operation */
const nameOf = (operation) => operation.replace(':', '_');

beforeAll(async () => {
	await links.start();
	links.answer(file(Buffer.alloc(2000, 7)));
	const path = randomUUID();
	const server = {
		name: 'MCP',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		webhookId: path,
		parameters: { path },
	};
	const tools = Object.keys(operations).map((operation) => ({
		...world.verbit(nameOf(operation), operation, CHOSEN[operation]),
		type: 'n8n-nodes-verbit.verbitTool',
	}));
	const to = { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] };
	const connections = /** @type {any} */ (Object.fromEntries(tools.map(({ name }) => [name, to])));
	await world.n8n.client.publish({ ...workflow('MCP', [server, ...tools]), connections });
	client = await McpClient.connect(world.n8n.n8n.folder, `${world.n8n.url}/mcp/${path}`);
});

afterAll(async () => {
	await client?.close();
	await links.stop();
});

/** What a tool returns. @param {string} operation @param {Record<string, unknown>} [args] @returns {Promise<any>} */
async function call(operation, args) {
	const { isError, text } = await client.call(nameOf(operation), args);
	if (isError) throw new Error(text);
	return JSON.parse(text)[0];
}

const MEDIA = { Media_URL: 'https://h.example/talk.mp3' };

test('every operation that an agent can have works, and waits in place', async () => {
	world.emulator.switches.set({ transcriptionSeconds: 2 });
	expect((await client.toolNames()).sort()).toEqual(Object.keys(operations).map(nameOf).sort());
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
	expect(await use('media:merge', { ...merged, Asset_IDs })).toMatchObject({ merge_assets: true });

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

test('two calls at the same time share nothing, also where they ask for the same', async () => {
	world.emulator.switches.set({ transcriptionSeconds: 2 });
	const calls = [1, 2].map(async () => await call('recording:transcribe', MEDIA));
	const [first, second] = await Promise.all(calls);
	expect(first.job_id).not.toBe(second.job_id);
	expect(first.text).toBe(second.text);
});

test("a failed call shows the node's own message, not what n8n thinks of a code in it", async () => {
	world.emulator.faults.add({
		where: 'service',
		operation: 'job_info',
		kind: 'dropConnection',
		times: 4,
	});
	const { isError, text } = await client.call('job_get', { Job_ID: String(world.newJob()) });
	expect(isError).toBe(true);
	expect(text).toContain('Get job');
	expect(text).not.toContain('perhaps it is offline');
});
