const { randomUUID } = require('node:crypto');
const querystring = require('node:querystring');
const shown = require('../../nodes/VerbitTrigger/__schema__/v1.0.0/output.json');
const { until } = require('../support/until');
const { captionsOf } = require('./captionJobs');
const { ProcessedData } = require('./processedData');
const { WebhookHost } = require('./webhookHost');
const { shortenTimeouts, useWorld } = require('./world');

const world = useWorld();
const ALL_EVENTS = ['completed', 'draftReady', 'failed'];
const TEXT = { contentType: 'text/plain; charset=utf-8' };
const OK = { status: 200, body: 'OK', ...TEXT };
const TOO_EARLY = {
	status: 409,
	body: 'Verbit returns the job as unfinished, or without a draft',
	...TEXT,
};
const POSTPONED = { status: 503, body: "The call can't be handled right now", ...TEXT };
const FORM = 'application/x-www-form-urlencoded';
const DRAFT = { status: '', draft_ready: 'true' };
const FALSE = '={{ "false" }}';

/** @type {ProcessedData} */
let memory;
/** @type {WebhookHost} */
let host;
/** @type {number} */
let jobId;

beforeAll(async () => (memory = await ProcessedData.install()));
beforeEach(async () => {
	memory.reset();
	host = await WebhookHost.start(world.engine);
	listen();
	jobId = endedJob();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await host.stop();
});

/** The trigger of a new workflow. @param {object} [parameters] @param {Partial<import('./webhookHost').Listener>} [more] */
function listen(parameters = {}, more = {}) {
	const { credential } = world;
	const workflowId = randomUUID();
	host.listening = {
		workflowId,
		parameters: { ...parameters },
		credential,
		mode: 'webhook',
		...more,
	};
}

/** @param {import('../emulator/state').JobStatus} status @param {object} [more] */
function endedJob(status = 'Completed', more = {}) {
	return world.emulator.createJob({ profile: 'standard', status, ...more });
}

/** Verbit's own call. @param {Record<string, unknown>} [fields] @param {Parameters<WebhookHost['call']>[1]} [options] */
async function call(fields = {}, options) {
	const body = { job_id: jobId, external_id: '', status: 'Completed', ...fields };
	return await host.call(body, options);
}

const outputs = () => host.started.map(({ json }) => json);

function expectNothing() {
	expect(outputs()).toEqual([]);
	expect(world.calls()).toEqual([]);
}

/** What n8n saves of the call, which is a failed execution. @param {Parameters<typeof call>} sent @returns {Promise<any>} */
async function failureOf(...sent) {
	expect(await call(...sent)).toMatchObject({ status: 500 });
	expect(host.started).toEqual([]);
	return host.failed[0];
}

describe('a call for a job that has ended', () => {
	test('gets OK and starts the workflow with the job that Verbit returns, not what the call says', async () => {
		const externalId = 'https://lms.example.com/course?id=42';
		jobId = endedJob('Completed', { name: 'Lecture', externalId });
		expect(await call({ external_id: 'forged' })).toEqual(OK);
		expect(outputs()).toEqual([
			{
				job_id: jobId,
				event: 'completed',
				job_status: 'Completed',
				job_name: 'Lecture',
				profile: 'standard',
				external_id: externalId,
				draft_ready: false,
				confirmed: true,
			},
		]);
		expect(world.calls()).toEqual(['auth 200', 'job_info 200']);
	});

	test('outputs all that Verbit returns where Simplify is off', async () => {
		listen({ options: { simplify: false } });
		await call();
		expect(outputs()).toMatchObject([{ job_id: jobId, event: 'completed', job_metadata: {} }]);
		expect(outputs()[0]).not.toHaveProperty('status');
	});

	test.each(/** @type {const} */ (['Completed', 'Canceled']))(
		'counts by what Verbit returns: a %s job that is called failed starts nothing',
		async (status) => {
			listen({ events: ['failed'] });
			jobId = endedJob(status);
			expect(await call({ status: 'Failure' })).toEqual(OK);
			expect(outputs()).toEqual([]);
		},
	);
});

test.each([
	[['completed'], { status: 'Failure' }],
	[['completed'], DRAFT],
	[ALL_EVENTS, { status: 'In Progress' }],
])(
	'where %j is chosen, %j is answered OK, and nothing is asked or started',
	async (events, fields) => {
		listen({ events });
		expect(await call(fields)).toEqual(OK);
		expectNothing();
	},
);

test.each([
	['nothing', '', FORM],
	['JSON of another form', '{"event":"test"}', 'application/json'],
	['plain text', 'This is a test', 'text/plain'],
	['a new status', 'job_id=1&status=Archived', FORM],
])(
	'a call with %s is answered OK, logged, and starts nothing',
	async (_what, body, contentType) => {
		listen({ events: ALL_EVENTS });
		expect(await host.call(body, { contentType })).toEqual(OK);
		expect(world.log.join()).toContain('Verbit Trigger: call answered 200 CALL_IGNORED: ');
		expectNothing();
	},
);

describe('a draft that is ready', () => {
	beforeEach(() => {
		listen({ events: ['draftReady'] });
		jobId = endedJob('In Progress', { isDraftReady: true, externalId: 'lecture-7' });
	});

	test.each([
		['a form', FORM, querystring.stringify],
		['JSON', 'application/json', JSON.stringify],
	])('in %s starts the workflow with the job', async (_what, contentType, write) => {
		const body = write({ job_id: jobId, draft_ready: true });
		expect(await host.call(body, { contentType })).toEqual(OK);
		expect(outputs()).toMatchObject([
			{
				job_id: jobId,
				event: 'draftReady',
				external_id: 'lecture-7',
				draft_ready: true,
				job_status: 'In Progress',
				confirmed: true,
			},
		]);
		expect(outputs()[0]).not.toHaveProperty('status');
		expect(world.calls()).toEqual(['auth 200', 'job_info 200']);
	});

	test('starts it once, and the end of the job, which is no repeat, starts it again', async () => {
		listen({ events: ALL_EVENTS });
		await call(DRAFT);
		await call(DRAFT);
		expect(host.hints).toHaveLength(1);
		world.emulator.setJobStatus(jobId, 'Completed');
		await call();
		expect(host.hints).toHaveLength(1);
		await call(DRAFT);
		expect(outputs().map(({ event }) => event)).toEqual(['draftReady', 'completed']);
	});

	test('is answered 409 while Verbit does not confirm it', async () => {
		jobId = endedJob('In Progress');
		expect(await call(DRAFT)).toEqual(TOO_EARLY);
		world.emulator.setJobStatus(jobId, 'In Progress', { isDraftReady: true });
		expect(await call(DRAFT)).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});

	test('starts nothing when the job has ended and has none', async () => {
		for (const status of /** @type {const} */ (['Completed', 'Failure', 'Canceled'])) {
			jobId = endedJob(status);
			expect(await call(DRAFT)).toEqual(OK);
		}
		expect(outputs()).toEqual([]);
	});
});

test('five files of captions are downloaded at a time, and the others wait', async () => {
	listen({ downloadCaptions: true });
	const jobIds = Array.from({ length: 15 }, () => endedJob());
	const releases = jobIds.map(() => world.hold('get_caption'));
	const answers = Promise.all(jobIds.map(async (id) => await call({ job_id: id })));
	let most = 0;
	for (const [released, release] of releases.entries()) {
		await world.until(() => world.count('get_caption') >= Math.min(15, released + 5));
		await world.roundTrip();
		most = Math.max(most, world.count('get_caption') - released);
		release();
	}
	expect(await answers).toEqual(jobIds.map(() => OK));
	expect(most).toBe(5);
	expect(new Set(outputs().map(({ job_id: id }) => id))).toEqual(new Set(jobIds));
});

describe('a repeated call', () => {
	const itemOf = () => [[{ json: { job_id: jobId, event: 'completed' } }]];

	test('is answered with OK, and its execution ends at the trigger and says why', async () => {
		await call();
		expect(await call({ status: 'completed' })).toEqual(OK);
		expect(outputs()).toHaveLength(1);
		const text = `An earlier execution started with this event (completed of job ${jobId}).`;
		expect(host.hints).toEqual([expect.stringContaining(text)]);
		expect(world.log).toContainEqual(expect.stringContaining(`Verbit Trigger: ${text}`));
	});

	test('starts the workflow once where several calls come at the same time', async () => {
		expect(await Promise.all([call(), call(), call()])).toEqual([OK, OK, OK]);
		expect(outputs()).toHaveLength(1);
	});

	test('starts the workflow once where the callers hung up, whether or not n8n could start it', async () => {
		const hangUp = async () => {
			const release = world.hold('job_info');
			const impatient = new AbortController();
			const answer = call({}, { signal: impatient.signal }).catch((error) => error.name);
			await world.until(() => world.emulator.faults.queue.length === 0);
			impatient.abort();
			expect(await answer).toBe('AbortError');
			release();
		};
		host.isBroken = true;
		expect((await call()).status).toBe(500);
		await hangUp();
		await until(() => host.notStarted === 2);
		host.isBroken = false;
		await hangUp();
		await until(() => host.started.length === 1);
		expect(await call()).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});

	test('an execution that n8n runs again under its ID is none', async () => {
		const executionId = await host.execute(itemOf());
		await host.execute(itemOf(), { executionId });
		expect(outputs()).toHaveLength(2);
		await host.execute(itemOf());
		expect(outputs()).toHaveLength(2);
	});

	test('an execution that a user retries is none, but a call after it is', async () => {
		await host.execute(itemOf());
		await host.execute(itemOf(), { mode: 'retry' });
		expect(outputs()).toHaveLength(2);
		jobId = endedJob();
		await host.execute(itemOf(), { mode: 'retry' });
		await call();
		expect(outputs()).toHaveLength(3);
	});

	test("the editor's test event is recorded nowhere", async () => {
		listen({}, { mode: 'manual' });
		await call();
		await call();
		expect(outputs()).toHaveLength(2);
		expect(memory.rows.size).toBe(0);
	});

	test('is known when another process overwrote the entry at the same moment', async () => {
		await call();
		const before = new Map(memory.rows);
		jobId = endedJob();
		let reads = 0;
		// When the node looks whether it was written, another worker has written what it read before.
		memory.beforeRead = () => {
			if (++reads === 2) memory.rows = new Map(before);
		};
		await call();
		await call();
		expect(outputs()).toHaveLength(2);
	});

	test('is known when two processes wrote the first entries at once', async () => {
		memory.failures = 1;
		await call();
		await call();
		expect(outputs()).toHaveLength(1);
	});

	test('starts the workflow again where the database fails, and n8n logs it', async () => {
		memory.failures = 4;
		await call();
		await call();
		expect(outputs()).toHaveLength(2);
		expect(world.log.join()).toContain("n8n couldn't record an event (The database is gone)");
	});
});

describe('a call that Verbit does not confirm', () => {
	test.each(/** @type {const} */ ([200, 404]))(
		'is answered OK, logged, and starts nothing for a job that it does not have (status %d)',
		async (errorStatus) => {
			world.emulator.switches.set({ errorStatus });
			expect(await call({ job_id: 999_999 })).toEqual(OK);
			expect(world.log.join()).toContain('call answered 200 CALL_IGNORED: ');
			expect(outputs()).toEqual([]);
		},
	);

	test.each(/** @type {const} */ (['Pending', 'In Progress']))(
		'is answered 409 for a job that is %s, and starts the workflow once it has ended',
		async (status) => {
			jobId = endedJob(status);
			expect(await call()).toEqual(TOO_EARLY);
			expect(outputs()).toEqual([]);
			world.emulator.setJobStatus(jobId, 'Completed');
			expect(await call()).toEqual(OK);
			expect(outputs()).toHaveLength(1);
		},
	);

	test.each([
		['is down', 'job_info', { status: 503 }],
		["can't exchange the key", 'auth', { status: 503 }],
		['takes too long', 'job_info', { kind: /** @type {const} */ ('stall') }],
	])(
		'is answered 503 when Verbit %s, and starts the workflow at its repeat',
		async (what, operation, fault) => {
			if (what === 'takes too long') shortenTimeouts(20);
			world.fault(operation, fault);
			expect(await call()).toEqual(POSTPONED);
			expect(outputs()).toEqual([]);
			world.emulator.faults.clear();
			expect(await call()).toEqual(OK);
			expect(outputs()).toHaveLength(1);
		},
	);

	test('fails where it is seen when the status is one that nobody knows', async () => {
		world.fault('job_info', { status: 200, body: { job_status: 'Under Review' } });
		expect((await failureOf()).message).toContain('Under Review');
	});

	test.each([
		['is not accepted any more', { apiKey: 'wrong' }, "didn't accept the API key"],
		['has a wrong Base URL', { baseUrl: 'nowhere' }, "'Base URL' in the Verbit credential"],
	])('fails where it is seen when the credential %s', async (_name, changes, message) => {
		listen({}, { credential: world.credentialOf(changes) });
		expect((await failureOf()).message).toContain(message);
		expect(JSON.stringify(host.failed)).not.toContain('Bearer');
	});
});

describe('without confirmation', () => {
	test.each([
		[{ status: 'failure' }, { event: 'failed', job_status: 'Failure' }],
		[DRAFT, { event: 'draftReady', draft_ready: true }],
	])(
		'the workflow starts once with what the call says, and nothing is asked: %j',
		async (fields, said) => {
			listen({ events: ALL_EVENTS, options: { confirmJob: FALSE }, downloadCaptions: FALSE });
			const externalId = 'https://lms.example.com/course?id=42';
			const sent = { job_id: 17, external_id: externalId, ...fields };
			expect([await call(sent), await call(sent)]).toEqual([OK, OK]);
			expect(outputs()).toEqual([
				{ job_id: 17, external_id: externalId, confirmed: false, ...said },
			]);
			expect(world.calls()).toEqual([]);
		},
	);
});

describe('with captions', () => {
	/** @param {object} [more] */
	const listenForCaptions = (more) =>
		listen({ downloadCaptions: '={{ "TRUE" }}', events: ALL_EVENTS, ...more });
	beforeEach(() => listenForCaptions());

	test('the workflow starts with the file, byte for byte, as it was chosen', async () => {
		listenForCaptions({
			captionFormat: 'vtt',
			options: { captionLanguage: 'es' },
			outputBinaryPropertyName: 'captions',
		});
		jobId = endedJob('Completed', { translationLanguages: ['es'] });
		await call();
		const [item] = host.started;
		expect(await captionsOf(world, item, 'captions')).toEqual(world.emulator.captions('vtt', 'es'));
		expect(item.json).toMatchObject({
			job_id: jobId,
			captions: { caption_format: 'vtt', language: 'es', file_name: `${jobId}.es.vtt` },
		});
	});

	test('as text they stand at the top of the item', async () => {
		const options = { maxCharacters: 20 };
		listenForCaptions({ captionFormat: 'txt', outputAs: 'text', options });
		expect(await call()).toEqual(OK);
		const [{ json, binary }] = host.started;
		expect(binary).toBeUndefined();
		expect(json).toMatchObject({
			job_id: jobId,
			event: 'completed',
			text: String(world.emulator.captions('txt')).slice(0, 20),
			captions: { caption_format: 'txt', characters: 20, truncated: true },
		});
		expect(json.captions).not.toHaveProperty('text');
	});

	test('a failed job starts it without, and the editor shows all fields before the first run', async () => {
		listenForCaptions({ captionFormat: 'json', outputAs: 'text' });
		await call();
		jobId = endedJob();
		const errors = [{ code: 'no_speech', message: 'There is no speech' }];
		world.emulator.setJobStatus(jobId, 'Failure', { errors });
		expect(await call({ status: 'Failure' })).toEqual(OK);
		const [completed, failed] = outputs();
		expect(completed).toHaveProperty('transcript');
		expect(failed).toMatchObject({ event: 'failed', errors, confirmed: true });
		expect(world.count('get_caption')).toBe(1);
		const given = Object.keys({ ...completed, ...failed });
		expect(Object.keys(shown.properties)).toEqual(expect.arrayContaining(given));
	});

	test('of a draft the workflow starts with the draft, byte for byte, and says what it is', async () => {
		jobId = endedJob('In Progress', { isDraftReady: true, name: 'Lecture' });
		expect(await call(DRAFT)).toEqual(OK);
		const [item] = host.started;
		expect(await captionsOf(world, item)).toEqual(world.emulator.captions('srt'));
		expect(item.json).toMatchObject({
			event: 'draftReady',
			captions: { draft: true, file_name: 'Lecture.draft.srt' },
		});
		expect(world.calls()).toEqual(['auth 200', 'job_info 200', 'draft 200']);
	});

	test('Verbit calls again when they fail now', async () => {
		world.fault('get_caption', { status: 503 });
		expect(await call()).toEqual(POSTPONED);
		expect(await call()).toEqual(OK);
		expect(host.started).toMatchObject([{ binary: { data: {} } }]);
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

	test('of a format that can be none fail where it is seen', async () => {
		listenForCaptions({ captionFormat: 'srt&v=1' });
		expect((await failureOf()).message).toContain("'Caption Format'");
	});
});

describe('an expression in Trigger On', () => {
	test('may be a list in one text', async () => {
		listen({ events: '={{ "failed, completed" }}' });
		expect(await call()).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});

	test.each(['={{ null }}', '={{ 5 }}', '={{ ["complete"] }}'])(
		'that is %s is a failed execution, and Verbit calls again',
		async (events) => {
			listen({ events });
			const { message } = await failureOf();
			expect(message).toContain("'Trigger On' must be draftReady, completed or failed (got ");
		},
	);
});

describe('a secret', () => {
	const secret = 'open-sesame_~.7';
	const right = `?secret=${secret}`;
	const WRONG = { status: 403, body: 'The secret is missing or wrong', ...TEXT };
	beforeEach(() => listen({ secret }));

	test.each([
		['no query', ''],
		['another secret', '?secret=open'],
		['an empty one', '?secret='],
		['it twice', `${right}&secret=x`],
		['it under another name', '?password=open'],
	])(
		'keeps a call with %s out, before its body is read or anything asked',
		async (_name, query) => {
			expect(await call({}, { query })).toEqual(WRONG);
			expect(await host.call('', { query })).toEqual(WRONG);
			expectNothing();
		},
	);

	test('that an expression returns as a number is its digits', async () => {
		listen({ secret: '={{ 2026 }}' });
		await expect(host.publish()).resolves.toBe(true);
		expect(await call({}, { query: '?secret=2027' })).toEqual(WRONG);
		expect(await call({}, { query: '?secret=2026' })).toEqual(OK);
	});

	test.each([
		['={{ $json.nowhere }}', ''],
		['={{ $json.nowhere * 1 }}', 'NaN'],
	])(
		'that an expression does not find keeps all calls out, and is not published: %s',
		async (nothing, value) => {
			listen({ secret: nothing });
			expect(await call()).toEqual(WRONG);
			expect(await call({}, { query: `?secret=${value}` })).toEqual(WRONG);
			await expect(host.publish()).rejects.toThrow("the expression in 'Secret' has no value");
		},
	);

	test.each(['open sesame', 'a&b', 'ключ', 'a\n'])(
		'that a URL would have to encode keeps the workflow from being published: %j',
		async (unsafe) => {
			listen({ secret: unsafe });
			const error = await host.publish().catch((/** @type {any} */ reason) => reason);
			expect(error.name).toBe('NodeOperationError');
			expect(error.message).toContain("'Secret' may contain only");
			expect(JSON.stringify(error)).not.toContain(unsafe);
		},
	);

	test('is taken when the workflow is published, and lets a call in; none is taken, too', async () => {
		await expect(host.publish()).resolves.toBe(true);
		expect(await call({}, { query: right })).toEqual(OK);
		expect(outputs()).toHaveLength(1);
		listen();
		await expect(host.publish()).resolves.toBe(true);
	});

	test('is in no output, answer or log line', async () => {
		const answers = [
			await call({}, { query: right }),
			await call({}, { query: '?secret=guessed' }),
			await call({ job_id: 0 }, { query: right }),
		];
		expect(world.log.join()).toContain('call answered 403');
		expect(JSON.stringify([answers, world.log, host.started])).not.toMatch(/sesame|guessed/);
	});
});

describe('a call that can not be read', () => {
	test.each([
		['two job IDs', 'job_id=1&job_id=2&status=Completed'],
		['a body beyond 64 KiB', `job_id=1&status=Completed&${'a=&'.repeat(23_000)}`],
	])('is answered 400: %s', async (_name, body) => {
		const text = 'The call is too long or contradicts itself';
		expect(await host.call(body)).toEqual({ status: 400, body: text, ...TEXT });
		expectNothing();
	});

	test('keeps n8n busy for no more than a moment: twenty thousand fields as plain text', async () => {
		const begin = performance.now();
		expect(await host.call('a=&'.repeat(20_000), { contentType: 'text/plain' })).toEqual(OK);
		expect(performance.now() - begin).toBeLessThan(1000);
	});
});

describe("a refused call in the editor's test", () => {
	test.each([
		['without the secret', { secret: 'open' }, {}, 'The secret is missing or wrong'],
		['without a job', {}, { job_id: '' }, 'The call names no known job or event'],
	])('%s says why at the trigger', async (_name, parameters, fields, message) => {
		listen(parameters, { mode: 'manual' });
		await call(fields);
		expect(host.errors).toEqual([expect.stringContaining(message)]);
		expect(outputs()).toEqual([]);
	});

	test('keeps it listening where Verbit calls again', async () => {
		listen({}, { mode: 'manual' });
		jobId = endedJob('In Progress');
		await call();
		expect(host.errors).toEqual([]);
		world.emulator.setJobStatus(jobId, 'Completed');
		await call();
		expect(outputs()).toHaveLength(1);
	});
});
