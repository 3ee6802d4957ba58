const { randomUUID } = require('node:crypto');
const shown = require('../../nodes/VerbitTrigger/__schema__/v1.1.0/output.json');
const { WebhookHost } = require('./webhookHost');
const { useWorld } = require('./world');

const world = useWorld();
const ALL_EVENTS = ['completed', 'draftReady', 'failed'];
const TEXT = { contentType: 'text/plain; charset=utf-8' };
const OK = { status: 200, body: 'OK', ...TEXT };
const EARLY_BODY = 'Verbit returns the job as unfinished, or without a draft';
const TOO_EARLY = { status: 409, body: EARLY_BODY, ...TEXT };
const POSTPONED = { status: 503, body: "The call can't be handled right now", ...TEXT };

const DRAFT = { status: '', draft_ready: 'true' };
const FALSE = '={{ "false" }}';

const { memory } = world;
/** @type {WebhookHost} */
let host;
/** @type {number} */
let jobId;

beforeEach(() => {
	host = new WebhookHost(world.engine);
	listen();
	jobId = endedJob();
});

/** The trigger of a new workflow. @param {any} [parameters] @param {Partial<WebhookHost['listening']>} [more] */
function listen(parameters = {}, more = {}) {
	const { credential } = world;
	host.listening = { workflowId: randomUUID(), parameters, credential, mode: 'webhook', ...more };
}

/** @param {any} status @param {object} [more] */
function endedJob(status = 'Completed', more = {}) {
	return world.newJob({ status, ...more });
}

/** Verbit's own call. @param {Record<string, unknown>} [fields] @param {Parameters<WebhookHost['call']>[1]} [options] */
async function call(fields = {}, options) {
	const body = { job_id: jobId, external_id: '', status: 'Completed', ...fields };
	return await host.call(body, options);
}

const outputs = () => host.started.map(({ json }) => json);

/** Before the first run, the editor shows what there will be. @param {object} json */
const expectShown = (json) =>
	expect(Object.keys(shown.properties)).toEqual(expect.arrayContaining(Object.keys(json)));

/** An execution that a call has started, whichever process of n8n took it. @param {Parameters<WebhookHost['execute']>[1]} [options] */
const execute = async (options) =>
	await host.execute(
		[[{ json: { job_id: jobId, event: 'completed', event_key: `${jobId} completed` } }]],
		options,
	);

const EXTERNAL_ID = 'https://lms.example.com/course?id=42';

test('a call for a job that has ended starts the workflow with the job that Verbit returns', async () => {
	jobId = endedJob('Completed', { name: 'Lecture', language: 'en-US', externalId: EXTERNAL_ID });
	expect(await call({ external_id: 'forged' })).toEqual(OK);
	const known = { job_id: jobId, job_name: 'Lecture', profile: 'standard', language: 'en-US' };
	const more = { event: 'completed', job_status: 'Completed', external_id: EXTERNAL_ID };
	expect(outputs()).toEqual([{ ...known, ...more, draft_ready: false, confirmed: true }]);
	expect(world.calls()).toEqual(['auth 200', 'job_info 200']);
});

test.each([
	['is called another event than the chosen one', ['completed'], DRAFT, undefined],
	['is said to go on', ALL_EVENTS, { status: 'In Progress' }, undefined],
	['was canceled', ['failed'], { status: 'Failure' }, { job_status: 'Canceled' }],
	['was canceled as a draft', ['draftReady'], DRAFT, { job_status: 'Canceled', draft_ready: true }],
	['failed, and has no draft', ['draftReady'], DRAFT, { job_status: 'Failure' }],
])('a job that %s is answered OK and starts nothing', async (_what, events, fields, info) => {
	listen({ events });
	if (info) world.fault('job_info', { status: 200, body: info });
	expect(await call(fields)).toEqual(OK);
	expect([outputs(), host.errors]).toEqual([[], []]);
	expect(world.count('job_info')).toBe(info ? 1 : 0);
});

/** `test/unit/trigger/jobEvent.test.js` has what else names no job or event. */
test.each([
	['is a test of plain text', 'This is a test', 'text/plain'],
	['is for a job that Verbit does not have', 'job_id=999999&status=Completed', ''],
])('a call that %s is answered OK and logged, and starts nothing', async (_, body, contentType) => {
	expect(await host.call(body, { contentType })).toEqual(OK);
	expect(world.log.join()).toContain('Verbit Trigger: call answered 200 CALL_IGNORED: ');
	expect([outputs(), host.errors]).toEqual([[], []]);
});

const MADE_UP = ['external_id', 'job_name', 'text', 'event', 'event_key', 'refused', 'errors'];
const FORGED = Object.fromEntries(MADE_UP.map((name) => [name, 'forged']));

test('what a forged call says is in no output, file name, key, hint or log, makes no second event, and no secret of the job is output', async () => {
	listen({ events: ALL_EVENTS, downloadCaptions: true, options: { simplify: false } });
	const info = { job_status: 'Completed', job_name: 'Lecture', draft_ready: 1 };
	const calls = [{}, DRAFT, { status: 'Failure' }, { status: 'forged' }, { job_id: '' }];
	for (const [day, fields] of calls.entries()) {
		const own = { event: 'job.info', job_id: String(jobId), confirmed: 'no' };
		const body = { ...info, ...own, media: 'https://h/a?sig=TopSecret' };
		world.fault('job_info', { status: 200, body });
		expect(await call({ ...FORGED, completed_at: `forged ${day}`, ...fields })).toEqual(OK);
		world.emulator.faults.clear();
	}
	const [media, captions] = ['https://h/a?…', expect.anything()];
	const expected = { ...info, job_id: jobId, confirmed: true, media, captions };
	expect(outputs()).toEqual([
		{ ...expected, event: 'completed' },
		{ ...expected, event: 'draftReady', draft_ready: true },
	]);
	const { failed, errors, hints, started } = host;
	const said = JSON.stringify([failed, errors, hints, started, world.log, [...memory.rows]]);
	expect(said).not.toMatch(/forged|TopSecret/);
});

test('a draft that is ready starts the workflow with its job once, and the end of the job starts it again', async () => {
	listen({ events: '={{ "draftReady, completed" }}' });
	jobId = endedJob('In Progress', { isDraftReady: true, externalId: 'lecture-7' });
	await call(DRAFT);
	await call(DRAFT);
	world.setStatus(jobId, 'Completed');
	await call();
	const body = { job_status: 'Completed', draft_ready: true, completed_at: '2026-11-25' };
	world.fault('job_info', { status: 200, body });
	expect(await call(DRAFT)).toEqual(OK);
	const known = { job_id: jobId, external_id: 'lecture-7', draft_ready: true, confirmed: true };
	expect(outputs()).toMatchObject([
		{ ...known, event: 'draftReady', job_status: 'In Progress' },
		{ ...known, event: 'completed', job_status: 'Completed' },
	]);
});

test('five files of captions are downloaded at a time, and the others wait', async () => {
	listen({ downloadCaptions: true });
	const jobIds = Array.from({ length: 15 }, () => endedJob());
	const callAll = async () => {
		const answers = await Promise.all(jobIds.map(async (id) => await call({ job_id: id })));
		expect(answers).toEqual(jobIds.map(() => OK));
	};
	expect(await world.mostAtATime('get_caption', 5, 15, callAll)).toBe(5);
	expect(new Set(outputs().map(({ job_id: id }) => id))).toEqual(new Set(jobIds));
});

describe('a repeated call', () => {
	const EARLIER = 'An earlier execution started with this event (completed of job';

	test('gets OK and ends at the trigger, which says why: ten equal calls at once start the workflow once', async () => {
		listen({ downloadCaptions: true });
		const answers = await Promise.all(Array.from({ length: 10 }, async () => await call()));
		expect(answers).toEqual(Array(10).fill(OK));
		expect(host.started).toMatchObject([{ binary: { data: {} } }]);
		expect(host.hints).toEqual(Array(9).fill(expect.stringContaining(EARLIER)));
		expect(world.log).toContainEqual(expect.stringContaining(`Verbit Trigger: ${EARLIER}`));
		expect(memory.rows.size).toBe(1);
	});

	test.each([
		['is handled', undefined, OK, [expect.stringContaining(EARLIER)]],
		['is handled, for which Verbit is down', { kind: 'status', status: 503 }, POSTPONED, []],
	])('starts the workflow once while the call before it %s', async (_, then, answer, hints) => {
		const release = world.hold('job_info', then);
		const first = call();
		await world.callHeld();
		expect(await call()).toEqual(OK);
		release();
		expect(await first).toEqual(answer);
		expect(outputs()).toHaveLength(1);
		expect(host.hints).toEqual(hints);
		expect(world.count('job_info')).toBe(2);
	});

	test('is no execution that n8n runs again under its ID or a user retries, but a call after it is', async () => {
		const executionId = await execute();
		await execute({ executionId });
		await execute({ mode: 'retry' });
		expect(outputs()).toHaveLength(3);
		jobId = endedJob();
		await execute({ mode: 'retry' });
		await call();
		expect(outputs()).toHaveLength(4);
	});

	test('is none where the job is of another environment, which has numbers of its own', async () => {
		await execute();
		const baseUrl = `${world.emulator.baseUrl}/sandbox`;
		host.listening.credential = world.credentialOf({ baseUrl });
		await execute();
		expect(outputs()).toHaveLength(2);
	});

	test('starts the workflow again where the database fails, and n8n logs it', async () => {
		memory.fail(2);
		await execute();
		await execute();
		expect(outputs()).toHaveLength(2);
		expect(world.log.join()).toContain("n8n couldn't record an event (The database is gone)");
	});

	test.each([
		['the option says so', true, 'webhook'],
		['the editor listens for its test event, which is recorded nowhere', false, 'manual'],
	])('starts the workflow again where %s', async (_where, acceptRepeats, mode) => {
		listen({ options: { acceptRepeats } }, { mode: /** @type {any} */ (mode) });
		await call();
		await call();
		expect(outputs()).toHaveLength(2);
		expect(memory.rows.size).toBe(0);
		expect(outputs()[0]).not.toHaveProperty('event_key');
	});
});

test.each([
	['Verbit', true],
	['the call, unconfirmed,', false],
])('a second completion starts the workflow, once, where %s says when', async (_, confirmJob) => {
	const [once, again] = ['2026-11-25T10:00:00Z', '2026-11-25T15:30:00Z'];
	listen({ options: { confirmJob } });
	for (const completed_at of [once, again, again]) {
		if (confirmJob)
			world.fault('job_info', { status: 200, body: { job_status: 'Completed', completed_at } });
		expect(await call(confirmJob ? {} : { completed_at })).toEqual(OK);
	}
	expect(outputs()).toHaveLength(2);
	expect(host.hints).toEqual([expect.stringContaining("'Accept Repeated Calls'")]);
});

describe('a call that Verbit does not confirm', () => {
	test.each([
		['Pending', {}, {}],
		['Under Review', DRAFT, { isDraftReady: true }],
	])('is answered 409 for a job that is %s (%j), and taken later', async (status, fields, more) => {
		listen({ events: ALL_EVENTS });
		jobId = endedJob(status);
		expect(await call(fields)).toEqual(TOO_EARLY);
		expect(outputs()).toEqual([]);
		const later = 'isDraftReady' in more ? status : 'Completed';
		world.setStatus(jobId, later, more);
		expect(await call(fields)).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});

	test.each([
		["can't exchange the key", 'auth', { status: 503 }],
		['takes too long', 'job_info', { kind: 'stall' }],
	])('is answered 503 when Verbit %s, and taken later', async (what, operation, fault) => {
		world.fault(operation, fault);
		const answer = call();
		if (what === 'takes too long') await world.expire(operation);
		expect(await answer).toEqual(POSTPONED);
		expect(outputs()).toEqual([]);
		world.emulator.faults.clear();
		expect(await call()).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});
});

test.each([
	[{ status: 'failure' }, { event: 'failed', job_status: 'Failure' }],
	[DRAFT, { event: 'draftReady', draft_ready: true }],
])('unconfirmed, a call starts the workflow once with what it says: %j', async (fields, said) => {
	listen({ events: ALL_EVENTS, options: { confirmJob: FALSE }, downloadCaptions: FALSE });
	const sent = { job_id: 17, external_id: EXTERNAL_ID, ...fields };
	expect([await call(sent), await call(sent)]).toEqual([OK, OK]);
	expect(outputs()).toEqual([{ job_id: 17, external_id: EXTERNAL_ID, confirmed: false, ...said }]);
	expect(world.calls()).toEqual([]);
});

describe('with captions', () => {
	/** @param {object} [more] */
	const listenForCaptions = (more) =>
		listen({ downloadCaptions: '={{ "TRUE" }}', events: ALL_EVENTS, ...more });
	beforeEach(() => listenForCaptions());

	test('the workflow starts with the file, byte for byte, as it was chosen', async () => {
		const options = { captionLanguage: 'es' };
		const chosen = { captionFormat: 'vtt', outputBinaryPropertyName: 'captions', options };
		listenForCaptions(chosen);
		jobId = endedJob('Completed', { translationLanguages: ['es'] });
		await call();
		const [item] = host.started;
		expect(await world.fileOf(item, 'captions')).toEqual(world.emulator.captions('vtt', 'es'));
		const captions = { caption_format: 'vtt', language: 'es', file_name: `${jobId}.es.vtt` };
		expect(item.json).toMatchObject({ job_id: jobId, captions });
	});

	test('as segments stand at the top of the item, and empty ones stay', async () => {
		listenForCaptions({ outputAs: 'segments', options: { timecodeInterval: 5 } });
		await call();
		jobId = endedJob();
		world.fault('get_caption', { status: 200, body: { segments: [] } });
		await call();
		const [spoken, silent] = outputs();
		expect(spoken).toMatchObject({
			segments: expect.any(Array),
			speakers: ['Speaker 1', 'Speaker 2'],
			text: expect.stringMatching(/^Speaker 1: /),
		});
		expect(spoken.captions).toEqual({ caption_format: 'json', characters: expect.any(Number) });
		expect(silent).toMatchObject({ segments: [], speakers: [], text: '' });
		const order = ['text', 'segments', 'speakers', 'job_id'];
		expect([spoken, silent].map((json) => Object.keys(json).slice(0, 4))).toEqual([order, order]);
		expectShown(spoken);
	});

	test('a failed job starts it without, and the editor shows all fields before the first run', async () => {
		listenForCaptions({ captionFormat: 'json', outputAs: 'text' });
		await call();
		jobId = endedJob();
		const errors = [{ code: 'no_speech', message: 'There is no speech' }];
		world.setStatus(jobId, 'Failure', { errors });
		expect(await call({ status: 'Failure' })).toEqual(OK);
		const [completed, failed] = outputs();
		expect(completed).toHaveProperty('transcript');
		expect(failed).toMatchObject({ event: 'failed', errors, confirmed: true });
		expect(world.count('get_caption')).toBe(1);
		expectShown({ ...completed, ...failed });
	});

	test('of a draft the workflow starts with the draft, byte for byte, and says what it is', async () => {
		jobId = endedJob('In Progress', { isDraftReady: true, name: 'Lecture' });
		expect(await call(DRAFT)).toEqual(OK);
		const [item] = host.started;
		expect(await world.fileOf(item)).toEqual(world.emulator.captions('srt'));
		const captions = { draft: true, file_name: 'Lecture.draft.srt' };
		expect(item.json).toMatchObject({ event: 'draftReady', captions });
		expect(world.calls()).toEqual(['auth 200', 'job_info 200', 'draft 200']);
	});

	const GOES_ON = { status: 200, body: { job_status: 'In Progress' } };

	test.each([
		['a gateway answers', true, { status: 404, body: { message: 'no Route matched' } }],
		['the job goes on', false, { status: 400, body: { ErrorType: 'INVALID_QUERY' } }],
	])('that cannot be had while %s bring a call later', async (_what, confirmJob, fault) => {
		listenForCaptions({ options: { confirmJob } });
		world.fault('get_caption', fault);
		if (!confirmJob) world.fault('job_info', { kind: 'delay' }, GOES_ON);
		expect([await call(), await call()]).toEqual([POSTPONED, OK]);
		expect(host.started).toMatchObject([{ binary: { data: {} } }]);
	});

	describe('that fail for longer', () => {
		/** How the calls for some jobs end, of which each gets no captions. @param {number[]} ids */
		const postponed = async (ids) => {
			world.fault('get_caption', ...ids.map(() => ({ status: 503 })));
			const answers = await Promise.all(ids.map(async (id) => await call({ job_id: id })));
			return answers.filter(({ status }) => status === 503).length;
		};

		const passAnHour = () => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);

		test('are awaited for an hour, anew where five hundred others are awaited meanwhile', async () => {
			listenForCaptions({ options: { confirmJob: false }, outputAs: 'text' });
			const first = endedJob();
			expect(await postponed([first])).toBe(1);
			const { credential } = world;
			host.listening.credential = world.credentialOf({ baseUrl: 'nowhere' });
			const others = Array.from(
				{ length: 499 },
				async (_, other) => await call({ job_id: ++other }),
			);
			expect(await Promise.all(others)).toEqual(others.map(() => POSTPONED));
			host.listening.credential = credential;
			expect(await postponed([jobId])).toBe(1);
			passAnHour();
			expect([await postponed([jobId]), await postponed([first])]).toEqual([0, 1]);
			expect(outputs()).toMatchObject([{ job_id: jobId, captions: { error: expect.any(String) } }]);
			expect(await postponed([jobId])).toBe(1);
		});

		test.each([
			['came', { completed_at: undefined }],
			["didn't come", { completed_at: '2026-11-25' }],
		])('are awaited anew where they %s, and the job completes again', async (_how, again) => {
			expect(await postponed([jobId])).toBe(1);
			if (!again.completed_at) await call();
			passAnHour();
			world.fault('job_info', { status: 200, body: { job_status: 'Completed', ...again } });
			expect(await postponed([jobId])).toBe(1);
		});

		test('are awaited by each workflow on its own', async () => {
			expect(await postponed([jobId])).toBe(1);
			passAnHour();
			listenForCaptions();
			expect(await postponed([jobId])).toBe(1);
		});
	});

	test('that Verbit refuses do not hold up the workflow', async () => {
		listenForCaptions({ options: { captionLanguage: 'xx' } });
		expect(await call()).toEqual(OK);
		expect(host.started[0].binary).toBeUndefined();
		expect(outputs()[0].captions).toEqual({
			caption_format: 'srt',
			error: expect.stringContaining('400 INVALID_OPTION'),
		});
	});
});

/** n8n's own error, which is known by its name. */
class DecryptionError extends Error {}

const NO_EVENTS = "'Trigger On' must be draftReady, completed or failed (got ";

test.each(
	/** @type {any[][]} */ ([
		...['={{ null }}', '={{ ["complete"] }}'].map((events) => [{ events }, NO_EVENTS]),
		[{ downloadCaptions: true, captionFormat: 'srt&v=1' }, "'Caption Format'"],
		[{ options: { acceptRepeats: '={{ "maybe" }}' } }, "'Accept Repeated Calls'"],
		[{}, 'Under Review', { body: { job_status: 'Under Review' } }],
		[{}, "didn't accept the key", { changes: { apiKey: 'wrong' } }],
		[{}, "'Base URL' in the Verbit credential", { changes: { baseUrl: 'nowhere' } }],
		[{}, 'of n8n', { failure: DecryptionError }],
	]),
)(
	'what cannot be handled is a failed execution: %j, %s',
	async (parameters, message, more = {}) => {
		const { body, changes = {}, failure: Failure } = more;
		const credential = world.credentialOf(changes);
		const fail = async () => await Promise.reject(new Failure('of n8n'));
		listen(parameters, {
			credential: Object.assign(credential, Failure && { getDecrypted: fail }),
		});
		if (body) world.fault('job_info', { status: 200, body });
		expect(await call()).toMatchObject({ status: 500 });
		expect(host.started).toEqual([]);
		const [failure] = /** @type {any[]} */ (host.failed);
		expect(failure.message).toContain(message);
		expect(JSON.stringify(failure)).not.toContain('Bearer');
	},
);

test.each([
	['contradicts itself', 'job_id=1&job_id=2&status=Completed', ''],
	['is too long to be read', 'x'.repeat(17 * 1024 ** 2), 'application/octet-stream'],
])('a call that %s is answered 400, and starts nothing', async (_what, body, contentType) => {
	const answer = { status: 400, body: "The call can't be read", ...TEXT };
	expect(await host.call(body, { contentType })).toEqual(answer);
	expect([outputs(), host.errors, host.failed]).toEqual([[], [], []]);
	expect(world.calls()).toEqual([]);
});

test('ten calls are handled at a time, five hundred wait, and the ones beyond are to come again', async () => {
	jobId = endedJob('In Progress');
	/** @type {number[]} */
	const statuses = [];
	const releases = Array.from({ length: 10 }, () => world.hold('job_info'));
	const calls = Array.from({ length: 513 }, async () => statuses.push((await call()).status));
	await world.until(() => world.count('job_info') === 10 && statuses.length === 3);
	await world.roundTrip();
	expect([statuses, world.count('job_info')]).toEqual([[503, 503, 503], 10]);
	// What waits asks Verbit no more.
	world.credential.data.baseUrl = 'nowhere';
	for (const release of releases) release();
	await Promise.all(calls);
	expect(statuses.slice(3).sort()).toEqual([...Array(10).fill(409), ...Array(500).fill(500)]);
});

describe("a refused call in the editor's test", () => {
	test.each([
		['without a job', { job_id: '' }, 'The call names no known job or event'],
		['with two jobs', { job_id: [1, 2] }, "The call can't be read"],
	])('%s says why at the trigger', async (_name, fields, message) => {
		listen({}, { mode: 'manual' });
		await call(fields);
		expect(host.errors).toEqual([expect.stringContaining(message)]);
		expect(outputs()).toEqual([]);
	});

	test('keeps it listening where Verbit calls again', async () => {
		listen({}, { mode: 'manual' });
		jobId = endedJob('In Progress');
		await call();
		expect(host.errors).toEqual([]);
		world.setStatus(jobId, 'Completed');
		await call();
		expect(outputs()).toHaveLength(1);
	});
});
