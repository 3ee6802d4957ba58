/** What Verbit, or somebody in its place, answers with a success: what counts as right, and what follows where it isn't. */
const { retryOnFail, useWorld } = require('./world');

const world = useWorld();

/** A body and what it comes with; its words in braces are filled in. @typedef {[body: string, more: object]} Answer */

const OK = { status: 200 };
const HTML = { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } };

const OF_JOB = [
	...['job_name', 'external_id', 'language', 'draft_ready', 'labels', 'permissions'],
	...['job_metadata', 'dynamic_dictionary', 'translation_profile', 'translation_languages'],
	'translation_processing_mode',
].map((name) => `"${name}":"x"`);

/** They say that a call was carried out. @type {Answer[]} */
const RIGHT = [
	...[200, 201, 204].map((status) => /** @type {Answer} */ (['', { status }])),
	['202 Accepted', { status: 202 }],
	...[
		...['OK', '"done"', '{}', 'null'],
		// A word in a field, or a yes among its fields.
		...['{"success":true}', '{"status":"ok"}', '{"result":"Success","message":"OK"}'],
		...['{"success":true,"job_id":{job}}', '{"job_id":{job},"status":"success"}'],
		...['{"code":200,"success":true,"message":"Media was added"}', '{"statusCode":"201"}'],
		...['{"data":null,"Success":true,"error":""}', '{"errors":[]}', '{"error":false}'],
		'{"result":"done","media_url":"https://h/x.mp4","Message":"Media was added"}',
		// Its job, and what fits it.
		...['{"job_id":{job}}', '{"job_id":"{job}","warning":"Short","errors":[]}'],
		...['{"status":"{fits}"}', '{"job_status":"{fits}"}', '{"job_id":{job},"errors":null}'],
		'{"job_id":{job},"job_status":"{fits}","profile":"standard"}',
		`{"job_id":{job},"job_status":"{fits}",${OF_JOB.join()}}`,
	].map((body) => /** @type {Answer} */ ([body, OK])),
];

/** They prove nothing. @type {Answer[]} */
const OTHERS = [
	...[202, 205, 206].map((status) => /** @type {Answer} */ (['', { status }])),
	['OK', { status: 303, headers: { location: '/done' } }],
	...['', 'OK', '<!doctype html><p>Log in'].map((body) => /** @type {Answer} */ ([body, HTML])),
	...[
		...['Blocked by policy', 'OK, but not now', '[]', '{"job_id":{job}', '{"error":"denied"}'],
		// Another system's.
		...['{"code":1001,"msg":"invalid token","data":null}', '{"started":false}'],
		...['{"message":"not now"}', '{"job_id":{job},"message":"not now"}'],
		...['{"status":"{fits}","message":"not now"}', '{"profile":"standard"}'],
		// A word, and what contradicts it.
		...['{"status":"ok","success":false}', '{"success":true,"error":"denied"}'],
		...['{"success":true,"code":1001}', '{"success":true,"job_id":{other}}', '{"success":["ok"]}'],
		// A status that is none, or doesn't fit.
		...['{"status":"error"}', '{"job_id":{job},"job_status":"Failed"}'],
		...['{"job_id":{job},"job_status":"{unfit}"}', '{"job_id":{job},"job_status":"Held"}'],
		...['{"job_id":{job},"errors":{deep}}', '{"job_id":{job},"status":{deep}}'],
		// Another job, its job with an error, or one level down.
		...['{"job_id":{other}}', '{"data":{"job_id":{job}}}', '{"job_id":{job},"error":"denied"}'],
		'{"job_id":{job},"errors":[{"code":"no_speech"}]}',
		'{"job_id":{job},"job_status":"{fits}","ok":false}',
	].map((body) => /** @type {Answer} */ ([body, OK])),
];

const REFUSED = '{"ErrorType":"INVALID_OPTION","ErrorComment":"why"}';

/** A start differs in the status that it brings about, and in what follows. @param {Answer[]} answers */
const ofStatus = (answers) => answers.filter(([body]) => /status|^OK$|^Blocked/.test(body));

/** Has the next call answered so. @param {string} call @param {number} jobId @param {Answer} answer */
function answer(call, jobId, [body, more]) {
	const [fits, unfit] = call === 'add_media' ? ['Pending', 'In Progress'] : ['In Progress', 'Held'];
	// More levels than a function can go down.
	const deep = '['.repeat(100_000) + ']'.repeat(100_000);
	/** @type {Record<string, unknown>} */
	const values = { job: jobId, other: jobId + 1, fits, unfit, deep };
	const text = body.replace(/\{(job|other|fits|unfit|deep)\}/g, (_, name) => String(values[name]));
	world.fault(call, { ...more, body: text });
}

const URL = { mediaUrl: 'https://h/x.mp4' };

describe('a start', () => {
	/** @param {number} jobId */
	const start = async (jobId) => await world.run('job:start', [{}], { jobId });

	/** Somebody may have to approve it. @type {Answer} */
	const PENDING = ['{"job_id":{job},"job_status":"Pending"}', OK];

	test.each([...ofStatus(RIGHT), PENDING])('answered with %s (%j) has worked', async (...given) => {
		const jobId = world.jobWithMedia();
		answer('perform_transcription', jobId, given);
		await start(jobId);
		expect(world.steps()).toEqual([expect.stringMatching(/^perform/)]);
	});

	test.each(ofStatus(OTHERS))('answered with %s (%j) is judged by its job', async (...given) => {
		const jobId = world.jobWithMedia();
		answer('perform_transcription', jobId, given);
		const pending = await world.failing(start(jobId));
		expect(pending.error.message).toMatch(/^(?!.*refused).*returned [23]0\d/);
		expect(pending.error.description).not.toContain('earlier attempt');
		// A job that was started may wait for a person's approval.
		expect(pending.error.description).toContain(`To continue with job ${jobId}`);
		answer('perform_transcription', jobId, given);
		world.setStatus(jobId, 'In Progress');
		const { items } = await start(jobId);
		expect(items[0].json).toMatchObject({ job_id: jobId, job_status: 'In Progress' });
		expect([world.count('perform_transcription'), world.count('job_info')]).toEqual([2, 2]);
	});

	test.each([
		['Completed', undefined],
		['Failure', undefined],
		['Canceled', 'NOT_VERBIT'],
	])('of a job that is %s then ends with %s', async (jobStatus, code) => {
		const jobId = world.jobWithMedia();
		world.setStatus(jobId, jobStatus);
		world.fault('perform_transcription', { status: 200, body: 'Blocked by policy' });
		const { error } = await world.settled(world.run('job:start', [{}], { jobId }));
		expect(error?.context.code).toBe(code);
	});

	test('that its job proves is output with what was answered', async () => {
		const jobId = world.jobWithMedia();
		world.setStatus(jobId, 'In Progress');
		const body = { job_id: 1, eta_hours: 4, error: 'minutes almost used up' };
		world.fault('perform_transcription', { status: 200, body });
		const { items } = await start(jobId);
		const told = { eta_hours: 4, verbit_error: body.error };
		expect(items[0].json).toEqual({ job_id: jobId, job_status: 'In Progress', ...told });
	});
});

describe('Add Media', () => {
	test.each(RIGHT)('answered with %s (%j) has worked', async (...given) => {
		const jobId = world.newJob();
		answer('add_media', jobId, given);
		await world.run('media:add', [{}], { jobId, ...URL });
		expect(world.steps()).toEqual([expect.stringMatching(/^add_media/)]);
	});

	test.each(OTHERS)('answered with %s (%j) is unclear, and not sent again', async (...given) => {
		const jobId = world.newJob();
		answer('add_media', jobId, given);
		const { error } = await world.runFailing('media:add', [{}], { jobId, ...URL });
		expect(error.context.code).toBe('ATTACHMENT_UNCLEAR');
		expect(error.message).toMatch(/returned [23]0\d/);
		expect(error.description).toMatch(/^Continue with Start Transcription(?!.*earlier attempt)/);
		expect(world.count('add_media')).toBe(1);
	});

	test.each([
		...[REFUSED, `{"job_id":{job},${REFUSED.slice(1)}`, `{"error":${REFUSED}}`, `[${REFUSED}]`],
		`{"data":${REFUSED},"status":"ok"}`,
	])('that Verbit refuses with 200 and %s is refused', async (body) => {
		const jobId = world.newJob();
		answer('add_media', jobId, [body, OK]);
		const { error } = await world.runFailing('media:add', [{}], { jobId, ...URL });
		expect(error.context).toMatchObject({ code: 'CALL_REFUSED', error_type: 'INVALID_OPTION' });
		expect(error.message).toContain('200 INVALID_OPTION (why)');
	});

	test.each([
		['says that it has media: it goes on', { status: 200, body: 'OK' }, 1],
		['finds no media: the next try attaches again', {}, 2],
		['fails for another reason: the next try attaches again', { status: 503, times: 4 }, 2],
	])('in a submission is judged by the start, which %s', async (_how, start, attached) => {
		world.fault('add_media', { ...HTML, body: '<!doctype html><p>Blocked' });
		if ('status' in start) world.fault('perform_transcription', start);
		const { items } = await world.run('recording:submit', [{}], URL, retryOnFail);
		expect(items[0].json.transcription_started).toBe(true);
		expect([world.count('job_new'), world.count('add_media')]).toEqual([1, attached]);
	});

	test('in a submission without a start is an error', async () => {
		world.fault('add_media', { status: 200, body: 'Blocked by policy' });
		const parameters = { ...URL, options: { startTranscription: false } };
		const { error } = await world.runFailing('recording:submit', [{}], parameters);
		expect(error.context.code).toBe('ATTACHMENT_UNCLEAR');
	});
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

	test.each([
		'{"job_id":"7","job_status":"Pending"}',
		'{"job_status":"Pending","job_id":null}',
		'{"job_status":"Pending","job_metadata":{"ErrorType":"lecture"}}',
	])('takes %s', async (body) => {
		world.fault('job_info', { status: 200, body });
		const { items } = await world.run('job:get', [{}], { jobId: 7 });
		expect(items[0].json).toMatchObject({ job_id: 7, job_status: 'Pending' });
	});
});

describe('a creation that is answered', () => {
	const externalId = { externalId: 'lecture-42' };
	const ENVELOPE = { ErrorType: 'INVALID_OPTION', ErrorComment: 'why' };
	const to = (/** @type {string} */ location) => ({ status: 303, headers: { location } });

	test.each([
		['a job ID and an ErrorType', { status: 201, body: { job_id: 4711, ...ENVELOPE } }, 4711],
		['a job one level down', { status: 200, body: { data: { job_id: 4711 } } }, 4711],
		['a redirect to a job', to('/api/job/info?v=4&job_id=4711'), 4711],
		['a redirect to a job by its path', to('/jobs/4711'), 4711],
		['nothing but where the job is', { status: 201, headers: { location: '/job/4711' } }, 4711],
		['a redirect to something', to('/done'), undefined],
		["a job in the user's own data", { body: { job_metadata: { job_id: 4711 } } }, undefined],
		['201 and a word', { status: 201, body: '201 Created' }, undefined],
		['201 and half of a job', { status: 201, body: '{"job_id": 10' }, undefined],
		['201 and no number of a job', { status: 201, body: { job_id: 0 } }, undefined],
	])('with %s may have made a job, and makes no other', async (_what, fault, jobId) => {
		world.fault('job_new', { status: 200, ...fault });
		const { error } = await world.runFailing('job:create', [{}], externalId);
		expect(error.context.code).toBe('JOB_MAY_EXIST');
		const named = jobId === undefined ? 'External ID "lecture-42"' : `job ${jobId}`;
		expect(error.description).toContain(named);
		expect(error.context.data.job_id).toBe(jobId);
		expect(world.count('job_new')).toBe(1);
	});

	test.each([
		['with an ErrorType alone', { status: 200, body: ENVELOPE }],
		['with both, but as a refusal', { status: 400, body: { job_id: 7, ...ENVELOPE } }],
		['with an ErrorType and 500', { status: 500, body: ENVELOPE, times: 4 }],
		['with a page', { ...HTML, body: '<!DOCTYPE html>' }],
		['with a redirect that a portal sends', { ...to('/jobs/4711'), status: 302 }],
	])('%s has made none, and is not repeated', async (_what, fault) => {
		world.fault('job_new', fault);
		const { error } = await world.runFailing('job:create', [{}], externalId);
		expect(error.context.code).not.toBe('JOB_MAY_EXIST');
		expect(error.description).not.toContain('may or may not');
		expect(world.count('job_new')).toBe(1);
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

	test.each([{ errors: [{ message: 7 }] }, { errors: { message: 'x' } }])(
		'that says %j is quoted with its status',
		async (body) => expect(await refuse(body)).toMatch(/ returned 401\)$/),
	);
});
