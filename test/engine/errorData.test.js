const { recording, useWorld } = require('./world');

/** What an error says of itself as data: n8n's editor shows it, and a workflow branches on it. */
const world = useWorld();

const REFUSAL = { status: 400, body: { ErrorType: 'INVALID_OPTION', ErrorComment: 'No' } };
const NO_SPEECH = { errors: [{ code: 'no_speech', message: 'No speech' }] };

const REFUSED = { code: 'CALL_REFUSED', step: 'Create job', error_type: 'INVALID_OPTION' };
const NO_CAPTIONS = { code: 'CAPTIONS_UNAVAILABLE', step: 'Get captions', job_status: 'Failure' };
const FAILED = { code: 'JOB_FAILED', step: 'Wait for completion', error_type: 'no_speech' };

test.each([
	['recording:submit', 'put', { status: 403 }, { code: 'UPLOAD_REFUSED', step: 'Upload' }],
	['recording:submit', 'job_new', REFUSAL, REFUSED],
	['job:wait', 'nothing', {}, { ...FAILED, job_status: 'Failure' }],
	['job:getCaptions', 'nothing', {}, NO_CAPTIONS],
	['media:add', 'nothing', {}, { code: 'FILE_INVALID', step: 'Check input' }],
])(
	'an error of %s, where %s is answered otherwise, has its code and what is known of its job',
	async (operation, call, fault, known) => {
		const jobId = await world.jobWithMedia();
		world.setStatus(jobId, 'Failure', NO_SPEECH);
		world.fault(call, fault);
		const parameters = operation === 'recording:submit' ? {} : { jobId };
		const item = recording(operation === 'media:add' ? 0 : 10);
		const { error } = await world.run(operation, [item], parameters);
		const jobs = Object.keys(world.emulator.state.data.jobs);
		const job = call === 'job_new' ? {} : { job_id: Number(jobs.at(-1)) };
		expect(error.context.data).toMatchObject({ ...known, ...job });
		expect(error.context).toMatchObject({ ...known, ...job });
	},
);
