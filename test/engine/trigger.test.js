const { randomUUID } = require('node:crypto');
const { until } = require('../support/until');
const { captionsOf } = require('./captionJobs');
const { LinkServer } = require('./linkServer');
const { WebhookHost } = require('./webhookHost');
const { useWorld } = require('./world');

const world = useWorld();
const HOUR = 3600_000;
const ALL_EVENTS = ['completed', 'draftReady', 'failed'];
const REFUSED = { contentType: 'text/plain; charset=utf-8' };
const OK = { status: 200, body: 'OK', contentType: 'text/plain; charset=utf-8' };

/** @type {WebhookHost} */
let host;
/** @type {number} */
let jobId;

beforeAll(async () => {
	host = await WebhookHost.start(world.engine);
});
beforeEach(() => {
	host.reset();
	listen();
	jobId = endedJob();
});
afterAll(async () => await host.stop());

/** The trigger of a new workflow. @param {object} [parameters] @param {Partial<import('./webhookHost').Listener>} [more] */
function listen(parameters = {}, more = {}) {
	const { credential } = world;
	host.listen({ workflowId: randomUUID(), parameters: { ...parameters }, credential, ...more });
}

/** @param {import('../emulator/state').JobStatus} status @param {object} [more] */
function endedJob(status = 'Completed', more = {}) {
	return world.emulator.createJob({ profile: 'standard', status, ...more });
}

/** The service's own call. @param {Record<string, unknown>} [fields] @param {Parameters<WebhookHost['call']>[1]} [options] */
async function call(fields = {}, options) {
	return await host.call(
		{ job_id: jobId, external_id: '', status: 'Completed', ...fields },
		options,
	);
}

const outputs = () => host.started.map(({ json }) => json);

/** What n8n's log gets while it is called. @param {() => Promise<unknown>} work */
async function logOf(work) {
	/** @type {string[]} */
	const lines = [];
	const stop = world.engine.listenToLog((_level, text) => lines.push(text));
	await work();
	stop();
	return lines.join('\n');
}

describe('a call for a job that has ended', () => {
	test('gets OK and starts the workflow with the job that Verbit returns', async () => {
		jobId = endedJob('Completed', { name: 'Lecture', externalId: 'lecture-7' });
		expect(await call({ external_id: 'lecture-7' })).toEqual(OK);
		expect(outputs()).toEqual([
			{
				job_id: jobId,
				event: 'completed',
				job_status: 'Completed',
				job_name: 'Lecture',
				profile: 'standard',
				external_id: 'lecture-7',
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

	test('reports a failure', async () => {
		jobId = endedJob('Failure');
		expect(await call({ status: 'Failure' })).toEqual(OK);
		expect(outputs()).toMatchObject([{ job_id: jobId, event: 'failed', confirmed: true }]);
	});

	test.each([
		[
			'JSON',
			'application/json',
			(/** @type {number} */ id) => ({ job_id: id, status: 'Completed' }),
		],
		[
			'JSON in which the number is a text',
			'application/json',
			(/** @type {number} */ id) => ({ job_id: `${id}`, job_status: 'COMPLETED' }),
		],
	])('may come as %s', async (_name, contentType, bodyOf) => {
		expect(await host.call(JSON.stringify(bodyOf(jobId)), { contentType })).toEqual(OK);
		expect(outputs()).toMatchObject([{ job_id: jobId, job_status: 'Completed' }]);
	});

	test('counts by what Verbit returns: a completed job that is called failed is a completed one', async () => {
		listen({ events: ['failed'] });
		expect(await call({ status: 'Failure' })).toEqual(OK);
		expect(outputs()).toEqual([]);
	});

	test('uses the external ID from Verbit, not the one in the call', async () => {
		await call({ external_id: 'forged' });
		expect(outputs()[0]).not.toHaveProperty('external_id');
	});

	test('starts nothing when the job was canceled', async () => {
		jobId = endedJob('Canceled');
		expect(await call({ status: 'Failure' })).toEqual(OK);
		expect(outputs()).toEqual([]);
	});
});

describe('the events that are chosen', () => {
	test.each([
		['completed', 'Failure'],
		['failed', 'Completed'],
	])(
		'%s: another one is answered with OK, and nothing is asked or started',
		async (event, status) => {
			listen({ events: [event] });
			expect(await call({ status })).toEqual(OK);
			expect(outputs()).toEqual([]);
			expect(world.calls()).toEqual([]);
		},
	);

	test.each(['In Progress', 'Pending', 'Canceled'])(
		'%s is none of them: it is answered with OK, and nothing is asked or started',
		async (status) => {
			listen({ events: ALL_EVENTS });
			expect(await call({ status })).toEqual(OK);
			expect(outputs()).toEqual([]);
			expect(world.calls()).toEqual([]);
		},
	);
});

describe('a call that tells of nothing that the trigger knows', () => {
	beforeEach(() => listen({ events: ALL_EVENTS }));

	const FORM = 'application/x-www-form-urlencoded';
	const calls = [
		['nothing', '', 'CALL_IGNORED', FORM],
		['no job ID', 'status=Completed', 'CALL_IGNORED', FORM],
		['a job ID that is no number', 'job_id=test&status=Completed', 'CALL_IGNORED', FORM],
		['a broken job ID', 'job_id=1.5&status=Completed', 'CALL_IGNORED', FORM],
		['JSON of another form', '{"event":"test"}', 'CALL_IGNORED', 'application/json'],
		['plain text', 'This is a test', 'CALL_IGNORED', 'text/plain'],
		['no status', 'job_id=1', 'CALL_IGNORED', FORM],
		['a new status', 'job_id=1&status=Archived', 'CALL_IGNORED', FORM],
		['a draft that is not ready', 'job_id=1&draft_ready=false', 'CALL_IGNORED', FORM],
	];

	test.each(calls)(
		'is answered OK, logged, and starts nothing: %s',
		async (_name, body, code, contentType) => {
			const answer = async () => await host.call(body, { contentType });
			const log = await logOf(async () => expect(await answer()).toEqual(OK));
			expect(log).toContain(`Verbit Trigger: call answered 200 ${code}: `);
			expect(outputs()).toEqual([]);
			expect(world.calls()).toEqual([]);
		},
	);
});

describe('a draft that is ready', () => {
	const draft = { status: '', draft_ready: 'true' };

	beforeEach(() => {
		listen({ events: ['draftReady'] });
		jobId = endedJob('In Progress', { isDraftReady: true, externalId: 'lecture-7' });
	});

	test.each([
		['no status', {}, 'application/x-www-form-urlencoded'],
		['the status In Progress', { status: 'In Progress' }, 'application/x-www-form-urlencoded'],
		['a status that is new', { status: 'Draft' }, 'application/x-www-form-urlencoded'],
		['the word in capitals', { draft_ready: 'TRUE' }, 'application/x-www-form-urlencoded'],
		['a number', { draft_ready: '1' }, 'application/x-www-form-urlencoded'],
		['a boolean in JSON', { draft_ready: true }, 'application/json'],
	])('starts the workflow with the job: %s', async (_name, fields, contentType) => {
		const body = { job_id: jobId, draft_ready: 'true', ...fields };
		const sent = contentType === 'application/json' ? JSON.stringify(body) : body;
		expect(await host.call(sent, { contentType })).toEqual(OK);
		expect(outputs()).toEqual([
			expect.objectContaining({
				job_id: jobId,
				event: 'draftReady',
				external_id: 'lecture-7',
				draft_ready: true,
				job_status: 'In Progress',
				confirmed: true,
			}),
		]);
		expect(outputs()[0]).not.toHaveProperty('status');
		expect(world.calls()).toEqual(['auth 200', 'job_info 200']);
	});

	test('starts nothing where the event is not selected', async () => {
		listen();
		expect(await call(draft)).toEqual(OK);
		expect(outputs()).toEqual([]);
		expect(world.calls()).toEqual([]);
	});

	test('starts it once, and the end of the job starts it again', async () => {
		listen({ events: ALL_EVENTS });
		await call(draft);
		await call(draft);
		world.emulator.setJobStatus(jobId, 'Completed');
		await call();
		await call(draft);
		expect(outputs().map(({ event }) => event)).toEqual(['draftReady', 'completed']);
	});

	test('is answered 409 while Verbit does not confirm it', async () => {
		jobId = endedJob('In Progress');
		expect(await call(draft)).toEqual({
			...REFUSED,
			status: 409,
			body: "The job isn't that far yet",
		});
		world.emulator.setJobStatus(jobId, 'In Progress', { isDraftReady: true });
		expect(await call(draft)).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});

	test.each(/** @type {const} */ (['Failure', 'Canceled']))(
		'starts nothing when the job is %s and has none',
		async (status) => {
			jobId = endedJob(status);
			expect(await call(draft)).toEqual(OK);
			expect(outputs()).toEqual([]);
		},
	);

	test('starts the workflow with what the call says where it is not confirmed', async () => {
		listen({ events: ['draftReady'], options: { confirmJob: false } });
		expect(await call({ ...draft, external_id: 'lecture-7' })).toEqual(OK);
		expect(outputs()).toEqual([
			{
				job_id: jobId,
				event: 'draftReady',
				external_id: 'lecture-7',
				draft_ready: true,
				confirmed: false,
			},
		]);
	});

	test.each([true, false])(
		'outputs an external ID that is a URL (confirmed: %s)',
		async (confirmed) => {
			const externalId = 'https://lms.example.com/course?id=42';
			jobId = endedJob('Completed', { externalId });
			listen({ events: ['completed'], options: { confirmJob: confirmed } });
			expect(await call({ external_id: externalId })).toEqual(OK);
			expect(outputs()).toMatchObject([{ external_id: externalId, confirmed }]);
		},
	);
});

describe('many calls at once', () => {
	test('a hundred are all answered OK, and each starts the workflow', async () => {
		const jobIds = Array.from({ length: 100 }, () => endedJob());
		const answers = await Promise.all(jobIds.map(async (id) => await call({ job_id: id })));
		expect(answers).toEqual(jobIds.map(() => OK));
		expect(
			outputs()
				.map(({ job_id: id }) => Number(id))
				.sort((a, b) => a - b),
		).toEqual(jobIds);
		expect(world.count('job_info')).toBe(100);
	});

	test('ten jobs are asked for at a time, and the others wait', async () => {
		/** Calls that Verbit has not answered yet. @type {import('node:http').ServerResponse[]} */
		const held = [];
		const verbit = await listenTo((_request, response) => void held.push(response));
		let taken = 0;
		const onCall = () => taken++;
		host.server.on('request', onCall);

		const jobIds = Array.from({ length: 30 }, () => endedJob());
		const underWay = Promise.all(jobIds.map(async (id) => await call({ job_id: id })));
		await until(() => taken === 30 && held.length >= 10);
		let most = held.length;
		for (let answered = 0; answered < 30; answered++) {
			await until(() => held.length > 0);
			most = Math.max(most, held.length);
			held.shift()?.end(JSON.stringify({ job_status: 'Completed' }));
			// The next one is asked for only now.
			await until(() => verbit.calls.length >= Math.min(30, answered + 11));
		}
		expect(await underWay).toEqual(jobIds.map(() => OK));
		expect(most).toBe(10);
		expect(verbit.calls).toHaveLength(30);
		host.server.off('request', onCall);
		await verbit.stop();
	});

	test('five files of captions are downloaded at a time', async () => {
		/** @type {import('node:http').ServerResponse[]} */
		const held = [];
		const verbit = await listenTo(
			({ url }, response) => {
				if (String(url).includes('/get_caption')) held.push(response);
				else response.end(JSON.stringify({ job_status: 'Completed' }));
			},
			{ downloadCaptions: true },
		);
		const jobIds = Array.from({ length: 12 }, () => endedJob());
		const underWay = Promise.all(jobIds.map(async (id) => await call({ job_id: id })));
		let most = 0;
		for (let answered = 0; answered < jobIds.length; answered++) {
			await until(() => captionCalls(verbit) >= Math.min(jobIds.length, answered + 5));
			await until(() => held.length > 0);
			most = Math.max(most, held.length);
			held.shift()?.end('1\n00:00:00,000 --> 00:00:01,000\nHello\n');
		}
		expect(await underWay).toEqual(jobIds.map(() => OK));
		expect(most).toBe(5);
		await verbit.stop();
	});
});

/**
 * Has the trigger ask a Verbit of the test's own.
 * @param {import('./linkServer').Answer} answer to each call
 * @param {object} [parameters] of the trigger
 */
async function listenTo(answer, parameters = {}) {
	const verbit = new LinkServer();
	await verbit.start();
	verbit.answer(answer);
	listen(parameters, { credential: world.credentialOf({ baseUrl: `${verbit.url}/api` }) });
	return verbit;
}

/** @param {LinkServer} verbit */
const captionCalls = ({ calls }) => calls.filter((url) => url.includes('/get_caption')).length;

describe('a repeated call', () => {
	const itemOf = (event = 'completed') => [[{ json: { job_id: jobId, event } }]];

	test('is answered with OK, and its execution ends at the trigger and says why', async () => {
		await call();
		const log = await logOf(async () => expect(await call({ status: 'completed' })).toEqual(OK));
		expect(outputs()).toHaveLength(1);
		const text = `An earlier execution started with this event (completed of job ${jobId}). Nothing to do if that execution finished. If it crashed or was stopped, retry it in the list of executions.`;
		expect(host.hints).toEqual([text]);
		expect(log).toContain(`Verbit Trigger: ${text}`);
	});

	test('is known in another process, and after a restart', async () => {
		await call();
		host.replaceProcess();
		expect(await call()).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});

	test('starts the workflow once where several calls come at the same time', async () => {
		const answers = await Promise.all([call(), call(), call()]);
		expect(answers).toEqual([OK, OK, OK]);
		expect(outputs()).toHaveLength(1);
	});

	test('starts the workflow that n8n could not start at the first call', async () => {
		host.isBroken = true;
		expect(await call()).toMatchObject({ status: 500 });
		host.isBroken = false;
		expect(await call()).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});

	test('starts the workflow once when the caller of the first is gone, whether or not n8n could start it', async () => {
		/** @type {import('node:http').ServerResponse[]} */
		const held = [];
		const verbit = await listenTo((_request, response) => void held.push(response));
		const confirm = () => held.pop()?.end(JSON.stringify({ job_status: 'Completed' }));
		const hangUp = async () => {
			const impatient = new AbortController();
			const answer = call({}, { signal: impatient.signal }).catch((error) => error.code);
			await until(() => held.length === 1);
			impatient.abort();
			expect(await answer).toBe('ERR_CANCELED');
			confirm();
		};
		host.isBroken = true;
		await hangUp();
		await until(() => host.notStarted === 1);
		host.isBroken = false;
		await hangUp();
		await until(() => host.started.length === 1);
		const repeat = call();
		await until(() => held.length === 1);
		confirm();
		expect(await repeat).toEqual(OK);
		expect(outputs()).toHaveLength(1);
		await verbit.stop();
	});

	test('is none where it reports another event of the job', async () => {
		listen({ events: ALL_EVENTS });
		await call();
		world.emulator.setJobStatus(jobId, 'Failure');
		await call({ status: 'Failure' });
		expect(outputs()).toMatchObject([{ event: 'completed' }, { event: 'failed' }]);
		expect(host.hints).toEqual([]);
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
		expect(host.processedData.rows.size).toBe(0);
	});

	test('is known when another process overwrote the entry at the same moment', async () => {
		const { processedData } = host;
		await call();
		const before = new Map(processedData.rows);
		jobId = endedJob();
		// When the node looks whether it was written, another worker has written what it read before.
		processedData.incidents = [() => {}, () => (processedData.rows = new Map(before))];
		await call();
		await call();
		expect(outputs()).toHaveLength(2);
	});

	test('is known when two processes wrote the first entries at once', async () => {
		host.processedData.incidents = [
			() => {
				throw new Error('duplicate key value violates unique constraint');
			},
		];
		await call();
		await call();
		expect(outputs()).toHaveLength(1);
	});

	test('starts the workflow again where the database fails, and n8n logs it', async () => {
		const fail = () => {
			throw new Error('the database is gone');
		};
		host.processedData.incidents = Array.from({ length: 4 }, () => fail);
		const log = await logOf(async () => [await call(), await call()]);
		expect(outputs()).toHaveLength(2);
		expect(log).toContain(
			`Verbit Trigger: n8n couldn't record an event (the database is gone), so`,
		);
	});
});

describe('a call that the service does not confirm', () => {
	test.each(/** @type {const} */ ([200, 400, 404, 422]))(
		'is answered OK, logged, and starts nothing for a job that it does not have (status %d)',
		async (errorStatus) => {
			world.emulator.switches.set({ errorStatus });
			const log = await logOf(async () => expect(await call({ job_id: 999_999 })).toEqual(OK));
			expect(log).toContain(
				'call answered 200 CALL_IGNORED: The call contains no event of a job that can be found (',
			);
			expect(outputs()).toEqual([]);
		},
	);

	test.each(/** @type {const} */ (['Pending', 'In Progress']))(
		'is answered 409 for a job that is %s, and starts the workflow once it has ended',
		async (status) => {
			jobId = endedJob(status);
			expect(await call()).toEqual({ ...REFUSED, status: 409, body: "The job isn't that far yet" });
			expect(outputs()).toEqual([]);
			world.emulator.setJobStatus(jobId, 'Completed');
			expect(await call()).toEqual(OK);
			expect(outputs()).toHaveLength(1);
		},
	);

	/** @type {Array<[string, import('../emulator/faults').Fault]>} */
	const outages = [
		['is down', { where: 'service', operation: 'job_info', kind: 'status', status: 503 }],
		['is busy', { where: 'service', operation: 'job_info', kind: 'status', status: 429 }],
		['cuts the connection', { where: 'service', operation: 'job_info', kind: 'dropConnection' }],
		[
			'can not exchange the key',
			{ where: 'service', operation: 'auth', kind: 'status', status: 503 },
		],
		['takes too long', { where: 'service', operation: 'job_info', kind: 'delay' }],
	];

	test.each(outages)(
		'is answered 503 when the service %s, and starts the workflow at its repeat',
		async (_name, fault) => {
			let answer = () => {};
			const held = new Promise((resolve) => (answer = () => resolve(undefined)));
			world.emulator.faults.add(fault.kind === 'delay' ? { ...fault, held } : fault);
			expect(await call()).toEqual({
				...REFUSED,
				status: 503,
				body: "The call can't be handled right now",
			});
			answer();
			expect(outputs()).toEqual([]);
			world.emulator.faults.clear();
			expect(await call()).toEqual(OK);
			expect(outputs()).toHaveLength(1);
		},
		60_000,
	);

	test('gets 503 when Verbit cannot be reached', async () => {
		listen({}, { credential: world.credentialOf({ baseUrl: 'http://127.0.0.1:9' }) });
		expect(await call()).toMatchObject({ status: 503 });
	});

	test('fails where it is seen when the status is one that nobody knows', async () => {
		const body = { job_status: 'Under Review' };
		world.emulator.faults.add({
			where: 'service',
			operation: 'job_info',
			kind: 'status',
			status: 200,
			body,
		});
		expect(await call()).toMatchObject({ status: 500 });
		expect(host.failed).toMatchObject([
			{ message: `Get job ${jobId}: the job's status is unknown (Verbit returned Under Review)` },
		]);
	});

	test.each([
		['is not accepted any more', { apiKey: 'wrong' }, /didn't accept the API key/],
		['has a wrong Base URL', { baseUrl: 'nowhere' }, /'Base URL' in the Verbit credential/],
	])('fails where it is seen when the credential %s', async (_name, changes, message) => {
		listen({}, { credential: world.credentialOf(changes) });
		expect(await call()).toMatchObject({ status: 500 });
		expect(host.failed).toEqual([
			expect.objectContaining({ message: expect.stringMatching(message) }),
		]);
		expect(JSON.stringify(host.failed)).not.toContain('Bearer');
	});
});

test('the token is exchanged once for calls that follow one another, and renewed after a day', async () => {
	await call();
	jobId = endedJob();
	await call();
	expect(world.count('auth')).toBe(1);
	world.emulator.clock.advance(25 * HOUR);
	jobId = endedJob();
	expect(await call()).toEqual(OK);
	expect(world.count('auth')).toBe(2);
	expect(outputs()).toHaveLength(3);
});

describe('without confirmation', () => {
	beforeEach(() => listen({ options: { confirmJob: false } }));

	test('the workflow starts with what the call says, and nothing is asked', async () => {
		expect(await call({ job_id: 17, external_id: 'lecture-7', status: 'failure' })).toEqual(OK);
		expect(outputs()).toEqual([
			{
				job_id: 17,
				event: 'failed',
				external_id: 'lecture-7',
				job_status: 'Failure',
				confirmed: false,
			},
		]);
		expect(world.calls()).toEqual([]);
	});

	test('a repeated call is dropped as well', async () => {
		await call();
		expect(await call()).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});
});

describe('with captions', () => {
	beforeEach(() => listen({ downloadCaptions: true }));

	test('the workflow starts with the file, byte for byte', async () => {
		expect(await call()).toEqual(OK);
		const [item] = host.started;
		const content = world.emulator.captions('srt');
		expect(await captionsOf(world, item)).toEqual(content);
		expect(item.json).toMatchObject({
			job_id: jobId,
			confirmed: true,
			captions: { caption_format: 'srt', file_name: `${jobId}.srt`, bytes: content.length },
		});
	});

	test('the format, the language and the field are those that were chosen', async () => {
		listen({
			downloadCaptions: true,
			captionFormat: 'vtt',
			options: { captionLanguage: 'es' },
			outputBinaryPropertyName: 'captions',
		});
		jobId = endedJob('Completed', { translationLanguages: ['es'] });
		await call();
		const [item] = host.started;
		expect(await captionsOf(world, item, 'captions')).toEqual(world.emulator.captions('vtt', 'es'));
		expect(item.json.captions).toMatchObject({ caption_format: 'vtt', language: 'es' });
	});

	test('as text they stand at the top of the item', async () => {
		listen({ downloadCaptions: true, captionFormat: 'txt', outputAs: 'text' });
		expect(await call()).toEqual(OK);
		const [{ json, binary }] = host.started;
		expect(binary).toBeUndefined();
		expect(json.text).toBe(world.emulator.captions('txt').toString());
		expect(json).toMatchObject({
			job_id: jobId,
			event: 'completed',
			captions: { caption_format: 'txt', characters: String(json.text).length },
		});
		expect(json.captions).not.toHaveProperty('text');
	});

	test('as text they are cut where it is said', async () => {
		const options = { maxCharacters: 20 };
		listen({ downloadCaptions: true, captionFormat: 'txt', outputAs: 'text', options });
		await call();
		const [{ text, captions }] = outputs();
		expect(text).toBe(world.emulator.captions('txt').toString().slice(0, 20));
		expect(captions).toMatchObject({ truncated: true });
	});

	describe('of a draft', () => {
		const draft = { status: '', draft_ready: 'true' };
		const started = () => host.started[0];

		beforeEach(() => {
			listen({ downloadCaptions: true, events: ALL_EVENTS });
			jobId = endedJob('In Progress', { isDraftReady: true, name: 'Lecture' });
		});

		test('the workflow starts with the draft, byte for byte, and says what it is', async () => {
			expect(await call(draft)).toEqual(OK);
			expect(await captionsOf(world, started())).toEqual(world.emulator.captions('srt'));
			expect(started().json).toMatchObject({
				event: 'draftReady',
				captions: { draft: true, file_name: 'Lecture.draft.srt' },
			});
			expect(world.calls()).toEqual(['auth 200', 'job_info 200', 'draft 200']);
		});

		test('it may be text', async () => {
			listen({
				downloadCaptions: true,
				events: ALL_EVENTS,
				captionFormat: 'txt',
				outputAs: 'text',
			});
			expect(await call(draft)).toEqual(OK);
			expect(started().json).toMatchObject({
				text: world.emulator.captions('txt').toString(),
				captions: { draft: true },
			});
		});

		test('a format that drafts do not come in does not hold the workflow up', async () => {
			listen({ downloadCaptions: true, events: ALL_EVENTS, captionFormat: 'vtt' });
			expect(await call(draft)).toEqual(OK);
			expect(started().json.captions).toEqual({
				caption_format: 'vtt',
				error: expect.stringContaining('Verbit returned 400 INVALID_OPTION'),
			});
		});

		test('it is downloaded at the repeat when it cannot be downloaded now', async () => {
			world.emulator.faults.add({
				where: 'service',
				operation: 'draft',
				kind: 'status',
				status: 503,
			});
			expect(await call(draft)).toMatchObject({ status: 503 });
			expect(await call(draft)).toEqual(OK);
			expect(host.started.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([['data']]);
		});
	});

	test('a job that has failed starts it without', async () => {
		jobId = endedJob('Failure');
		expect(await call({ status: 'Failure' })).toEqual(OK);
		expect(outputs()).toMatchObject([{ event: 'failed' }]);
		expect(world.count('get_caption')).toBe(0);
	});

	test('Verbit calls again when they cannot be downloaded now', async () => {
		world.emulator.faults.add({
			where: 'service',
			operation: 'get_caption',
			kind: 'status',
			status: 503,
		});
		expect(await call()).toEqual({
			...REFUSED,
			status: 503,
			body: "The call can't be handled right now",
		});
		expect(await call()).toEqual(OK);
		expect(host.started.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([['data']]);
	});

	test('those that Verbit refuses do not hold up the workflow: the output says why', async () => {
		listen({ downloadCaptions: true, options: { captionLanguage: 'xx' } });
		expect(await call()).toEqual(OK);
		const [{ json, binary }] = host.started;
		expect(binary).toBeUndefined();
		expect(json.captions).toEqual({
			caption_format: 'srt',
			error: expect.stringContaining(
				`Get captions for job ${jobId}: Verbit doesn't know one of the values (Verbit returned 400 INVALID_OPTION`,
			),
		});
	});

	test('a format that can be none fails where it is seen', async () => {
		listen({ downloadCaptions: true, captionFormat: 'srt&v=1' });
		expect(await call()).toMatchObject({ status: 500 });
		expect(host.failed).toMatchObject([
			{ message: `'Caption Format' isn't a valid format name (got "srt&v=1")` },
		]);
	});
});

describe('an expression in Trigger On', () => {
	test.each([
		['a text', '={{ "completed" }}'],
		['a list with commas', '={{ "failed, completed" }}'],
		['a list', '={{ ["completed"] }}'],
	])('may return %s', async (_form, events) => {
		listen({ events });
		expect(await call()).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});

	test.each([
		['nothing', '={{ null }}', 'nothing'],
		['an empty list', '={{ [] }}', 'nothing'],
		['a number', '={{ 5 }}', '5'],
		['another word', '={{ ["complete"] }}', '"complete"'],
	])('that returns %s is a failed execution, and Verbit calls again', async (_w, events, shown) => {
		listen({ events });
		expect(await call()).toMatchObject({ status: 500 });
		expect(host.failed).toEqual([
			expect.objectContaining({
				message: `'Trigger On' must be draftReady, completed or failed (got ${shown})`,
			}),
		]);
	});
});

test('a secret that an expression returns as a number is its digits', async () => {
	listen({ secret: '={{ 2026 }}' });
	await expect(host.publish()).resolves.toBe(true);
	expect(await call({}, { query: '?secret=2027' })).toMatchObject({ status: 403 });
	expect(await call({}, { query: '?secret=2026' })).toEqual(OK);
});

describe('a secret', () => {
	const secret = 'open-sesame_~.7';
	const right = `?secret=${secret}`;
	beforeEach(() => listen({ secret }));

	test('lets a call in that carries it', async () => {
		expect(await call({}, { query: right })).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});

	test.each([
		['no query', ''],
		['another secret', '?secret=open'],
		['an empty one', '?secret='],
		['it twice', `${right}&secret=x`],
		['it under another name', '?password=open'],
	])('keeps a call with %s out, and nothing is asked', async (_name, query) => {
		const answer = { ...REFUSED, status: 403, body: 'The secret is missing or wrong' };
		expect(await call({}, { query })).toEqual(answer);
		expect(world.calls()).toEqual([]);
		expect(outputs()).toEqual([]);
	});

	test('is checked before the body is read', async () => {
		expect(await host.call('')).toMatchObject({ status: 403 });
	});

	test('that an expression does not find keeps all calls out', async () => {
		listen({ secret: '={{ $json.nowhere }}' });
		expect(await call()).toMatchObject({ status: 403 });
		expect(await call({}, { query: '?secret=' })).toMatchObject({ status: 403 });
	});

	test('that is no number keeps all calls out', async () => {
		listen({ secret: '={{ $json.nowhere * 1 }}' });
		expect(await call({}, { query: '?secret=NaN' })).toMatchObject({ status: 403 });
		await expect(host.publish()).rejects.toThrow("the expression in 'Secret' has no value");
	});

	test('is taken when the workflow is published', async () => {
		await expect(host.publish()).resolves.toBe(true);
		listen();
		await expect(host.publish()).resolves.toBe(true);
	});

	test.each(['open sesame', 'a&b', 'a+b', 'ключ', 'a%20b', 'a\n'])(
		'that a URL would have to encode keeps the workflow from being published: %j',
		async (unsafe) => {
			listen({ secret: unsafe });
			const error = await host.publish().catch((/** @type {any} */ reason) => reason);
			expect(error).toMatchObject({
				name: 'NodeOperationError',
				message: expect.stringContaining("'Secret' may contain only letters, digits and - . _ ~"),
				description: expect.stringContaining("Choose another 'Secret'"),
			});
			expect(JSON.stringify(error)).not.toContain(unsafe);
		},
	);

	test('that an expression does not find keeps the workflow from being published', async () => {
		listen({ secret: '={{ $json.nowhere }}' });
		await expect(host.publish()).rejects.toThrow("the expression in 'Secret' has no value");
	});

	test('is in no output, answer or log line', async () => {
		let answers = '';
		const log = await logOf(async () => {
			answers += JSON.stringify(await call({}, { query: right }));
			answers += JSON.stringify(await call({}, { query: '?secret=guessed' }));
			answers += JSON.stringify(await call({ job_id: 0 }, { query: right }));
		});
		expect(log).toContain('call answered 403');
		expect(answers + log + JSON.stringify(host.started)).not.toMatch(/sesame|guessed/);
	});
});

describe('a call that can not be read', () => {
	test.each([
		['two job IDs', 'job_id=1&job_id=2&status=Completed'],
		['two statuses', 'job_id=1&status=Failure&status=Completed'],
		['a body beyond 64 KiB', `job_id=1&status=Completed&${'a=&'.repeat(23_000)}`],
		['an absurd external ID', `job_id=1&status=Completed&external_id=${'x'.repeat(5000)}`],
	])('is answered 400: %s', async (_name, body) => {
		expect(await host.call(body)).toEqual({
			...REFUSED,
			status: 400,
			body: 'The call is too long or contradicts itself',
		});
		expect(outputs()).toEqual([]);
		expect(world.calls()).toEqual([]);
	});

	test('keeps n8n busy for no more than a moment: twenty thousand fields as plain text', async () => {
		const begin = performance.now();
		expect(await host.call('a=&'.repeat(20_000), { contentType: 'text/plain' })).toEqual(OK);
		expect(performance.now() - begin).toBeLessThan(1000);
	});
});

describe("a refused call in the editor's test", () => {
	/** @param {Parameters<typeof call>} sent */
	const errorAfter = async (...sent) => {
		await call(...sent);
		return host.errors;
	};

	test.each([
		['without the secret', { secret: 'open' }, {}, 'The secret is missing or wrong'],
		['without a job', {}, { job_id: '' }, 'The call contains no event of a job'],
	])('%s says why at the trigger', async (_name, parameters, fields, message) => {
		listen(parameters, { mode: 'manual' });
		expect(await errorAfter(fields)).toEqual([expect.stringContaining(message)]);
		expect(outputs()).toEqual([]);
	});

	test('keeps it listening where Verbit calls again', async () => {
		listen({}, { mode: 'manual' });
		jobId = endedJob('In Progress');
		expect(await errorAfter()).toEqual([]);
		world.emulator.setJobStatus(jobId, 'Completed');
		await call();
		expect(outputs()).toHaveLength(1);
	});
});
