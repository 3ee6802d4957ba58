const { recording, useWorld } = require('./world');

/** The first columns of n8n's table: what people look for. */
const world = useWorld();

const columnsOf = (/** @type {{ items: any[], error?: Error }} */ { items, error }) => {
	expect(error).toBeUndefined();
	return Object.keys(items[0].json).slice(0, 3);
};

const options = { timeoutHours: 0.02, finishIn: 0 };

test.each([true, false])('of Transcribe and Submit, with Simplify %j', async (simplify) => {
	world.set({ transcriptionSeconds: 0 });
	const transcribed = await world.run('recording:transcribe', [recording()], { simplify, options });
	expect(columnsOf(transcribed)).toEqual(['text', 'file_name', 'job_id']);
	const submitted = await world.run('recording:submit', [recording()], { simplify });
	expect(columnsOf(submitted)).toEqual(['file_name', 'job_id', 'transcription_started']);
});

test('of captions, of a job and of an upload', async () => {
	const jobId = world.jobThatIs('Completed');
	const item = { json: { course: 'law' } };
	const asText = { jobId, outputAs: 'text', captionFormat: 'txt' };
	const text = await world.run('job:getCaptions', [item], asText);
	expect(columnsOf(text).slice(0, 2)).toEqual(['text', 'job_id']);
	expect(columnsOf(await world.run('job:getCaptions', [item], { jobId }))[0]).toBe('file_name');
	expect(columnsOf(await world.run('job:get', [item], { jobId }))[0]).toBe('job_id');
	const uploaded = await world.run('asset:upload', [recording()], { jobId: world.newJob() });
	expect(columnsOf(uploaded)).toEqual(['file_name', 'job_id', 'asset_id']);
});
