/** What Verbit, or somebody in its place, answers with a success: what counts as right, and what follows where it isn't. */
const { retryOnFail, shortenPauses, useWorld } = require('./world');

const world = useWorld();
shortenPauses();

/** None says that the call was carried out; `test/unit/http/body.test.js` has more. @type {Array<[what: string, body: string]>} */
const OTHERS = [
	['a text', 'Blocked by policy'],
	['an error', '{"error":"denied"}'],
	['11 MB', 'x'.repeat(11 * 1024 * 1024)],
];

const URL = { mediaUrl: 'https://h/x.mp4' };
const OF_URL = { mediaSource: 'url', ...URL, simplify: false };

/** @param {Parameters<typeof world.run>[3]} [more] */
const submit = async (more) => await world.run('recording:submit', [{}], OF_URL, more);

describe('a start', () => {
	test.each(OTHERS)('answered with %s is judged by its job', async (_what, body) => {
		const jobId = await world.jobWithMedia();
		const answer = { status: 200, body };
		world.fault('perform_transcription', answer, answer);
		const pending = await world.runFailing('job:start', [{}], { jobId });
		expect(pending.error.message).toMatch(/\(?(got|returned) 200/);
		expect(pending.error.description).not.toContain('earlier attempt');
		world.setStatus(jobId, 'In Progress');
		const { items } = await world.run('job:start', [{}], { jobId });
		expect(items[0].json).toEqual({ job_id: jobId, job_status: 'In Progress' });
		expect(world.count('job_info')).toBe(2);
	});

	test.each([
		['Completed', undefined],
		['Failure', undefined],
		['Canceled', 'NOT_VERBIT'],
	])('of a job that is %s then ends with %s', async (jobStatus, code) => {
		const jobId = await world.jobWithMedia();
		world.setStatus(jobId, jobStatus);
		world.fault('perform_transcription', { status: 200, body: 'Blocked by policy' });
		const { error } = await world.settled(world.run('job:start', [{}], { jobId }));
		expect(error?.context.code).toBe(code);
	});

	test('whose job cannot be asked for is in doubt, and shows what came', async () => {
		const jobId = await world.jobWithMedia();
		world.fault('perform_transcription', { status: 200, body: 'Blocked by policy' });
		world.fault('job_info', { status: 404, body: 'x' });
		const { error } = await world.runFailing('job:start', [{}], { jobId });
		expect(error.message).toContain('200 and text (Blocked by policy)');
		expect(error.description).toContain('Check the job in Verbit first');
	});
});

describe('Add Media', () => {
	test.each(OTHERS)(
		'answered with %s is not known to have worked, and is not sent again',
		async (_what, body) => {
			const jobId = world.newJob();
			world.fault('add_media', { status: 200, body });
			const { error } = await world.runFailing('media:add', [{}], { jobId, ...URL });
			expect(error.context.code).toBe('ATTACHMENT_UNCLEAR');
			expect(error.message).toContain('returned 200 and ');
			expect(error.description).toContain('Start Transcription');
			expect(world.count('add_media')).toBe(1);
		},
	);

	test('that is not known to have worked is proven by the refusal of the next try', async () => {
		const jobId = await world.jobWithMedia();
		world.fault('add_media', { status: 200, body: 'Blocked by policy' });
		const { items } = await world.run('media:add', [{}], { jobId, ...URL }, retryOnFail);
		expect(items[0].json).toMatchObject({ job_id: jobId, confirmed_by_repeat: true });
	});

	test('in a submission is judged by the start: it goes on', async () => {
		world.fault('add_media', { status: 200, body: 'Blocked by policy' });
		world.fault('perform_transcription', { status: 200, body: 'OK' });
		const { items, error } = await submit();
		expect([error, items[0]?.json.transcription_started]).toEqual([undefined, true]);
	});

	test('in a submission whose start finds no media was refused: the error says so, and the next try attaches again', async () => {
		world.fault('add_media', { status: 200, body: 'Blocked by policy' });
		const { error } = await world.failing(submit());
		expect(error.context.code).toBe('ATTACHMENT_UNCLEAR');
		expect(error.description).toContain('has no media yet');
		world.emulator.journal.clear();
		world.fault('add_media', { status: 200, body: 'Blocked by policy' });
		const { items } = await submit(retryOnFail);
		expect(items[0].json.transcription_started).toBe(true);
		expect([world.count('job_new'), world.count('add_media')]).toEqual([1, 2]);
	});

	test('in a submission without a start is an error', async () => {
		world.fault('add_media', { status: 200, body: 'Blocked by policy' });
		const parameters = { mediaSource: 'url', ...URL, options: { startTranscription: false } };
		const { error } = await world.runFailing('recording:submit', [{}], parameters);
		expect(error.context.code).toBe('ATTACHMENT_UNCLEAR');
	});
});

test('notes that are not known to be attached send to the job in Verbit', async () => {
	world.fault('add_notes_attachments', { status: 200, body: 'Blocked by policy' });
	const parameters = { jobId: world.newJob(), notesUrl: 'https://h/x.pdf' };
	const { error } = await world.runFailing('media:addNotes', [{}], parameters);
	expect(error.context.code).toBe('ATTACHMENT_UNCLEAR');
	expect(error.description).toContain('Check the job in Verbit');
});

describe('Get', () => {
	test.each([
		['another job, as digits', '{"job_id":"71","job_status":"Completed"}'],
		['no status', '{"job_id":7}'],
		['an empty status', '{"job_id":7,"job_status":" "}'],
		['a status that is none', '{"job_id":7,"job_status":{"a":1}}'],
	])('answered with %s is an error', async (_what, body) => {
		world.fault('job_info', { status: 200, body });
		const { error } = await world.runFailing('job:get', [{}], { jobId: 7 });
		expect(error.context.code).toBe('RESPONSE_INCOMPLETE');
		expect(error.message).toContain('lacks the status of job 7');
	});

	test.each(['{"job_id":"7","job_status":"Pending"}', '{"job_status":"Pending","job_id":null}'])(
		'takes %s',
		async (body) => {
			world.fault('job_info', { status: 200, body });
			const { items } = await world.run('job:get', [{}], { jobId: 7 });
			expect(items[0].json).toMatchObject({ job_id: 7, job_status: 'Pending' });
		},
	);
});

describe('a creation that is answered', () => {
	const externalId = { externalId: 'lecture-42' };
	const ENVELOPE = { ErrorType: 'INVALID_OPTION', ErrorComment: 'why' };
	const to = (/** @type {string} */ location) => ({ status: 303, headers: { location } });

	test.each([
		['a job ID and an ErrorType', { status: 201, body: { job_id: 4711, ...ENVELOPE } }, 4711],
		['a redirect to a job', to('/api/job/info?v=4&job_id=4711'), 4711],
		['a redirect to a job by its path', to('/jobs/4711'), 4711],
		['nothing but where the job is', { status: 201, headers: { location: '/job/4711' } }, 4711],
		['a redirect to something', to('/done'), undefined],
		['a redirect to nothing', { status: 303 }, undefined],
	])(
		'with %s may have made a job, which is named: none is made again',
		async (_what, fault, jobId) => {
			world.fault('job_new', fault);
			const { error } = await world.runFailing('job:create', [{}], externalId);
			expect(error.context.code).toBe('JOB_MAY_EXIST');
			const named = jobId === undefined ? 'external ID "lecture-42"' : `job ${jobId}`;
			expect(error.description).toContain(named);
			expect(world.count('job_new')).toBe(1);
		},
	);

	test.each([
		['with an ErrorType alone', { status: 200, body: ENVELOPE }],
		['with both, but as a refusal', { status: 400, body: { job_id: 7, ...ENVELOPE } }],
		['with a redirect that a portal sends', { ...to('/jobs/4711'), status: 302 }],
	])('%s has made none', async (_what, fault) => {
		world.fault('job_new', fault);
		const { error } = await world.runFailing('job:create', [{}], externalId);
		expect(error.context.code).not.toBe('JOB_MAY_EXIST');
		expect(error.description).not.toContain('may or may not');
	});

	test('408 is repeated with an External ID alone', async () => {
		world.fault('job_new', { status: 408 });
		const { error } = await world.runFailing('job:create', [{}], {});
		expect(error.context.code).toBe('JOB_MAY_EXIST');
		expect(world.count('job_new')).toBe(1);
		world.fault('job_new', { status: 408 });
		const { items } = await world.run('job:create', [{}], externalId);
		expect(items[0].json.possible_duplicate).toBe(true);
		expect(world.count('job_new')).toBe(3);
	});
});

describe('the authentication host', () => {
	/** @param {string | object} body */
	const refuse = async (body) => {
		world.fault('auth', { status: 401, body });
		world.credential = world.credentialOf({ authentication: 'jwt' });
		return (await world.runFailing('job:get', [{}], { jobId: 7 })).error.message;
	};

	test('says why it refuses a key, without the key', async () => {
		const { apiKey } = world.emulator.state.data;
		const message = `The key ${apiKey} was revoked, see https://h/x?token=TopSecret`;
		const errors = [{ code: 'revoked', message }, { message: 'second' }];
		const said = await refuse({ tracing_id: 'x', errors });
		expect(said).toContain('returned 401: The key … was revoked, see https://h/x?…');
		expect(said).not.toMatch(/second|TopSecret/);
	});

	test.each([{ errors: [] }, { errors: [{ message: 7 }] }, { errors: { message: 'x' } }, []])(
		'that says %j is quoted with its status',
		async (body) => expect(await refuse(body)).toMatch(/ returned 401\)$/),
	);
});
