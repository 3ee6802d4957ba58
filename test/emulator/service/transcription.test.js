const { outcome, send, useEmulator } = require('../../support/emulatorClient');
const { until } = require('../../support/until');

const client = useEmulator();
const MINUTE = 60_000;

/**
 * @param {object} [body]
 * @param {object} [query]
 */
const perform = async (body, query = {}) =>
	await client.call('POST /job/perform_transcription', body ?? {}, {
		v: 4,
		job_id: client.jobId,
		...query,
	});

const info = async () => (await client.call('GET /job/info')).json;

describe('POST /job/perform_transcription', () => {
	test('starts a job that has media', async () => {
		await client.addMedia();
		const { status, json } = await perform();
		expect([status, json]).toEqual([200, { job_id: client.jobId }]);
		expect(await info()).toMatchObject({ job_status: 'In Progress', draft_ready: false });
		expect(client.emulator.journal.count({ operation: 'perform_transcription' })).toBe(1);
	});

	test('needs no body', async () => {
		await client.addMedia();
		const { baseUrl } = client.emulator;
		const url = `${baseUrl}/job/perform_transcription?v=4&job_id=${client.jobId}`;
		const headers = { Authorization: String(client.authorization) };
		expect((await send(url, { method: 'POST', headers })).status).toBe(200);
	});

	test('refuses a job without media, and one that was started before', async () => {
		expect(outcome(await perform())).toBe('400 INVALID_QUERY');
		await client.addMedia();
		await perform();
		expect(outcome(await perform())).toBe('400 INVALID_QUERY');
	});

	test.each([
		{ finish_in: 'soon' },
		{ finish_in: -1 },
		{ finish_in: {} },
		{ finish_with_error: 'boredom' },
		{ finish_with_error: 'constructor' },
	])('refuses %j, and does not start the job', async (body) => {
		await client.addMedia();
		expect(outcome(await perform(body))).toBe('400 INVALID_OPTION');
		expect((await info()).job_status).toBe('Pending');
	});
});

describe('a started job', () => {
	beforeEach(async () => await client.addMedia());

	test('is completed after its time by the clock, and not before', async () => {
		await perform();
		client.emulator.clock.advance(MINUTE - 5000);
		expect((await info()).job_status).toBe('In Progress');
		client.emulator.clock.advance(5000);
		expect(await info()).toMatchObject({
			job_status: 'Completed',
			draft_ready: true,
			errors: [],
		});
	});

	test('is completed in real time, without being asked for', async () => {
		await perform({ finish_in: 0.05 });
		await until(() => client.emulator.state.data.jobs[Number(client.jobId)].status === 'Completed');
	});

	test('stays completed when the clock is set back', async () => {
		await perform();
		client.emulator.clock.advance(MINUTE);
		client.emulator.clock.advance(-MINUTE);
		expect((await info()).job_status).toBe('Completed');
	});

	test('ends after a restart too', async () => {
		await perform();
		await client.emulator.restart();
		client.emulator.clock.advance(MINUTE);
		expect(client.emulator.job(Number(client.jobId))?.status).toBe('Completed');
	});

	test.each([
		['the switch', {}, {}, 59],
		['finish_in in the query', { finish_in: 7200 }, {}, 119],
		['finish_in in the body', {}, { finish_in: '7200' }, 119],
	])('takes as long as %s says', async (_what, query, body, minutes) => {
		client.set({ transcriptionSeconds: 3600 });
		await perform(body, query);
		client.emulator.clock.advance(minutes * MINUTE);
		expect((await info()).job_status).toBe('In Progress');
		client.emulator.clock.advance(MINUTE);
		expect((await info()).job_status).toBe('Completed');
	});

	test.each([
		[true, 'failed_transcribing'],
		['true', 'failed_transcribing'],
		['no_speech', 'no_speech'],
	])('fails where finish_with_error is %j, with %s', async (value, code) => {
		await perform({ finish_with_error: value });
		client.emulator.clock.advance(MINUTE);
		expect(await info()).toMatchObject({
			job_status: 'Failure',
			draft_ready: false,
			errors: [{ code, message: expect.any(String) }],
		});
	});

	test('does not fail where finish_with_error is false', async () => {
		await perform({ finish_with_error: false });
		client.emulator.clock.advance(MINUTE);
		expect((await info()).job_status).toBe('Completed');
	});

	test.each(
		/** @type {const} */ ([
			['query', 'In Progress'],
			['body', 'Completed'],
			['options', 'In Progress'],
		]),
	)('performParametersIn %s: an order in the body leaves it %s', async (place, status) => {
		client.set({ performParametersIn: place });
		await perform({ finish_in: 1 });
		client.emulator.clock.advance(1000);
		expect((await info()).job_status).toBe(status);
	});

	test.each(/** @type {const} */ (['options', 'either']))(
		'performParametersIn %s: an order in the options of the body is taken',
		async (place) => {
			client.set({ performParametersIn: place });
			await perform({ options: { finish_in: 1, finish_with_error: true } });
			client.emulator.clock.advance(1000);
			expect((await info()).job_status).toBe('Failure');
		},
	);
});

describe('in the sandbox', () => {
	beforeEach(async () => {
		client.set({ environment: 'sandbox' });
		await client.addMedia();
	});

	test('a job stays In Progress', async () => {
		await perform();
		client.emulator.clock.advance(365 * 24 * 60 * MINUTE);
		expect((await info()).job_status).toBe('In Progress');
	});

	test.each([
		[{ finish_in: 30 }, 'Completed'],
		[{ finish_in: 30, finish_with_error: true }, 'Failure'],
		[{ finish_with_error: true }, 'Failure'],
	])('with %j it ends as %s', async (body, status) => {
		await perform(body);
		client.emulator.clock.advance(MINUTE);
		expect((await info()).job_status).toBe(status);
	});
});

describe('setJobStatus', () => {
	test.each(
		/** @type {const} */ ([
			['Completed', undefined, true, []],
			['Canceled', undefined, false, []],
			['Failure', undefined, false, [expect.objectContaining({ code: 'failed_transcribing' })]],
			[
				'Failure',
				[{ code: 'no_speech', message: 'Silence' }],
				false,
				[{ code: 'no_speech', message: 'Silence' }],
			],
			['In Progress', undefined, false, []],
		]),
	)('%s with %j', async (status, errors, isDraftReady, expected) => {
		client.emulator.setJobStatus(Number(client.jobId), status, { errors: errors && [...errors] });
		expect(await info()).toMatchObject({
			job_status: status,
			draft_ready: isDraftReady,
			errors: expected,
		});
	});

	test('ends the transcription that is under way', async () => {
		await client.addMedia();
		await client.call('POST /job/perform_transcription');
		client.emulator.setJobStatus(Number(client.jobId), 'Canceled');
		client.emulator.clock.advance(MINUTE);
		expect((await info()).job_status).toBe('Canceled');
	});

	test('tells that a draft is ready before the end', async () => {
		client.emulator.setJobStatus(Number(client.jobId), 'In Progress', { isDraftReady: true });
		expect(await info()).toMatchObject({ job_status: 'In Progress', draft_ready: true });
	});

	test.each([
		[7, 'Completed'],
		[1001, 'Done'],
	])('knows no job %i with the status %s', (jobId, status) => {
		const setStatus = () =>
			client.emulator.setJobStatus(jobId, /** @type {'Completed'} */ (status));
		expect(setStatus).toThrow(RangeError);
	});
});
