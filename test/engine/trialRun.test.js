const { useWorld } = require('./world');

/** n8n's AI Assistant runs single nodes to see what they output. */
const world = useWorld();

const BY_URL = { mediaSource: 'url', mediaUrl: 'https://h/x.mp4' };

/** @param {string} operation @param {any} parameters @param {object} [settings] */
const trial = async (operation, parameters, settings) =>
	await world.engine.trial(world.options(operation, [], parameters, {}), settings);

test.each([
	['recording:transcribe', BY_URL],
	['recording:submit', BY_URL],
	['job:start', { jobId: 7 }],
])('%s starts no paid job for it, and says where the fields are', async (operation, parameters) => {
	const { error } = await trial(operation, parameters);
	expect(error.context.code).toBe('TRIAL_RUN_REFUSED');
	expect(world.calls()).toEqual([]);
});

test.each([
	['what starts no job', { options: { startTranscription: false } }, {}],
	['a workflow with more time', {}, { executionTimeout: 120 }],
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
