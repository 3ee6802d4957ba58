const { randomUUID } = require('node:crypto');
const { captionsOf } = require('./captionJobs');
const { WebhookHost } = require('./webhookHost');
const { useWorld } = require('./world');

const world = useWorld();
const HOUR = 3600_000;
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
	test('is answered with OK and starts the workflow with what the service says of the job', async () => {
		jobId = endedJob('Completed', { name: 'Lecture', externalId: 'lecture-7' });
		expect(await call({ external_id: 'lecture-7' })).toEqual(OK);
		expect(outputs()).toEqual([
			expect.objectContaining({
				job_id: jobId,
				external_id: 'lecture-7',
				status: 'Completed',
				job_status: 'Completed',
				job_name: 'Lecture',
				confirmed: true,
			}),
		]);
		expect(world.calls()).toEqual(['auth 200', 'job_info 200']);
	});

	test('tells of a failure', async () => {
		jobId = endedJob('Failure');
		expect(await call({ status: 'Failure' })).toEqual(OK);
		expect(outputs()).toMatchObject([{ job_id: jobId, status: 'Failure', confirmed: true }]);
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
		expect(outputs()).toMatchObject([{ job_id: jobId, external_id: null, status: 'Completed' }]);
	});

	test('counts by what the service says: a completed job that is called failed is a completed one', async () => {
		listen({ events: ['failed'] });
		expect(await call({ status: 'Failure' })).toEqual(OK);
		expect(outputs()).toEqual([]);
	});

	test('takes the external ID of the service, not that of the call', async () => {
		await call({ external_id: 'forged' });
		expect(outputs()).toMatchObject([{ external_id: null }]);
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

	test('a status that is not documented is none of them', async () => {
		expect(await call({ status: 'Archived' })).toEqual(OK);
		expect(outputs()).toEqual([]);
	});
});

describe('a repeated call', () => {
	test('is answered with OK and starts nothing', async () => {
		await call();
		expect(await call()).toEqual(OK);
		expect(await call({ status: 'completed' })).toEqual(OK);
		expect(outputs()).toHaveLength(1);
		expect(world.count('job_info')).toBe(1);
	});

	test('is known from what n8n stores, when another process gets it', async () => {
		await call();
		// The memory of this process goes by the workflow.
		listen();
		expect(await call()).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});

	test('is known in this process when n8n has stored an older state over it', async () => {
		await call();
		host.storedStaticData = '{}';
		expect(await call()).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});

	test('of a call at the same time is put off, so that the workflow starts once', async () => {
		world.emulator.faults.add({
			where: 'service',
			operation: 'job_info',
			kind: 'delay',
			delayMs: 300,
		});
		const answers = await Promise.all([call(), call(), call()]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 503, 503]);
		expect(await call()).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});

	test('starts the workflow that n8n could not start at the first call', async () => {
		host.isBroken = true;
		expect(await call()).toMatchObject({ status: 500 });
		host.isBroken = false;
		expect(await call()).toEqual(OK);
		expect(await call()).toEqual(OK);
		expect(outputs()).toHaveLength(1);
	});

	test('that tells of another end starts the workflow', async () => {
		await call();
		world.emulator.setJobStatus(jobId, 'Failure');
		await call({ status: 'Failure' });
		expect(outputs()).toMatchObject([{ status: 'Completed' }, { status: 'Failure' }]);
	});

	test('starts another workflow that listens too', async () => {
		await call();
		listen();
		host.storedStaticData = '{}';
		await call();
		expect(outputs()).toHaveLength(2);
	});

	test("is none for the editor's test event", async () => {
		listen({}, { mode: 'manual' });
		await call();
		await call();
		expect(outputs()).toHaveLength(2);
		expect(host.storedStaticData).toBe('{}');
	});
});

describe('a call that the service does not confirm', () => {
	test('is answered 404 for a job that it does not have', async () => {
		expect(await call({ job_id: 999_999 })).toEqual({
			...REFUSED,
			status: 404,
			body: 'There is no such job',
		});
		expect(outputs()).toEqual([]);
	});

	test.each(/** @type {const} */ ([200, 404, 422]))(
		'is answered 404 when the service says so with %d',
		async (errorStatus) => {
			world.emulator.switches.set({ errorStatus });
			expect(await call({ job_id: 999_999 })).toMatchObject({ status: 404 });
		},
	);

	test.each(/** @type {const} */ (['Pending', 'In Progress']))(
		'is answered 409 for a job that is %s, and starts the workflow once it has ended',
		async (status) => {
			jobId = endedJob(status);
			expect(await call()).toEqual({ ...REFUSED, status: 409, body: 'The job has not ended' });
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
		['takes too long', { where: 'service', operation: 'job_info', kind: 'delay', delayMs: 8000 }],
		[
			'takes too long to exchange the key',
			{ where: 'service', operation: 'auth', kind: 'delay', delayMs: 8000 },
		],
	];

	test.each(outages)(
		'is answered 503 when the service %s, and starts the workflow at its repeat',
		async (_name, fault) => {
			world.emulator.faults.add(fault);
			const began = Date.now();
			expect(await call()).toEqual({
				...REFUSED,
				status: 503,
				body: 'The job could not be looked up now',
			});
			expect(Date.now() - began).toBeLessThan(6000);
			expect(outputs()).toEqual([]);
			world.emulator.faults.clear();
			expect(await call()).toEqual(OK);
			expect(outputs()).toHaveLength(1);
		},
	);

	test('is answered 503 when the service can not be reached', async () => {
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
			{ message: `Get job for job ${jobId}: the service answered with the status "Under Review"` },
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
	beforeEach(() => listen({ confirmJob: false }));

	test('the workflow starts with what the call says, and nothing is asked', async () => {
		expect(await call({ job_id: 17, external_id: 'lecture-7', status: 'failure' })).toEqual(OK);
		expect(outputs()).toEqual([
			{ job_id: 17, external_id: 'lecture-7', status: 'Failure', confirmed: false },
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
			language: 'es',
			outputBinaryPropertyName: 'captions',
		});
		jobId = endedJob('Completed', { translationLanguages: ['es'] });
		await call();
		const [item] = host.started;
		expect(await captionsOf(world, item, 'captions')).toEqual(world.emulator.captions('vtt', 'es'));
		expect(item.json.captions).toMatchObject({ caption_format: 'vtt', language: 'es' });
	});

	test('a job that has failed starts it without', async () => {
		jobId = endedJob('Failure');
		expect(await call({ status: 'Failure' })).toEqual(OK);
		expect(outputs()).toMatchObject([{ status: 'Failure' }]);
		expect(world.count('get_caption')).toBe(0);
	});

	test('the service is to call again when they can not be downloaded now', async () => {
		world.emulator.faults.add({
			where: 'service',
			operation: 'get_caption',
			kind: 'status',
			status: 503,
		});
		expect(await call()).toEqual({
			...REFUSED,
			status: 503,
			body: 'The captions could not be downloaded now',
		});
		expect(await call()).toEqual(OK);
		expect(host.started.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([['data']]);
	});

	test('those that the service refuses do not hold the workflow up: the output says why', async () => {
		listen({ downloadCaptions: true, language: 'xx' });
		expect(await call()).toEqual(OK);
		const [{ json, binary }] = host.started;
		expect(binary).toBeUndefined();
		expect(json.captions).toEqual({
			caption_format: 'srt',
			error: expect.stringContaining(
				`Get captions for job ${jobId}: Verbit returned 400 INVALID_OPTION`,
			),
		});
	});

	test('a format that can be none fails where it is seen', async () => {
		listen({ downloadCaptions: true, captionFormat: 'srt&v=1' });
		expect(await call()).toMatchObject({ status: 500 });
		expect(host.failed).toMatchObject([
			{ message: 'Caption Format is no name of a format: "srt&v=1"' },
		]);
	});
});

describe('a secret', () => {
	const secret = 'open sesame & more';
	const right = `?secret=${encodeURIComponent(secret)}`;
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
		['nothing', ''],
		['no job ID', 'status=Completed'],
		['a job ID that is none', 'job_id=1.5&status=Completed'],
		['two job IDs', 'job_id=1&job_id=2&status=Completed'],
		['no status', 'job_id=1'],
		['an absurd external ID', `job_id=1&status=Completed&external_id=${'x'.repeat(5000)}`],
	])('is answered 400: %s', async (_name, body) => {
		expect(await host.call(body)).toMatchObject({ ...REFUSED, status: 400 });
		expect(outputs()).toEqual([]);
		expect(world.calls()).toEqual([]);
	});
});
