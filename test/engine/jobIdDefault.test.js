const { completedJob } = require('./captionJobs');
const { randomFile, useWorld } = require('./world');

const world = useWorld();

const url = 'https://media.example.com/talk.mp4';

const jobWithMedia = async () => await world.jobWithMedia('premium');

/** For each operation: a job in the state that it needs, its other parameters, and the files of its item. */
const cases = [
	['asset:add', () => world.newJob(), { fileName: 'talk.wav' }],
	['asset:upload', () => world.newJob(), {}, ['data']],
	['media:add', () => world.newJob(), { mediaUrl: url }],
	['media:merge', () => world.newJob(), { binaryPropertyName: 'one, two' }, ['one', 'two']],
	['media:addBackupRecording', jobWithMedia, { backupSource: 'binary' }, ['data']],
	['media:addNotes', jobWithMedia, { notesSource: 'binary' }, ['data']],
	['job:start', jobWithMedia, {}],
	['job:get', () => world.newJob(), {}],
	['job:wait', () => completedJob(world), {}],
	['job:getCaptions', () => completedJob(world), {}],
	['job:requestUploadUrl', () => world.newJob(), { fileName: 'talk.wav' }],
];

test.each(/** @type {any[]} */ (cases))(
	'%s takes the job of its item without any typing, and outputs it for the next step',
	async (operation, newJob, parameters, fields = []) => {
		const jobId = await newJob();
		const files = Object.fromEntries(
			fields.map((/** @type {string} */ name) => [name, randomFile(100, `${name}.wav`)]),
		);
		const item = { json: { job_id: jobId, note: 'x' }, files };
		const { items, error } = await world.run(operation, [item], parameters);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(items[0].json.job_id).toBe(jobId);
	},
);

test('a job ID that was dragged onto the field as it is prefilled is not taken for another job', async () => {
	const jobId = world.newJob();
	const twice = '={{ $json.job_id }}{{ $json.job_id }}';
	const { error } = await world.run('job:get', [{ json: { job_id: jobId } }], { jobId: twice });
	expect(error.message).toBe(`'Job ID' contains the same ID twice (got ${jobId}${jobId})`);
	expect(world.calls()).toEqual([]);
});

test('no operation that takes a job is left out', () => {
	const { properties } = /** @type {import('n8n-workflow').INodeTypeDescription} */ (
		world.engine.loader.nodeTypes.verbit.type.description
	);
	const takesJob = properties
		.filter(({ name }) => name === 'jobId')
		.flatMap(({ displayOptions: { show = {} } = {} }) =>
			(show.operation ?? []).map((operation) => `${show.resource?.[0]}:${operation}`),
		);
	expect(cases.map(([operation]) => operation).sort()).toEqual([...new Set(takesJob)].sort());
});

test('an item without job_id is refused with the name of the field', async () => {
	const { error } = await world.run('job:get', [{ json: { id: 7 } }], {});
	expect(error.context.code).toBe('JOB_ID_INVALID');
	expect(world.calls()).toEqual([]);
});

test('an item that failed in an earlier step has no job, and the error says what to do', async () => {
	const onError = /** @type {const} */ ('continueRegularOutput');
	const profile = { __rl: true, mode: 'name', value: 'standard' };
	const { items } = await world.run('recording:submit', [{}], { profile }, { onError });
	const { error } = await world.run('job:wait', [{ json: items[0].json }], {});
	expect(error.context.code).toBe('JOB_ID_INVALID');
	expect(error.description).toContain('This item failed in an earlier Verbit step');
	expect(error.description).toContain("remove items with 'error' by a Filter node");
	expect(world.calls()).toEqual([]);
});
