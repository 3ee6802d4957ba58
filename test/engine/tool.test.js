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

test('an AI agent that is to upload a file is told why it can not, and what it can do', async () => {
	const run = world.engine.runAsTool({
		parameters: { ...addMedia, jobId: world.newJob(), mediaSource: 'binary' },
		credential: world.credential,
		toolArguments: {},
	});
	await expect(run).rejects.toMatchObject({
		message: "AI agents can't pass files to Verbit",
		description: 'Let the agent use URLs, asset IDs and job IDs instead.',
	});
	expect(world.calls()).toEqual([]);
});

test('the same holds where n8n runs the tool as a node of its own', async () => {
	const items = [{ files: { data: randomFile(10) } }];
	const more = { nodeType: 'n8n-nodes-verbit.verbitTool' };
	const { error } = await world.run('asset:upload', items, { jobId: world.newJob() }, more);
	expect(error.message).toBe("AI agents can't pass files to Verbit");
});
