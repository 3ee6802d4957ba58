/** Switches whose values come from expressions: a text means what it says, and never just "not false". */
const { completedJob } = require('./captionJobs');
const { WebhookHost } = require('./webhookHost');
const { randomFile, useWorld } = require('./world');

const world = useWorld();

const FALSE = '={{ "false" }}';
const TRUE = '={{ "TRUE" }}';
const soon = () =>
	`https://h/x.mp4?AWSAccessKeyId=AK&Expires=${Math.floor(Date.now() / 1000) + 3600}&Signature=s`;

describe('a switch from an expression that returns a text', () => {
	test('\'Simplify\' returns all fields for "false"', async () => {
		const jobId = completedJob(world);
		const { items } = await world.run('job:get', [{}], { jobId, simplify: FALSE });
		expect(Object.keys(items[0].json).length).toBeGreaterThan(10);
	});

	test.each([
		[FALSE, 'get_caption'],
		[TRUE, 'draft'],
	])("'Draft' is read from %s", async (draft, operation) => {
		const jobId = completedJob(world);
		await world.run('job:getCaptions', [{}], { jobId, captionFormat: 'srt', options: { draft } });
		expect(world.count(operation)).toBeGreaterThan(0);
	});

	test.each([
		[FALSE, undefined],
		[TRUE, 'true'],
	])("'Sandbox: Finish With Error' is read from %s", async (finishWithError, sent) => {
		const jobId = world.newJob();
		const [assetId] = await world.uploadAssets(jobId, 1);
		await world.run('media:add', [{}], { jobId, mediaSource: 'assetIds', assetIds: assetId });
		const options = { finishIn: 30, finishWithError };
		const { error } = await world.run('job:start', [{}], { jobId, options });
		expect(error).toBeUndefined();
		const [start] = world.emulator.journal.filter(
			(entry) => entry.operation === 'perform_transcription',
		);
		const asked = { .../** @type {any} */ (start).query, .../** @type {any} */ (start).body };
		expect(asked.finish_with_error && String(asked.finish_with_error)).toBe(sent);
	});

	test.each([
		[FALSE, 'URL_EXPIRES_SOON'],
		[TRUE, undefined],
	])("'Skip URL Checks' is read from %s", async (allowShortLivedUrl, code) => {
		const parameters = { jobId: world.newJob(), mediaSource: 'url', mediaUrl: soon() };
		const options = { allowShortLivedUrl };
		const { error } = await world.run('media:add', [{}], { ...parameters, options });
		expect(error?.context.code).toBe(code);
	});

	test('\'Verify Integrity\' is off for "false"', async () => {
		const parameters = { jobId: world.newJob(), options: { verifyIntegrity: FALSE } };
		const items = [{ files: { data: randomFile(100) } }];
		const { items: outputs } = await world.run('asset:upload', items, parameters);
		expect(outputs[0].json).toMatchObject({ integrity: 'unverified' });
	});
});

test.each([
	['job:get', { simplify: '={{ "no" }}' }, 'Simplify'],
	['job:wait', { simplify: '={{ null }}' }, 'Simplify'],
	['job:getCaptions', { captionFormat: 'srt', options: { draft: '={{ "no" }}' } }, 'Draft'],
	['job:start', { options: { finishWithError: '={{ 2 }}' } }, 'Sandbox: Finish With Error'],
	[
		'media:add',
		{ mediaSource: 'url', mediaUrl: soon(), options: { allowShortLivedUrl: '={{ "yes" }}' } },
		'Skip URL Checks',
	],
	['asset:upload', { options: { verifyIntegrity: '={{ "off" }}' } }, 'Verify Integrity'],
])('%s with %j is refused before anything is sent', async (operation, parameters, field) => {
	const items = [{ files: { data: randomFile(10) } }];
	const { error } = await world.run(operation, items, { jobId: world.newJob(), ...parameters });
	expect(error.context.code).toBe('CHOICE_INVALID');
	expect(error.message).toContain(`'${field}' must be true or false (got `);
	expect(world.calls()).toEqual([]);
});

describe('a switch of the trigger', () => {
	/** @type {WebhookHost} */
	let host;
	beforeAll(async () => {
		host = await WebhookHost.start(world.engine);
	});
	beforeEach(() => host.reset());
	afterAll(async () => await host.stop());

	/** @param {import('n8n-workflow').INodeParameters} parameters */
	async function call(parameters) {
		const workflowId = `switches ${JSON.stringify(parameters)}`;
		host.listen({ workflowId, parameters, credential: world.credential });
		return await host.call({ job_id: completedJob(world), status: 'Completed' });
	}

	test("that is off by a text is off: 'Verify With Verbit' asks nothing, 'Download Captions' gets nothing", async () => {
		const parameters = { options: { confirmJob: FALSE }, downloadCaptions: FALSE };
		expect(await call(parameters)).toMatchObject({ status: 200 });
		expect(host.started).toHaveLength(1);
		expect(world.calls()).toEqual([]);
	});

	test("that is on by a text is on: 'Download Captions' gets the captions", async () => {
		expect(await call({ downloadCaptions: TRUE })).toMatchObject({ status: 200 });
		expect(host.started[0].json.captions).toMatchObject({ caption_format: 'srt' });
		expect(world.count('get_caption')).toBe(1);
	});

	test('that is neither starts nothing, and n8n saves why', async () => {
		expect(await call({ options: { confirmJob: '={{ "no" }}' } })).toMatchObject({ status: 500 });
		expect(host.started).toEqual([]);
		expect(String(host.failed[0])).toContain("'Verify With Verbit' must be true or false");
	});
});
