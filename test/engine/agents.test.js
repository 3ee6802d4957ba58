const { createRunExecutionData, NodeHelpers } = require('n8n-workflow');
const { until } = require('../support/until');
const { passTime } = require('./idTime');
const { file, useLinkServer } = require('./linkServer');
const { continueOnFail, profileOf, recording, useWorld } = require('./world');

const world = useWorld();
const links = useLinkServer();

const URL_OF_AGENT = { mediaSource: 'url', mediaUrl: '={{ $json.url }}' };
const ARGUMENTS = { name: 'Lecture', url: 'https://h/x.mp4' };
const UNSAVED = { hasExecution: false };

/** A call without an execution, as behind an MCP server. @param {string} operation @param {any} parameters @param {object} [more] */
const callUnsaved = async (operation, parameters, more = UNSAVED) =>
	(await world.runAsTool(operation, parameters, ARGUMENTS, { mode: 'trigger', ...more })).json;

/** A call behind an MCP server in queue mode: each has an execution of its own. @type {typeof callUnsaved} */
const callOnWorker = async (operation, parameters) => {
	const triggerNode = { name: 'MCP', type: '@n8n/n8n-nodes-langchain.mcpTrigger' };
	const runtimeData = { version: 1, establishedAt: 0, source: 'trigger', triggerNode };
	const data = /** @type {any} */ ({ executionData: { runtimeData } });
	return await callUnsaved(operation, parameters, {
		runExecutionData: createRunExecutionData(data),
	});
};

test('says why it takes no files, and what the agent can do', async () => {
	const run = world.runAsTool('media:add', { jobId: 1, mediaSource: 'binary' });
	await expect(run).rejects.toThrow(
		"AI agents can't pass files to Verbit. Let the agent use URLs, asset IDs and job IDs instead.",
	);
	expect(world.calls()).toEqual([]);
	// The same where n8n runs the tool as a node of its own.
	const more = { nodeType: 'n8n-nodes-verbit.verbitTool' };
	const { error } = await world.runFailing('asset:upload', [recording()], { jobId: 1 }, more);
	expect(error.context.code).toBe('AGENT_HAS_NO_FILES');
	expect(error.message).toContain(error.description);
});

test('is told in the message alone to check the profile where Verbit finds no such thing for a new job', async () => {
	world.fault('job_new', { status: 404, body: { ErrorType: 'ITEM_NOT_FOUND' } });
	const run = world.runAsTool('job:create', { profile: profileOf('none') });
	await expect(run).rejects.toThrow(/Check 'Profile' first.*tell the user\.$/);
});

test.each([null, '', true])('asks for the URL where the model passes %j', async (url) => {
	const parameters = { ...URL_OF_AGENT, externalId: '={{ $parameter["mediaUrl"] }}' };
	const run = world.runAsTool('recording:transcribe', parameters, { url });
	await expect(run).rejects.toThrow(/^'Media URL' is(n't a valid URL| empty)/);
});

test("fails in a node of its own, which the user's word for a stop does not end as stopped", async () => {
	const parameters = { jobId: 1, mediaSource: 'url', mediaUrl: 'https://youtu.be/canceled-42' };
	const more = { nodeType: 'n8n-nodes-verbit.verbitTool' };
	const { error, status } = await world.runFailing('media:add', [{}], parameters, more);
	expect(error.message).toContain('Canceled-42');
	expect(status).toBe('error');
});

test('reads a transcript as text, of the job that the agent writes, and not the item that it started with', async () => {
	const jobId = world.jobThatIs('Completed');
	const parameters = { jobId: '={{ $json.Job_ID }}', captionFormat: 'txt', outputAs: 'file' };
	// n8n's item for a tool: the agent's input item, the arguments, and the ID of the call.
	const item = await world.runAsTool('job:getCaptions', parameters, {
		chatInput: 'What was said?',
		headers: { authorization: 'Bearer OfTheWebhook' },
		Job_ID: String(jobId),
		toolCallId: 'call_1',
	});
	const text = String(world.emulator.captions('txt'));
	const known = { job_id: jobId, caption_format: 'txt', text, characters: text.length };
	expect(item.json).toEqual(known);
	expect(item.binary).toBeUndefined();
});

test('reads a transcript with the names of the speakers, once, where it asks for segments', async () => {
	const jobId = world.jobThatIs('Completed');
	const item = await world.runAsTool('job:getCaptions', { jobId, outputAs: 'segments' });
	expect(item.json).toEqual({
		job_id: jobId,
		caption_format: 'json',
		speakers: ['Speaker 1', 'Speaker 2'],
		text: expect.stringContaining('Speaker 2: Is tea'),
		characters: expect.any(Number),
	});
});

test('in a sub-workflow is told to make the call again whose outcome is unknown', async () => {
	const parentExecution = { executionId: '77', workflowId: 'caller' };
	const runExecutionData = createRunExecutionData({ parentExecution });
	const jobId = world.jobWithMedia();
	world.fault('perform_transcription', { kind: 'dropConnection', times: 9 });
	await expect(world.runAsTool('job:start', { jobId }, {}, { runExecutionData })).rejects.toThrow(
		`To continue with job ${jobId}, make the same call again in this execution.`,
	);
});

describe('that n8n runs again', () => {
	/** Calls of an agent in one execution. Up to n8n 2, each try of Retry On Fail is another run of the tool, as each call is. @param {string} operation @param {any} parameters @param {object} [settings] */
	function callsOfAgent(operation, parameters, settings) {
		const runExecutionData = createRunExecutionData({});
		let runIndex = 0;
		return async (/** @type {object} */ more = {}) => {
			const run = { ...settings, runExecutionData, runIndex: runIndex++ };
			return (await world.runAsTool(operation, parameters, { ...ARGUMENTS, ...more }, run)).json;
		};
	}

	test.each([
		['first try has failed', {}],
		['error was output', continueOnFail],
	])('goes on with the job of a call whose %s', async (_, settings) => {
		world.fault('perform_transcription', { status: 422 });
		const submit = callsOfAgent('recording:submit', URL_OF_AGENT, settings);
		const failed = await submit().catch((error) => ({ error: error.message }));
		expect(failed.error).toContain('422');
		expect(await submit()).toMatchObject({ transcription_started: true });
		expect([world.count('job_new'), world.count('add_media')]).toEqual([1, 1]);
	});

	const REFUSED = { status: 400, body: { ErrorType: 'MISSING_PARAMETER' }, times: 2 };

	test.each([
		['is refused', {}],
		['is refused outside of an execution', UNSAVED],
	])('creates no second job where the first %s', async (_how, settings) => {
		world.fault('perform_transcription', REFUSED);
		const submit = callsOfAgent('recording:submit', URL_OF_AGENT, settings);
		const refusal = { context: { code: 'CALL_REFUSED' } };
		for (let call = 0; call < 2; call++) await expect(submit()).rejects.toMatchObject(refusal);
		expect(world.count('job_new')).toBe(1);
	});

	test('creates no second job in a Retry of its execution where the first may exist', async () => {
		world.fault('job_new', { kind: 'answerThenDrop' });
		const first = createRunExecutionData({});
		const submit = async (/** @type {typeof first} */ runExecutionData) =>
			await world.runAsTool('recording:submit', URL_OF_AGENT, ARGUMENTS, { runExecutionData });
		const refusal = { context: { code: 'JOB_MAY_EXIST' } };
		await expect(submit(first)).rejects.toMatchObject(refusal);
		await expect(submit(structuredClone(first))).rejects.toMatchObject(refusal);
		expect(world.count('job_new')).toBe(1);
	});

	test('goes on with the job that is paid where its transcript could not be got, until it was', async () => {
		const options = { finishIn: 0, timeoutHours: 0.01 };
		const transcribe = callsOfAgent('recording:transcribe', { ...URL_OF_AGENT, options });
		world.fault('get_caption', { status: 503, times: 4 });
		await expect(transcribe()).rejects.toThrow(
			/job \d+ \(started\), make the same call again in this execution/,
		);
		const again = await transcribe();
		expect(again.text).toContain('lecture');
		expect(world.count('job_new')).toBe(1);
		expect((await transcribe()).job_id).not.toBe(again.job_id);
	});

	test.each([
		['no ID', {}],
		['an ID that is skipped', { externalId: 'talk-1', ifExternalIdUsed: 'skip' }],
	])('waits anew at another call after a timeout, with %s', async (_which, ofId) => {
		const options = { finishIn: 900, timeoutHours: 0.001, pollInterval: 1 };
		const parameters = { ...URL_OF_AGENT, ...ofId, options };
		const transcribe = callsOfAgent('recording:transcribe', parameters);
		const tooLong = transcribe({ toolCallId: 'call_1' });
		await expect(tooLong).rejects.toThrow('make the same call again');
		const again = transcribe({ toolCallId: 'call_2' });
		const checks = world.count('job_info');
		await until(() => world.count('job_info') > checks + 1);
		const [jobId] = world.jobIds();
		world.setStatus(jobId, 'Completed');
		expect(await again).toMatchObject({ job_id: jobId, text: expect.any(String) });
		expect(world.count('job_new')).toBe(1);
	});
});

/** A caller without an execution gives up on a job that takes longer. @param {string} operation @param {any} parameters */
async function answerInTime(operation, parameters, call = callUnsaved) {
	// Its job is to go on for longer than a busy machine takes.
	world.set({ transcriptionSeconds: 3600 });
	const answer = call(operation, parameters);
	await until(() => world.count('job_info') > 0);
	passTime(1);
	const json = await answer;
	jest.restoreAllMocks();
	return json;
}

/** A recording that n8n uploads, from a link. @param {string} externalId */
function linked(externalId) {
	links.answer(file(Buffer.from('ID3\x04'.padEnd(1000, '\0'))));
	return { mediaSource: 'urlUpload', mediaUrl: `${links.url}/x.mp3`, externalId };
}

const UNSAVED_CALLS = /** @type {Array<[who: string, call: typeof callUnsaved]>} */ ([
	['without an execution', callUnsaved],
	['for an MCP client on a worker', callOnWorker],
]);

test.each(UNSAVED_CALLS)(
	'%s it answers in time, with what is known, and goes on at the same call',
	async (_who, call) => {
		const parameters = { ...URL_OF_AGENT, externalId: 'talk-1', options: { timeoutHours: 10 } };
		const answer = await answerInTime('recording:transcribe', parameters, call);
		const [jobId] = world.jobIds();
		expect(answer).toMatchObject({
			job_id: jobId,
			job_status: 'In Progress',
			external_id: 'talk-1',
			finished: false,
			message: expect.stringContaining('same call again later'),
		});
		world.setStatus(jobId, 'Completed');
		const json = await call('recording:transcribe', parameters);
		expect(json).toMatchObject({ job_id: jobId, text: expect.any(String) });
		expect(world.count('job_new')).toBe(1);
	},
);

test.each(UNSAVED_CALLS)(
	'%s it says to get a transcript that is paid for by its job, and not to call again',
	async (_who, call) => {
		world.fault('get_caption', { status: 503, times: 9 });
		const parameters = { ...URL_OF_AGENT, options: { finishIn: 0, timeoutHours: 0.05 } };
		await expect(call('recording:transcribe', parameters)).rejects.toThrow(
			/^(?!.*same call).*paid for.*Get Captions/,
		);
	},
);

/**
 * Has a call without an execution answer while Verbit or the storage holds one of its own.
 * @param {string} operation that is held @param {any} parameters @param {object} [then] how it is answered
 */
async function answerWhileHeld(operation, parameters, then) {
	const release = world.hold(operation, then);
	const answer = callUnsaved('recording:transcribe', parameters);
	await world.callHeld();
	world.limits.pass(40_000);
	return { answer: await answer, release };
}

test.each([
	['create', 'job_new'],
	['upload', 'put'],
])('without an execution it answers in time where it takes long to %s', async (_what, call) => {
	world.set({ transcriptionSeconds: 0 });
	const parameters = linked('talk-1');
	const { answer, release } = await answerWhileHeld(call, parameters);
	const message = expect.stringContaining('still on its way');
	expect(answer).toMatchObject({ external_id: 'talk-1', finished: false, message });
	const again = callUnsaved('recording:transcribe', parameters);
	release();
	expect(await again).toMatchObject({ text: expect.any(String), continued: true });
	expectOneJob();
});

const expectOneJob = () =>
	expect([world.count('job_new'), world.count('perform_transcription')]).toEqual([1, 1]);

describe('without an execution, a failure after the answer', () => {
	/** The same call, after an answer during whose upload the storage refuses the file. */
	async function answerBeforeFailure() {
		world.set({ transcriptionSeconds: 0 });
		const parameters = { ...linked('talk-1'), options: { maxAttempts: 1 } };
		const refusal = { kind: 'status', status: 403 };
		const { answer, release } = await answerWhileHeld('put', parameters, refusal);
		expect(answer).toMatchObject({ finished: false });
		return { release, call: async () => await callUnsaved('recording:transcribe', parameters) };
	}

	test('is told at the same call, once', async () => {
		const { release, call } = await answerBeforeFailure();
		release();
		// The lease ends before the failure is kept for the next call.
		await until(() => world.log.some((line) => line.includes('UPLOAD_REFUSED')));
		await expect(call()).rejects.toThrow(/^Upload .*the storage refused the upload/);
		expect(await call()).toMatchObject({ text: expect.any(String) });
		expectOneJob();
	});

	test('is not told where an equal call has submitted since', async () => {
		const { release, call } = await answerBeforeFailure();
		const beside = call();
		release();
		for (const answer of [beside, call()])
			expect(await answer).toMatchObject({ text: expect.any(String) });
		expectOneJob();
	});
});

test('without an execution and an ID it answers as soon as it can name the job, and says that the same call pays again', async () => {
	const create = world.hold('job_new');
	const answer = callUnsaved('recording:transcribe', linked(''));
	await world.callHeld();
	passTime(40 / 60);
	world.limits.pass(40_000);
	const upload = world.hold('put');
	create();
	await world.callHeld();
	world.limits.pass(500);
	const [jobId] = world.jobIds();
	const message = expect.stringContaining('would start another job');
	expect(await answer).toMatchObject({ job_id: jobId, finished: false, message });
	upload();
	await until(() => world.count('perform_transcription') === 1);
});

test("outside of workflows, as in n8n's Agents, nothing is asked of n8n's records, which it can't keep there", async () => {
	world.set({ transcriptionSeconds: 0 });
	const parameters = { ...URL_OF_AGENT, externalId: '={{ $parameter["mediaUrl"] }}' };
	const outside = { hasExecution: false, workflowId: '' };
	const before = world.memory.statements;
	const json = await callUnsaved('recording:transcribe', parameters, outside);
	expect(json).toMatchObject({ text: expect.any(String) });
	expect(world.sent('job_new')[0].external_id).toBe('https://h/x.mp4');
	expect(world.memory.statements).toBe(before);
});

test('without an execution it answers in time where Verbit does not', async () => {
	world.fault('job_info', { kind: 'stall', times: 4 });
	const jobId = world.jobThatIs('In Progress');
	const answer = callUnsaved('job:wait', { jobId });
	await until(() => world.count('job_info') > 0);
	passTime(1);
	world.limits.pass(35_500);
	const json = await answer;
	expect(json).toMatchObject({ job_id: jobId, finished: false });
	expect(json.job_status).toMatch(/^unknown/);
	expect(world.count('job_info')).toBe(1);
});

test('without an execution it answers in time where the key is not exchanged', async () => {
	world.credential = world.credentialOf({ accessToken: 'old', renewAfter: '1' });
	world.fault('auth', { kind: 'stall' });
	const release = world.hold('auth');
	const jobId = world.jobThatIs('In Progress');
	const answer = callUnsaved('job:wait', { jobId });
	await until(() => world.count('auth') === 1);
	passTime(33 / 60);
	world.limits.pass(30_000);
	await world.callHeld();
	world.limits.pass(7_000);
	const json = await answer;
	expect(json).toMatchObject({ job_id: jobId, finished: false });
	// The first check ended at its limit, and the second hasn't ended.
	expect(json.job_status).toContain('no response in time');
	release();
});

test.each(['reuse', 'skip'])(
	'without an execution it answers in time where the transcript does not come, with %s',
	async (ifExternalIdUsed) => {
		world.fault('get_caption', { kind: 'stall', times: 4 });
		world.set({ transcriptionSeconds: 0 });
		const parameters = { ...URL_OF_AGENT, externalId: 'talk-1', ifExternalIdUsed };
		const answer = callUnsaved('recording:transcribe', parameters);
		await until(() => world.count('get_caption') > 0);
		world.limits.pass(40_000);
		const json = await answer;
		expect(json).toMatchObject({ job_status: 'Completed', finished: false, external_id: 'talk-1' });
		world.emulator.faults.clear();
		const again = await callUnsaved('recording:transcribe', parameters);
		expect(again).toMatchObject({ job_id: json.job_id, text: expect.any(String) });
		expect(world.count('job_new')).toBe(1);
	},
);

test.each([
	['with Create Another starts another job', 'recording:transcribe', 'would start another job'],
	['that waits for a job goes on with it', 'job:wait', 'same call again later'],
])('without an execution the answer says that the same call %s', async (_, operation, words) => {
	const ofId = { externalId: 'talk-1', ifExternalIdUsed: 'create' };
	const parameters = { ...URL_OF_AGENT, ...ofId, jobId: world.jobThatIs('In Progress') };
	expect((await answerInTime(operation, parameters)).message).toContain(words);
});

test('what a tool cannot do is not offered to it', () => {
	const { displayParameter } = NodeHelpers;
	const { description } = /** @type {any} */ (world.engine.loader.nodeTypes.verbit.type);
	const tool = { ...description, name: 'verbitTool' };
	const whoGets = (/** @type {any} */ offered) =>
		[description, tool].map((type) => displayParameter({}, offered, null, type));
	const files = description.properties
		.flatMap((/** @type {any} */ { type, options }) => (type === 'options' ? options : []))
		.filter((/** @type {any} */ { value }) => ['binary', 'file', 'pdf', 'mp4'].includes(value));
	expect(files.length).toBeGreaterThan(5);
	for (const option of files) expect([option, ...whoGets(option)]).toEqual([option, true, false]);
});

test('what a model reads of a field has its limits, and no hint for people', () => {
	const { description } = /** @type {any} */ (world.engine.loader.nodeTypes.verbit.type);
	const read = new Set();
	for (const { name, description: shown, default: value } of description.properties) {
		const [, given] = String(value).match(/\$fromAI\('\w+', `([^`]+)`/) ?? [];
		if (given !== undefined) read.add(`${name}: ${given}`);
		// What the model gets where the user lets it define the field.
		if (given !== undefined) expect(shown).toBe(given);
	}
	const told = [...read].sort().join('\n');
	for (const url of ['mediaUrl', 'notesUrl', 'assetUrl'])
		expect(told).toMatch(new RegExp(`^${url}: .*without a login.*24 hours`, 'm'));
	expect(told).toMatch(/^assetIds: .*commas/m);
	expect(told).toMatch(/\njobId: ID that Verbit returned when the job was created\n(?!jobId)/);
});

/** It runs single nodes to see what they output. */
describe("n8n's AI Assistant", () => {
	const BY_URL = { mediaSource: 'url', mediaUrl: 'https://h/x.mp4' };

	/** @param {string} operation @param {any} parameters @param {object} [settings] */
	const trial = async (operation, parameters, settings) =>
		await world.engine.trial(world.options(operation, [], parameters, {}), settings);

	test.each([
		['recording:submit', BY_URL],
		['recording:transcribe', BY_URL],
		['job:start', { jobId: 7 }],
	])('%s starts no paid job for it', async (operation, parameters) => {
		const { error } = await trial(operation, parameters);
		expect(error.context.code).toBe('TRIAL_RUN_REFUSED');
		expect(world.calls()).toEqual([]);
	});

	test.each([
		['what starts no job', { options: { startTranscription: false } }, {}],
		['a workflow with two minutes', {}, { executionTimeout: 120 }],
		['a workflow without a time limit', {}, { executionTimeout: -1 }],
	])('%s runs as it does elsewhere', async (_what, more, settings) => {
		const { data } = await trial('recording:submit', { ...BY_URL, ...more }, settings);
		expect(data.main[0]).toHaveLength(1);
	});

	test('a node among others runs as it does elsewhere, however short the time', async () => {
		const settings = { executionTimeout: 30 };
		const { items } = await world.run('recording:submit', [{}], BY_URL, { settings });
		expect(items[0].json.transcription_started).toBe(true);
	});
});
