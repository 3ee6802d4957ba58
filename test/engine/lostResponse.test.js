/** Calls that Verbit accepts once, whose response is lost: what proves that they were carried out, and what doesn't. */
const { PROVEN_CALLS } = require('./provenCalls');
const { randomFile, recording, retryOnFail, shownFields, useWorld } = require('./world');

const world = useWorld();

const REFUSED = {
	status: 400,
	body: { ErrorType: 'LOCKED', ErrorComment: 'The job is already in progress' },
};

/** A job that the operation is possible for, and its other parameters. @type {Record<string, () => Promise<any>>} */
const PREPARED = {
	'job:start': async () => ({ jobId: world.jobWithMedia() }),
	'media:add': async () => ({ jobId: world.newJob(), mediaUrl: 'https://h/x.mp4' }),
	'media:addBackupRecording': async () => await withAssets(world.jobWithMedia(), 'assetId', 1),
	'media:addNotes': async () => ({ jobId: world.newJob(), notesUrl: 'https://h/x.pdf' }),
	'media:merge': async () => ({
		mergeSource: 'assetIds',
		...(await withAssets(world.newJob(), 'assetIds', 2)),
	}),
};

/** @param {number} jobId @param {string} field @param {number} count */
async function withAssets(jobId, field, count) {
	return { jobId, [field]: (await world.uploadAssets(jobId, count)).join() };
}

describe.each(Object.entries(PROVEN_CALLS))('%s (%s)', (operation, call) => {
	/** @type {any} */
	let parameters;
	beforeEach(async () => {
		// Without notes that are added to the first ones.
		world.set({ secondNotes: 'refused' });
		parameters = await PREPARED[operation]();
		world.emulator.journal.clear();
	});

	const run = async (more = {}) => await world.run(operation, [{}], parameters, more);

	const calls = () => world.steps().filter((made) => made.startsWith(call));

	test('is repeated, and what Verbit says of the repeat proves that the first call arrived', async () => {
		world.fault(call, { kind: 'answerThenDrop' });
		const [{ json }] = (await run()).items;
		expect(json).toMatchObject({ job_id: parameters.jobId, confirmed_by_repeat: true });
		expect(calls()).toEqual([`${call} 200`, `${call} 400`]);
		expect(shownFields(operation)).toEqual(expect.arrayContaining(Object.keys(json)));
	});

	test('is repeated, and done when the repeat works', async () => {
		world.fault(call, { kind: 'dropConnection' }, { status: 201, body: '201 OK' });
		const [{ json }] = (await run()).items;
		expect(json).not.toHaveProperty('confirmed_by_repeat');
		expect(world.steps()).toEqual([`${call} null`, `${call} 201`]);
	});

	test('may have arrived where a server fails and names a type: the next try knows', async () => {
		const body = { ErrorType: 'OUTAGE' };
		world.fault(call, { status: 500, headers: { 'retry-after': '9999' }, body });
		const options = world.options(operation, [{}], parameters);
		const failed = await world.failing(world.engine.run(options));
		await run();
		const [{ json }] = (await world.engine.retry(options, failed)).items;
		expect(json).toMatchObject({ confirmed_by_repeat: true });
	});

	test('is not taken for done when its repeat is refused for another reason: the next try knows', async () => {
		// Nobody says how far the job is.
		world.fault('job_info', { status: 404, body: 'x', times: 2 });
		world.fault(call, { kind: 'answerThenDrop' }, REFUSED);
		const { error } = await world.failing(run());
		expect(error.message).toContain('already in progress');
		expect(error.description).toMatch(/To continue with job \d+, retry/);
		parameters = await PREPARED[operation]();
		world.fault(call, { kind: 'answerThenDrop' }, REFUSED);
		expect((await run(retryOnFail)).items[0].json.confirmed_by_repeat).toBe(true);
	});
});

test('a start whose status Verbit shows late stays in doubt: the next try knows that it has worked', async () => {
	const jobId = world.jobWithMedia();
	world.fault('perform_transcription', { kind: 'answerThenDrop' });
	world.fault('job_info', { status: 200, body: { job_id: jobId, job_status: 'Pending' } });
	const options = world.options('job:start', [{}], { jobId });
	const failed = await world.failing(world.engine.run(options));
	expect(failed.error.context.code).toBe('JOB_NOT_READY');
	expect(failed.error.description).toContain('An earlier attempt may have worked');
	const { items } = await world.engine.retry(options, failed);
	expect(items[0].json).toMatchObject({ confirmed_by_repeat: true });
});

describe('a started job that waits for an approval, with a status that Verbit does not document', () => {
	const AWAITING = { status: 200, body: { job_status: 'Awaiting Approval' }, times: 9 };

	test.each([
		['an answer of a mere promise', { status: 202, body: '' }],
		['an answer with the status', { status: 200, body: { job_status: 'Awaiting Approval' } }],
		['a lost response that was repeated', { kind: 'answerThenDrop' }],
	])('is started after %s', async (_what, answer) => {
		world.fault('perform_transcription', answer);
		world.fault('job_info', AWAITING);
		const { items } = await world.run('recording:submit', [recording()], {});
		expect(items[0].json.transcription_started).toBe(true);
	});

	test('is started for the next run with its External ID, whose start is refused', async () => {
		const ids = { externalId: 'talk', ifExternalIdUsed: 'reuse' };
		const lost = { kind: 'answerThenDrop' };
		world.fault('perform_transcription', lost, { status: 503, times: 3 });
		await world.runFailing('recording:submit', [recording()], ids);
		world.emulator.faults.clear();
		world.fault('job_info', AWAITING);
		const { items } = await world.run('recording:submit', [recording()], ids);
		expect(items[0].json).toMatchObject({ continued: true, transcription_started: true });
		expect(world.count('job_new')).toBe(1);
	});

	test('is not taken for started where the start was only refused, however often', async () => {
		const body = { ErrorType: 'INVALID_QUERY', ErrorComment: 'The media is not ready' };
		world.fault('perform_transcription', { status: 400, body, times: 2 });
		world.fault('job_info', { ...AWAITING, body: { job_status: 'Uploading' } });
		const { items } = await world.run('recording:submit', [recording()], {}, retryOnFail);
		expect(items[0].json).not.toHaveProperty('confirmed_by_repeat');
		expect([world.count('job_new'), world.count('perform_transcription')]).toEqual([1, 3]);
	});
});

test('a start whose response was lost has worked where its repeat is refused with a type that Verbit does not document', async () => {
	const second = { status: 409, body: { ErrorType: 'ALREADY_STARTED' } };
	world.fault('perform_transcription', { kind: 'answerThenDrop' }, second);
	const { items } = await world.run('recording:submit', [recording()], {});
	expect(items[0].json.confirmed_by_repeat).toBe(true);
});

test('a merge in a submission, whose response is lost and whose repeat is refused for its profile, is judged by the start', async () => {
	const files = { data: randomFile(10), second: randomFile(11) };
	const refused = { status: 400, body: { ErrorType: 'INVALID_QUERY' } };
	world.fault('add_media', { kind: 'answerThenDrop' }, refused);
	const parameters = { binaryPropertyName: '*' };
	const { items } = await world.run('recording:submit', [{ files }], parameters);
	expect(items[0].json.transcription_started).toBe(true);
	expect(world.count('put')).toBe(2);
});
