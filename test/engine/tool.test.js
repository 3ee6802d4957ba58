const { createRunExecutionData } = require('n8n-workflow');
const { randomFile, useWorld } = require('./world');

const world = useWorld();
const addMedia = { resource: 'media', operation: 'add' };

test('an AI agent can add media by a link that it writes', async () => {
	const jobId = world.newJob();
	const output = await world.engine.runAsTool({
		parameters: { ...addMedia, jobId, mediaSource: 'url', mediaUrl: '={{ $json.link }}' },
		credential: world.credential,
		toolArguments: { link: 'https://h/x.mp4' },
	});
	expect(output[0].json.job_id).toBe(jobId);
	expect(world.emulator.job(jobId)?.media?.mediaUrl).toBe('https://h/x.mp4');
});

test('an AI agent that tries to upload a file learns why it cannot, and what it can do', async () => {
	const run = world.engine.runAsTool({
		parameters: { ...addMedia, jobId: world.newJob(), mediaSource: 'binary' },
		credential: world.credential,
		toolArguments: {},
	});
	await expect(run).rejects.toThrow(
		"AI agents can't pass files to Verbit. Let the agent use URLs, asset IDs and job IDs instead.",
	);
	expect(world.calls()).toEqual([]);
});

test('an AI agent learns from the message alone what to do, and nothing that only a workflow can do', async () => {
	const add = async (/** @type {string} */ mediaUrl) =>
		await world.engine
			.runAsTool({
				parameters: { ...addMedia, jobId: world.newJob(), mediaSource: 'urlUpload', mediaUrl },
				credential: world.credential,
				toolArguments: {},
			})
			.catch((error) => error.message);
	expect(await add('not a URL')).toBe(
		"'Media URL' isn't a valid URL (got not a URL). Enter a complete URL that starts with https:// or http:// and has no spaces.",
	);
	const message = await add('https://drive.google.com/file/d/1/view');
	expect(message).toMatch(/opens a web page of Google Drive.*\. Use a URL that downloads the file/);
	expect(message).not.toContain('Binary File');
});

test('the same holds where n8n runs the tool as a node of its own', async () => {
	const items = [{ files: { data: randomFile(10) } }];
	const more = { nodeType: 'n8n-nodes-verbit.verbitTool' };
	const { error } = await world.run('asset:upload', items, { jobId: world.newJob() }, more);
	expect(error.message).toContain("AI agents can't pass files to Verbit");
	expect(error.message).toContain(error.description);
});

test('an AI agent reads a transcript as text, with what it writes as the job', async () => {
	const jobId = world.newJob();
	world.emulator.setJobStatus(jobId, 'Completed');
	const output = await world.engine.runAsTool({
		parameters: {
			resource: 'job',
			operation: 'getCaptions',
			jobId: '={{ $json.job }}',
			captionFormat: 'txt',
			outputAs: 'file',
		},
		credential: world.credential,
		toolArguments: { job: String(jobId) },
	});
	expect(output[0].json).toMatchObject({
		job_id: jobId,
		text: String(world.emulator.captions('txt')),
	});
	expect(output[0].binary).toBeUndefined();
});

test('an AI agent reads the captions alone, not the item that the agent started with', async () => {
	const jobId = world.newJob();
	world.emulator.setJobStatus(jobId, 'Completed');
	const [item] = await world.engine.runAsTool({
		parameters: {
			resource: 'job',
			operation: 'getCaptions',
			jobId: '={{ $json.Job_ID }}',
			captionFormat: 'txt',
		},
		credential: world.credential,
		// n8n's item for a tool: the agent's input item, the arguments, and the ID of the call.
		toolArguments: {
			chatInput: 'What was said?',
			headers: { authorization: 'Bearer OfTheWebhook' },
			Job_ID: String(jobId),
			toolCallId: 'call_1',
		},
	});
	const text = String(world.emulator.captions('txt'));
	expect(item.json).toEqual({
		job_id: jobId,
		caption_format: 'txt',
		text,
		characters: text.length,
	});
});

test('an AI agent creates a job, and submits a recording by its URL', async () => {
	const run = async (/** @type {any} */ parameters) =>
		await world.engine.runAsTool({
			parameters: {
				resource: 'job',
				profile: { __rl: true, mode: 'name', value: 'standard' },
				additionalFields: { jobName: '={{ $json.name }}' },
				...parameters,
			},
			credential: world.credential,
			toolArguments: { name: 'Lecture', url: 'https://h/x.mp4' },
		});
	const [created] = await run({ operation: 'create' });
	expect(world.emulator.job(Number(created.json.job_id))?.name).toBe('Lecture');
	const [submitted] = await run({
		resource: 'recording',
		operation: 'submit',
		mediaSource: 'url',
		mediaUrl: '={{ $json.url }}',
	});
	expect(world.emulator.job(Number(submitted.json.job_id))).toMatchObject({
		status: 'In Progress',
		media: { mediaUrl: 'https://h/x.mp4' },
	});
});

describe('a tool that n8n runs again', () => {
	const profile = { __rl: true, mode: 'name', value: 'standard' };

	/** Calls of an agent in one execution. Up to n8n 2, each try of Retry On Fail is another run of the tool, as each call is. */
	function callsOfAgent(/** @type {any} */ parameters) {
		const runExecutionData = createRunExecutionData({});
		let runIndex = 0;
		return async () => {
			const [item] = await world.engine.runAsTool({
				parameters: { resource: 'job', profile, ...parameters },
				credential: world.credential,
				toolArguments: { name: 'Lecture' },
				runExecutionData,
				runIndex: runIndex++,
			});
			return item.json;
		};
	}

	test('goes on with the job that its first try has created', async () => {
		world.emulator.faults.add({
			where: 'service',
			operation: 'perform_transcription',
			kind: 'status',
			status: 422,
		});
		const submit = callsOfAgent({
			resource: 'recording',
			operation: 'submit',
			mediaSource: 'url',
			mediaUrl: 'https://h/x.mp4',
		});
		await expect(submit()).rejects.toThrow('422');
		expect(await submit()).toMatchObject({ transcription_started: true });
		expect([world.count('job_new'), world.count('add_media')]).toEqual([1, 1]);
	});

	test('creates no second job where the first may exist', async () => {
		world.emulator.faults.add({ where: 'service', operation: 'job_new', kind: 'answerThenDrop' });
		const create = callsOfAgent({
			operation: 'create',
			additionalFields: { jobName: '={{ $json.name }}' },
		});
		await expect(create()).rejects.toMatchObject({ context: { code: 'JOB_MAY_EXIST' } });
		await expect(create()).rejects.toMatchObject({ context: { code: 'JOB_MAY_EXIST' } });
		expect(world.count('job_new')).toBe(1);
	});

	test('creates another job where the agent asks for the same again', async () => {
		const create = callsOfAgent({
			operation: 'create',
			additionalFields: { jobName: '={{ $json.name }}' },
		});
		const [first, second] = [await create(), await create()];
		expect(second.job_id).not.toBe(first.job_id);
	});
});

test('what a tool cannot do is not offered to it', () => {
	const { displayParameter } = require('n8n-workflow').NodeHelpers;
	const description = /** @type {import('n8n-workflow').INodeTypeDescription} */ (
		world.engine.loader.nodeTypes.verbit.type.description
	);
	const tool = { ...description, name: 'verbitTool' };
	/** @param {any} option @param {any} type */
	const isOffered = (option, type) => displayParameter({}, option, null, type);
	const fileOptions = description.properties
		.flatMap(({ type, options = [] }) => (type === 'options' ? /** @type {any[]} */ (options) : []))
		.filter(({ value }) => ['binary', 'pdf', 'mp4'].includes(value));
	expect(fileOptions.length).toBeGreaterThan(5);
	for (const option of fileOptions) {
		expect([option.name, isOffered(option, description), isOffered(option, tool)]).toEqual([
			option.name,
			true,
			false,
		]);
	}
	const outputAs = description.properties.find(
		({ name, displayOptions }) =>
			name === 'outputAs' && displayOptions?.show?.operation?.includes('getCaptions'),
	);
	const shown = { resource: 'job', operation: 'getCaptions' };
	expect(displayParameter(shown, /** @type {any} */ (outputAs), null, description)).toBe(true);
	expect(displayParameter(shown, /** @type {any} */ (outputAs), null, tool)).toBe(false);
});
