const { recording, useWorld } = require('./world');

/** What an error says of itself as data: n8n's editor shows it, and a workflow branches on it. */
const world = useWorld();

const REFUSAL = { status: 400, body: { ErrorType: 'INVALID_OPTION', ErrorComment: 'No' } };
const NO_SPEECH = { errors: [{ code: 'no_speech', message: 'No speech' }] };

/** @type {Array<[string, [operation: string, call: string | undefined, fault?: object], object]>} */
const FAILURES = [
	[
		'an upload',
		['recording:submit', 'put', { status: 403 }],
		{ code: 'UPLOAD_REFUSED', step: 'Upload' },
	],
	[
		'a creation',
		['recording:submit', 'job_new', REFUSAL],
		{ code: 'CALL_REFUSED', step: 'Create job', error_type: 'INVALID_OPTION' },
	],
	[
		'a job that failed',
		['job:wait', undefined],
		{
			...{ code: 'JOB_FAILED', step: 'Wait for completion', job_status: 'Failure' },
			error_type: 'no_speech',
		},
	],
	[
		'captions that are not ready',
		['job:getCaptions', undefined],
		{ code: 'CAPTIONS_UNAVAILABLE', step: 'Get captions', job_status: 'Failure' },
	],
	['an input', ['media:add', undefined], { code: 'FILE_INVALID', step: 'Check input' }],
];

test.each(FAILURES)(
	'an error of %s has its code, and what is known of its job',
	async (what, [operation, call, fault], known) => {
		const jobId = await world.jobWithMedia();
		world.setStatus(jobId, 'Failure', NO_SPEECH);
		if (call !== undefined) world.fault(call, fault ?? {});
		const item = recording(what === 'an input' ? 0 : 10);
		const { error } = await world.run(
			operation,
			[item],
			operation.startsWith('recording') ? {} : { jobId },
		);
		const jobs = Object.keys(world.emulator.state.data.jobs);
		const job = call === 'job_new' ? {} : { job_id: Number(jobs.at(-1)) };
		expect(error.context.data).toMatchObject({ ...known, ...job });
		expect(error.context).toMatchObject({ ...known, ...job });
	},
);
