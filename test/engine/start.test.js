const { useWorld } = require('./world');

const world = useWorld();

/** @param {Partial<import('../emulator/faults').Fault>} fault that befalls the next start */
const faultAtStart = (fault) =>
	world.emulator.faults.add(
		/** @type {any} */ ({ where: 'service', operation: 'perform_transcription', ...fault }),
	);

const sent = () => world.emulator.journal.filter(({ operation }) => operation !== 'auth');

test('a job that has media is started, with nothing in the body that was not asked for', async () => {
	const jobId = await world.jobWithMedia();
	const { items } = await world.run('job:start', [{}], { jobId });
	expect(items).toEqual([{ json: { job_id: jobId }, pairedItem: [{ item: 0 }] }]);
	expect(world.emulator.job(jobId)?.status).toBe('In Progress');
	expect(sent()).toMatchObject([{ jobId, query: { v: '4' }, body: {} }]);
});

test.each(/** @type {const} */ (['json', 'empty', '204']))(
	'a start is done, whatever the form of its answer (%s)',
	async (performAnswer) => {
		world.emulator.switches.set({ performAnswer });
		const jobId = await world.jobWithMedia();
		const { items } = await world.run('job:start', [{}], { jobId });
		expect(items[0].json).toEqual({ job_id: jobId });
	},
);

test('the options go where the vendor documents them', async () => {
	world.emulator.switches.set({ environment: 'sandbox', performParametersIn: 'body' });
	const jobId = await world.jobWithMedia();
	const options = { callbackUrl: 'https://h/done', finishIn: 30, finishWithError: true };
	await world.run('job:start', [{}], { jobId, options });
	expect(sent()[0].body).toEqual({
		callback_url: 'https://h/done',
		finish_in: 30,
		finish_with_error: true,
	});
	world.emulator.clock.advance(30_000);
	expect((await world.run('job:get', [{}], { jobId })).items[0].json.job_status).toBe('Failure');
});

test.each([
	[{ callbackUrl: 'ftp://h/done' }, "'Callback URL' isn't a valid URL (got ftp://h/done)"],
	[{ finishIn: 901 }, "'Sandbox: Finish In' must be a whole number from 0 to 900 (got 901)"],
	[{ finishIn: 'soon' }, "'Sandbox: Finish In' must be a whole number from 0 to 900"],
	[{ finishWithError: true }, "'Sandbox: Finish With Error' is set without 'Sandbox: Finish In'"],
])('%j is refused before anything is sent', async (options, message) => {
	const { error } = await world.run('job:start', [{}], { jobId: world.newJob(), options });
	expect(error.name).toBe('NodeOperationError');
	expect(error.message).toContain(message);
	expect(world.calls()).toEqual([]);
});

test('two items of one job are refused before anything is sent', async () => {
	const jobId = world.newJob();
	const { error } = await world.run('job:start', [{}, {}], { jobId });
	expect(error.message).toBe(`Job ${jobId} appears in 2 items, but can be started only once`);
	expect(world.calls()).toEqual([]);
});

test.each(/** @type {const} */ ([400, 200]))(
	'a job without media is told to need it first (HTTP %d)',
	async (errorStatus) => {
		world.emulator.switches.set({ errorStatus });
		const jobId = world.newJob();
		const { error } = await world.run('job:start', [{}], { jobId });
		expect(error.name).toBe('NodeApiError');
		expect(error.message).toBe(
			`Start transcription for job ${jobId}: the job can't be started yet (Verbit returned ${errorStatus} INVALID_QUERY (Job ${jobId} has no media))`,
		);
		expect(error.description).toContain('Attach its recording with Add Media or Merge first');
	},
);

test.each(
	/** @type {const} */ ([
		['In Progress', 'was already started', 'Continue with Wait for Completion'],
		['Completed', 'was already started', 'Continue with Wait for Completion'],
		['Canceled', "can't be started", 'Create a new job'],
		['Failure', "can't be started", 'Create a new job'],
	]),
)('a job that is %s is not started again', async (status, what, remedy) => {
	const jobId = await world.jobWithMedia();
	world.emulator.setJobStatus(jobId, status);
	const { error } = await world.run('job:start', [{}], { jobId });
	expect(error.message).toContain(`the job ${what} (status ${status}; Verbit returned 400`);
	expect(error.description).toContain(remedy);
});

test('a refused start names both reasons if the status cannot be read', async () => {
	const jobId = world.newJob();
	const fault = /** @type {const} */ ({ where: 'service', operation: 'job_info', kind: 'status' });
	world.emulator.faults.add({ ...fault, status: 404, body: { ErrorType: 'ITEM_NOT_FOUND' } });
	const { error } = await world.run('job:start', [{}], { jobId });
	expect(error.message).toContain('INVALID_QUERY');
	expect(error.description).toContain('Check its status with Get');
});

test('a start whose response is lost is repeated, and confirmed by the status of the job', async () => {
	const jobId = await world.jobWithMedia();
	faultAtStart({ kind: 'answerThenDrop' });
	const { items } = await world.run('job:start', [{}], { jobId });
	expect(items[0].json).toEqual({
		job_id: jobId,
		job_status: 'In Progress',
		confirmed_by_repeat: true,
	});
	expect(world.calls().slice(-2)).toEqual(['perform_transcription 400', 'job_info 200']);
});

test('a start that did not arrive at first is made by the repeat', async () => {
	const jobId = await world.jobWithMedia();
	faultAtStart({ kind: 'status', status: 503 });
	const { items } = await world.run('job:start', [{}], { jobId });
	expect(items[0].json).toEqual({ job_id: jobId });
	expect(world.emulator.job(jobId)?.status).toBe('In Progress');
});

test('a start without media is refused also where it was repeated', async () => {
	faultAtStart({ kind: 'dropConnection' });
	const { error } = await world.run('job:start', [{}], { jobId: world.newJob() });
	expect(error.message).toContain('has no media');
});

test("a response's own field error is output under another name, because n8n would run the node again", async () => {
	const jobId = await world.jobWithMedia();
	faultAtStart({ kind: 'status', status: 200, body: { error: 'none', note: 'x' } });
	const { items } = await world.run('job:start', [{}], { jobId });
	expect(items[0].json).toEqual({ job_id: jobId, verbit_error: 'none', note: 'x' });
});

describe('a start that is in doubt at the end of a try', () => {
	const nodeSettings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

	/** The first attempt arrives, but its response is lost; the repeat is refused. @param {object[]} faults of the repeat */
	async function startTwice(...faults) {
		const jobId = await world.jobWithMedia();
		faultAtStart({ kind: 'answerThenDrop' });
		for (const fault of faults) {
			world.emulator.faults.add(
				/** @type {any} */ ({ where: 'service', kind: 'status', ...fault }),
			);
		}
		const { items, error } = await world.run('job:start', [{}], { jobId }, { nodeSettings });
		expect(error).toBeUndefined();
		return items[0].json;
	}

	test('is confirmed by the next try where the repeat was refused for another reason', async () => {
		const json = await startTwice({
			operation: 'perform_transcription',
			status: 403,
			body: { ErrorType: 'ACCOUNT_LOCKED', ErrorComment: 'Locked' },
		});
		expect(json).toMatchObject({ job_status: 'In Progress', confirmed_by_repeat: true });
		expect(world.calls()).toContain('perform_transcription 403');
	});

	test('is confirmed by the next try where the status could not be had', async () => {
		const json = await startTwice({
			operation: 'job_info',
			status: 404,
			body: { ErrorType: 'ITEM_NOT_FOUND' },
		});
		expect(json).toMatchObject({ job_status: 'In Progress', confirmed_by_repeat: true });
		expect(world.calls()).toContain('job_info 404');
	});

	test('is no doubt where the job is Pending: it is refused for certain', async () => {
		const jobId = world.newJob();
		faultAtStart({ kind: 'dropConnection' });
		const { error } = await world.run('job:start', [{}], { jobId }, { nodeSettings });
		expect(error.context).toMatchObject({ code: 'JOB_NOT_READY' });
		expect(error.description).not.toContain('no clear response');
	});
});
