const { continueOnFail, recording, useWorld } = require('./world');

/** What an error says of itself as data: n8n's editor shows it, and a workflow branches on it. */
const world = useWorld();

/** @type {Array<[string, () => ReturnType<typeof world.run>, object]>} */
const FAILURES = [
	[
		'of an upload',
		async () => {
			world.fault('put', { status: 403 });
			return await world.run('recording:submit', [recording()], {});
		},
		{ code: 'UPLOAD_REFUSED', step: 'Upload', profile: 'standard' },
	],
	[
		'of a creation',
		async () => {
			const body = { ErrorType: 'INVALID_OPTION', ErrorComment: 'No' };
			world.fault('job_new', { status: 400, body });
			return await world.run('recording:submit', [recording()], {});
		},
		{ code: 'CALL_REFUSED', step: 'Create job', profile: 'standard', error_type: 'INVALID_OPTION' },
	],
	[
		'of a job that failed',
		async () => {
			const jobId = await world.jobWithMedia();
			world.emulator.setJobStatus(jobId, 'Failure', {
				errors: [{ code: 'no_speech', message: 'No speech' }],
			});
			return await world.run('job:wait', [{}], { jobId });
		},
		{
			code: 'JOB_FAILED',
			step: 'Wait for completion',
			job_status: 'Failure',
			profile: 'standard',
			error_type: 'no_speech',
		},
	],
	[
		'of captions that are not ready',
		async () => await world.run('job:getCaptions', [{}], { jobId: await world.jobWithMedia() }),
		{ code: 'CAPTIONS_NOT_READY', step: 'Get captions', job_status: 'Pending' },
	],
	[
		'of an input',
		async () => await world.run('media:add', [{}], { jobId: world.newJob() }),
		{ code: 'ITEM_WITHOUT_FILES', step: 'Check input' },
	],
];

test.each(FAILURES)(
	'an error %s has its code, and what is known of its job',
	async (_what, run, known) => {
		const { error } = await run();
		const jobs = Object.keys(world.emulator.state.data.jobs);
		const job = jobs.length > 0 ? { job_id: Number(jobs.at(-1)) } : {};
		expect(error.context.data).toMatchObject({ ...known, ...job });
		expect(error.context).toMatchObject({ ...known, ...job });
	},
);

test('with Continue On Fail the details of the item say the same', async () => {
	world.fault('put', { status: 403 });
	const { items } = await world.run('recording:submit', [recording()], {}, continueOnFail);
	expect(items[0].json.details).toMatchObject({
		code: 'UPLOAD_REFUSED',
		step: 'Upload',
		profile: 'standard',
		job_id: expect.any(Number),
	});
});
