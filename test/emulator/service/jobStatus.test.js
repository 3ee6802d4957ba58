const { useEmulator } = require('../../support/emulatorClient');

const client = useEmulator();
const MINUTE = 60_000;

const info = async () => (await client.call('GET /job/info')).json;

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
		const { emulator, jobId } = client;
		emulator.setJobStatus(Number(jobId), 'In Progress', { isDraftReady: true });
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

	test('can be called over HTTP', async () => {
		const body = { status: 'Failure', errors: [{ code: 'no_speech', message: 'Silence' }] };
		expect((await client.control(`PUT /jobs/${client.jobId}/status`, body)).status).toBe(200);
		expect(await info()).toMatchObject({ job_status: 'Failure', errors: body.errors });
	});
});
