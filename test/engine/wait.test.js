const { useWorld } = require('./world');

const world = useWorld();

/** @param {'Pending' | 'In Progress' | 'Completed' | 'Canceled' | 'Failure'} status */
function jobThatIs(status, errors = /** @type {any[] | undefined} */ (undefined)) {
	const jobId = world.newJob();
	world.emulator.setJobStatus(jobId, status, { errors });
	return jobId;
}

/** @param {number[]} jobIds */
const itemsOf = (jobIds) => jobIds.map((job) => ({ json: { job } }));

/** Each item's own job, looked at every second. @param {import('n8n-workflow').IDataObject} [options] */
const parameters = (options = {}) => ({
	jobId: '={{ $json.job }}',
	options: { pollInterval: 1, timeout: 20, ...options },
});

/** Lets the next looks fail, each in all of its attempts. @param {number} [looks] */
const failLooks = (looks = 1) =>
	world.emulator.faults.add({
		where: 'service',
		operation: 'job_info',
		kind: 'status',
		status: 503,
		times: 4 * looks,
	});

/** What job/info answers the next time. @param {object} body */
const answerLook = (body) =>
	world.emulator.faults.add({
		where: 'service',
		operation: 'job_info',
		kind: 'status',
		status: 200,
		body: /** @type {any} */ (body),
	});

const looks = () => world.count('job_info');

describe('a job that is waited for', () => {
	test('is put out as job/info tells of it when it is completed', async () => {
		const jobId = jobThatIs('Completed');
		const { items } = await world.run('job:wait', itemsOf([jobId]), parameters());
		expect(items).toHaveLength(1);
		expect(items[0]).toMatchObject({
			json: { job_id: jobId, job_status: 'Completed', profile: 'standard', draft_ready: true },
			pairedItem: [{ item: 0 }],
		});
		expect(looks()).toBe(1);
	});

	test('is looked at in its interval until it is completed', async () => {
		const jobId = jobThatIs('In Progress');
		const { result } = world.startRun('job:wait', itemsOf([jobId]), parameters());
		await world.until(() => looks() >= 2);
		world.emulator.setJobStatus(jobId, 'Completed');
		expect((await result).items[0].json.job_status).toBe('Completed');
		expect(looks()).toBe(3);
	});

	test.each(['COMPLETED', 'complete'])('is completed also where it says "%s"', async (status) => {
		answerLook({ job_status: status });
		const { items } = await world.run('job:wait', itemsOf([world.newJob()]), parameters());
		expect(items[0].json.job_status).toBe(status);
	});

	test('is waited for on a status that this version does not know', async () => {
		answerLook({ job_status: 'In Review' });
		const jobId = jobThatIs('Completed');
		const { items } = await world.run('job:wait', itemsOf([jobId]), parameters());
		expect(items[0].json.job_status).toBe('Completed');
		expect(looks()).toBe(2);
	});

	test('may tell of an error, which is not where n8n would take it for a failed try', async () => {
		answerLook({ job_status: 'Completed', error: 'a remark' });
		const { items } = await world.run('job:wait', itemsOf([world.newJob()]), parameters());
		expect(items[0].json).toMatchObject({ job_status: 'Completed', service_error: 'a remark' });
		expect(items[0].json).not.toHaveProperty('error');
	});

	test('keeps no other from being looked at, however many there are', async () => {
		const jobIds = Array.from({ length: 25 }, () => jobThatIs('In Progress'));
		const { result } = world.startRun('job:wait', itemsOf(jobIds), parameters());
		await world.until(() => looks() >= jobIds.length);
		for (const jobId of jobIds) world.emulator.setJobStatus(jobId, 'Completed');
		const { items } = await result;
		expect(items.map(({ json }) => json.job_id)).toEqual(jobIds);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(jobIds.map((_, item) => [{ item }]));
		expect(looks()).toBe(2 * jobIds.length);
	});
});

describe('a job that fails', () => {
	test.each([
		['failed_transcoding', 'in a common format'],
		['failed_transcribing', 'could not be transcribed'],
		['bad_audio_quality', 'better recording'],
		['no_speech', 'right file'],
		['media_upload_error', 'did not get the recording'],
		['exceeded_allowed_duration', 'longer than allowed'],
		['audio_minutes_limit', 'are used up'],
		['audio_minutes_limit_on_account', "account's audio minutes"],
		['foreign_language', 'right language'],
		['brand_new_code', "service's support"],
	])('for %s says so, and what to do', async (code, remedy) => {
		const jobId = jobThatIs('Failure', [{ code, message: 'Because' }]);
		const { error } = await world.run('job:wait', itemsOf([jobId]), parameters());
		expect(error.name).toBe('NodeApiError');
		expect(error.message).toBe(
			`Wait for completion for job ${jobId}: the transcription did not succeed (status Failure): ${code} (Because)`,
		);
		expect(error.description).toContain(remedy);
		expect(error.context.itemIndex).toBe(0);
	});

	test('for several reasons names them all', async () => {
		const errors = ['no_speech', 'bad_audio_quality'].map((code) => ({ code, message: 'x' }));
		const jobId = jobThatIs('Failure', errors);
		const { error } = await world.run('job:wait', itemsOf([jobId]), parameters());
		expect(error.message).toContain('no_speech (x), bad_audio_quality (x)');
		expect(error.description).toMatch(/right file.*better recording/);
	});

	test.each([[undefined], [null], ['no_speech'], [['no_speech']], [{ code: 'no_speech' }]])(
		'is told also where its errors are %j',
		async (errors) => {
			answerLook({ job_status: 'Failure', errors });
			const { error } = await world.run('job:wait', itemsOf([world.newJob()]), parameters());
			const reason = errors === undefined || errors === null ? '' : ': no_speech';
			expect(error.message).toMatch(new RegExp(`\\(status Failure\\)${reason}$`));
		},
	);

	test('ends the wait for the others, unless the node continues on fail', async () => {
		const jobIds = [jobThatIs('In Progress'), jobThatIs('Failure')];
		const { error } = await world.run('job:wait', itemsOf(jobIds), parameters());
		expect(error.message).toContain(`job ${jobIds[1]}`);
		expect(error.context.itemIndex).toBe(1);
	});

	test('is an item with its error where the node continues on fail', async () => {
		const jobIds = [jobThatIs('Failure'), jobThatIs('Completed'), jobThatIs('Canceled')];
		const more = { onError: /** @type {const} */ ('continueRegularOutput') };
		const items = [{ json: { job: 'none' } }, ...itemsOf(jobIds)];
		const result = await world.run('job:wait', items, parameters(), more);
		expect(result.items.map(({ json }) => json.error ?? json.job_status)).toEqual([
			'\'Job ID\' must be a positive whole number (got "none")',
			expect.stringContaining('did not succeed'),
			'Completed',
			`Wait for completion for job ${jobIds[2]}: the job was canceled (status Canceled)`,
		]);
	});
});

describe('a wait that ends before the job', () => {
	test('names the last status, and what to do next', async () => {
		const jobId = jobThatIs('In Progress');
		const { error } = await world.run('job:wait', itemsOf([jobId]), parameters({ timeout: 1 }));
		expect(error.name).toBe('NodeApiError');
		expect(error.message).toBe(
			`Wait for completion for job ${jobId}: the job has not been completed within 1 s: its last status is In Progress`,
		);
		expect(error.description).toMatch(/Raise the option Timeout.*Verbit Trigger/);
		expect(looks()).toBe(2);
	});

	test('tells of a job that nobody has started', async () => {
		const jobId = world.newJob();
		const { error } = await world.run('job:wait', itemsOf([jobId]), parameters({ timeout: 1 }));
		expect(error.message).toContain('the job has not been started: after 1 s');
		expect(error.description).toContain('Start Transcription');
	});

	test('does not wait out an interval that goes beyond its end', async () => {
		const began = Date.now();
		const options = { timeout: 1, pollInterval: 3600 };
		await world.run('job:wait', itemsOf([jobThatIs('In Progress')]), parameters(options));
		expect(Date.now() - began).toBeLessThan(3000);
	});

	test('ends at once when the run is stopped', async () => {
		const options = { pollInterval: 3600, timeout: 3600 };
		const run = world.startRun(
			'job:wait',
			itemsOf([jobThatIs('In Progress')]),
			parameters(options),
		);
		await world.until(() => looks() > 0);
		const began = Date.now();
		run.cancel();
		await run.result;
		expect(Date.now() - began).toBeLessThan(1000);
	});
});

describe('a service that is down', () => {
	test('for a while does not end a wait that has begun', async () => {
		const jobId = jobThatIs('In Progress');
		const { result } = world.startRun('job:wait', itemsOf([jobId]), parameters());
		await world.until(() => looks() >= 1);
		failLooks();
		await world.until(() => looks() >= 5);
		world.emulator.setJobStatus(jobId, 'Completed');
		expect((await result).items[0].json.job_status).toBe('Completed');
	});

	test('from the start on is told at once', async () => {
		failLooks();
		const { error } = await world.run('job:wait', itemsOf([world.newJob()]), parameters());
		expect(error.message).toContain('the service answered 503');
		expect(looks()).toBe(4);
	});
});

test.each([
	[
		{ pollInterval: 0 },
		'The option Poll Interval has to be a whole number from 1 to 86400, but is 0',
	],
	[{ pollInterval: 1.5 }, 'The option Poll Interval has to be a whole number'],
	[{ timeout: 2_592_001 }, 'The option Timeout has to be a whole number from 1 to 2592000'],
	[{ timeout: 'a day' }, 'but is "a day"'],
	[{ apiVersion: 0 }, 'The option API Version has to be a positive whole number'],
])('%j is refused before anything is sent', async (options, message) => {
	const { error } = await world.run('job:wait', itemsOf([1001]), parameters(options));
	expect(error.name).toBe('NodeOperationError');
	expect(error.message).toContain(message);
	expect(world.calls()).toEqual([]);
});

describe('a long wait', () => {
	const long = { timeout: 3600 };

	test('is done in place where n8n can not run a sub-workflow, and the log tells why', async () => {
		/** @type {string[]} */
		const lines = [];
		const stopListening = world.engine.listenToLog((level, text) => lines.push(`${level} ${text}`));
		const jobId = jobThatIs('In Progress');
		const { result } = world.startRun('job:wait', itemsOf([jobId]), parameters(long));
		await world.until(() => looks() >= 2);
		world.emulator.setJobStatus(jobId, 'Completed');
		expect((await result).items[0].json.job_status).toBe('Completed');
		stopListening();
		expect(lines).toContainEqual(
			expect.stringMatching(/^warn Wait for completion: waits in place/),
		);
	});

	test('is done in place for an AI agent', async () => {
		const jobId = jobThatIs('In Progress');
		const output = world.engine.runAsTool({
			parameters: { resource: 'job', operation: 'wait', ...parameters(long) },
			credential: world.credential,
			toolArguments: { job: jobId },
		});
		await world.until(() => looks() >= 1);
		world.emulator.setJobStatus(jobId, 'Completed');
		expect((await output)[0].json.job_status).toBe('Completed');
	});

	test('of jobs that have all ended needs none', async () => {
		const { items } = await world.run(
			'job:wait',
			itemsOf([jobThatIs('Completed')]),
			parameters(long),
		);
		expect(items[0].json.job_status).toBe('Completed');
	});
});

describe('a look in the sub-workflow of a long wait', () => {
	const HOUR_MS = 3600_000;
	const parked = { jobId: '={{ $json.call?.jobId }}', parked: '={{ $json }}' };
	const continuing = { onError: /** @type {const} */ ('continueRegularOutput') };

	/** What n8n keeps of a job that has been waited for two days. @param {number} jobId */
	const entryOf = (jobId, changes = {}) => ({
		json: {
			call: { jobId, apiVersion: 4 },
			pollInterval: 60,
			timeout: 7200,
			deadline: Date.now() + HOUR_MS,
			wasSeen: true,
			executionId: '17',
			since: Date.now() - 48 * HOUR_MS,
			nextLookIn: 66,
			...changes,
		},
	});

	test('that shows no end puts out each job as it is, and when to look next', async () => {
		const jobIds = [jobThatIs('In Progress'), world.newJob()];
		const entries = jobIds.map((jobId) => entryOf(jobId));
		const { items } = await world.run('job:wait', entries, parked);
		expect(items.map(({ json }) => json)).toMatchObject([
			{ call: { jobId: jobIds[0] }, status: 'In Progress', nextLookIn: 600, executionId: '17' },
			{ call: { jobId: jobIds[1] }, status: 'Pending', nextLookIn: 600 },
		]);
	});

	test('does not look again at what has ended, until all have', async () => {
		const jobIds = [jobThatIs('Completed'), jobThatIs('In Progress')];
		const entries = jobIds.map((jobId) => entryOf(jobId));
		const first = await world.run('job:wait', entries, parked);
		world.emulator.journal.clear();
		const second = await world.run('job:wait', first.items, parked);
		expect(looks()).toBe(1);
		world.emulator.setJobStatus(jobIds[1], 'Completed');
		const { items } = await world.run('job:wait', second.items, parked);
		expect(items.map(({ json }) => [json.job_id, json.job_status])).toEqual(
			jobIds.map((jobId) => [jobId, 'Completed']),
		);
	});

	test('that shows a failure ends the wait for all', async () => {
		const entries = [entryOf(jobThatIs('In Progress')), entryOf(jobThatIs('Failure'))];
		const { error } = await world.run('job:wait', entries, parked);
		expect(error.message).toContain('did not succeed');
		expect(error.context.itemIndex).toBe(1);
	});

	test('keeps a failure for the end where the node continues on fail', async () => {
		const jobIds = [jobThatIs('In Progress'), jobThatIs('Failure')];
		const entries = jobIds.map((jobId) => entryOf(jobId));
		const first = await world.run('job:wait', entries, parked, continuing);
		expect(first.items[0].json.nextLookIn).toBe(600);
		world.emulator.setJobStatus(jobIds[0], 'Completed');
		const { items } = await world.run('job:wait', first.items, parked, continuing);
		expect(items[0].json.job_status).toBe('Completed');
		expect(items[1].json.error).toContain(`job ${jobIds[1]}: the transcription did not succeed`);
		expect(items[1].error?.name).toBe('NodeApiError');
	});

	test('at the deadline of a job is the last', async () => {
		const entry = entryOf(jobThatIs('In Progress'), { deadline: Date.now() });
		const { error } = await world.run('job:wait', [entry], parked);
		expect(error.message).toContain('has not been completed within 2 h');
	});

	test('that the service does not answer is not the last', async () => {
		failLooks();
		const { items } = await world.run('job:wait', [entryOf(world.newJob())], parked);
		expect(items[0].json).toMatchObject({
			status: expect.stringContaining('503'),
			nextLookIn: 600,
		});
	});
});
