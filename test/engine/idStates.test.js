const { BOTH, byIds, jobOf, useIdRuns } = require('./idRuns');
const { LONG, passTime, SOON } = require('./idTime');
const { file, useLinkServer } = require('./linkServer');
const {
	continueOnFail,
	hintsOf,
	randomFile,
	recording,
	retryOnFail,
	shownFields,
} = require('./world');

/** States of an External ID that two executions, or two tries of one, bring about together. */
const { world, othersLook, optionsOf, submission, submit, transcription, transcribe } = useIdRuns();
const links = useLinkServer();

const { memory } = world;

const START = 'perform_transcription';
const REFUSAL = { status: 400, body: { ErrorType: 'INVALID_QUERY', ErrorComment: 'No' } };
const REFUSED_OPTION = { status: 422, body: { ErrorType: 'INVALID_OPTION' } };
const DROPPED = { kind: 'dropConnection', times: 9 };
const NO_ANSWER = { kind: 'answerThenDrop', times: 4 };
const UNKNOWN_JOB = { status: 400, body: { ErrorType: 'ITEM_NOT_FOUND' } };
const FORBIDDEN = { status: 403 };
const BUSY = { status: 503, times: 4 };
const TOO_MANY = { status: 429, times: 4, body: { ErrorType: 'TOO_MANY_REQUESTS' } };
const ONE_BY_ONE = { concurrency: 1 };
const ATTACH_ONLY = { options: { startTranscription: false } };
const MERGE = {
	items: [{ files: { a: randomFile(10), b: randomFile(11) } }],
	binaryPropertyName: 'a, b',
};
const create = async () =>
	jobOf(await world.engine.run(optionsOf('create', 'reuse', { items: [{}] })));

const url = (/** @type {string} */ name) => ({
	mediaSource: 'url',
	mediaUrl: `https://h.example/${name}.mp4`,
});

/** A file of which the link is another one each time. @param {string} name */
function linked(name) {
	links.answer(file(Buffer.from('ID3\x04'.padEnd(1000, '\0'))));
	return { items: [{}], mediaSource: 'urlUpload', mediaUrl: `${links.url}/${name}/a.mp3` };
}

/** How an ID's job ends. @typedef {(job: number) => void} End */

/** @type {End} */
const failure = (job) => world.setStatus(job, 'Failure');

/** Verbit knows it no more, nor all before. */
const forgotten = () => (world.emulator.state.data.jobs = {});

/** It failed, and Verbit doesn't know it for a moment. @type {End} */
function hidden(job) {
	failure(job);
	world.fault('job_info', UNKNOWN_JOB);
}

/** An ID's jobs, one after the other. @param {End[]} ends */
async function makeJobs(...ends) {
	const jobs = [];
	for (const end of ends) {
		jobs.push(jobOf(await submit('reuse')));
		end(jobs.at(-1) ?? 0);
	}
	return jobs;
}

/** An execution that fails at a call. @param {string} call @param {object} fault @param {object} [how] */
const fails = (call, fault, how) => async () =>
	await world.failAt(call, fault, submission('reuse', how));

/** One that is killed while Verbit has a call, and counts as gone then. @param {string} call @param {object} [how] */
const dies = (call, how) => async () => {
	await world.crashAt(call, submission('reuse', how));
	world.setStatus(world.jobIds()[0], 'Pending');
	passTime(2);
};

const REFUSED_CREATION = fails('job_new', REFUSED_OPTION);
const REFUSED_MEDIA = fails('add_media', REFUSAL);
const REFUSED_START = fails(START, REFUSED_OPTION);
const NOT_READY = fails(START, REFUSAL);

const refusesStart = (/** @type {string} */ ErrorType, /** @type {string} */ ErrorComment) =>
	fails(START, { status: 400, body: { ErrorType, ErrorComment } });

const LACKS_METADATA = refusesStart('INVALID_QUERY', "metadata 'course' is missing");
const WRONG_METADATA = refusesStart('PROFILE_FIELDS', 'Job metadata does not match');
const READS_METADATA = refusesStart('INVALID_QUERY', 'Media metadata is not available yet');

const attaches = async () => await submit('reuse', ATTACH_ONLY);

/** One that makes a job in the place of one that Verbit doesn't know for a moment, and that Verbit refuses to start. */
const replacesInVain = async () => {
	world.fault('job_info', UNKNOWN_JOB);
	await REFUSED_START();
};

/** One whose attachment only a refusal has proven, and that doesn't come to the start. */
const provenByRefusal = async () => {
	world.fault('add_media', { kind: 'answerThenDrop' });
	await fails(START, BUSY)();
};

const failsToStartMerge = async () => {
	world.fault('add_media', { status: 503 }, REFUSAL);
	await fails(START, TOO_MANY, MERGE)();
};

const refusesMerge = async () => {
	world.fault(START, REFUSAL);
	const { error } = await world.failAt('add_media', REFUSAL, submission('reuse', MERGE));
	expect(error.context.code).toBe('MERGE_REFUSED');
	expect(error.description).toMatch(/^Choose a profile.* run the workflow again/s);
};

const WRONG_URL = { items: [{}], ...url('wrong') };
const REFUSED_URL = [
	fails('add_media', BUSY, WRONG_URL),
	fails('add_media', { status: 400, body: { ErrorType: 'INVALID_URL' } }, WRONG_URL),
];

/** A new job. */
const ANEW = 'job_new asset_id';
const DUPLICATE = 'job_new possible_duplicate asset_id';

/** The calls of a submission, and the fields of its output that say how it came to its job. */
const CALLS = ['job_new', 'put', 'add_media', START];
const FLAGS = ['continued', 'possible_duplicate', 'confirmed_by_repeat', 'asset_id'];

describe.each(BOTH)('what the next submission, with %s, calls and says', (ifUsed) => {
	/** @type {Array<[after: string, history: Array<() => Promise<unknown>>, expected: string]>} */
	const rows = [
		['a refused creation', [REFUSED_CREATION], ANEW],
		['a failed upload', [fails('put', FORBIDDEN)], 'put continued asset_id'],
		['a refused attachment', [fails('add_media', REFUSED_OPTION)], ANEW],
		['one for which Verbit was busy', [fails('add_media', TOO_MANY)], 'put continued asset_id'],
		['such a one and a refused one', [fails('add_media', TOO_MANY), REFUSED_MEDIA], ANEW],
		['a refused recording for a job of Create', [create, REFUSED_MEDIA], ANEW],
		['no start', [attaches, attaches], `${START} continued`],
		['failed starts', [fails(START, BUSY), fails(START, BUSY)], `${START} continued`],
		['starts of a job not ready', [NOT_READY, NOT_READY], `${START} continued`],
		['a lost start', [fails(START, DROPPED)], `${START} continued`],
		['a refused start', [REFUSED_START], ANEW],
		['one for lack of metadata', [LACKS_METADATA], ANEW],
		['one for wrong metadata', [WRONG_METADATA], ANEW],
		['one for metadata that Verbit still reads', [READS_METADATA], `${START} continued`],
		['a failed and a refused start', [fails(START, TOO_MANY), REFUSED_START], ANEW],
		['another job, which was refused', [attaches, replacesInVain], `${START} continued`],
		['a crash at the creation', [dies('job_new')], DUPLICATE],
		['such a crash and a refused creation', [dies('job_new'), REFUSED_CREATION], DUPLICATE],
		['one at the upload', [dies('put')], 'put continued confirmed_by_repeat asset_id'],
		// The job may have the file of the one that died.
		['one at the attachment', [dies('add_media')], 'put continued confirmed_by_repeat'],
		['one at the start', [dies(START)], `${START} continued`],
		// The refusal may have had another cause.
		['an attachment that a refusal proved', [provenByRefusal], 'put continued confirmed_by_repeat'],
		['a merge that was not started and is refused', [failsToStartMerge, refusesMerge], ANEW],
		['one of which no file was sent', [fails('put', FORBIDDEN, MERGE), refusesMerge], ANEW],
		['one that died with its files', [dies('put', MERGE), refusesMerge], ANEW],
		['one that died at its attachment', [dies('add_media', MERGE), refusesMerge], ANEW],
		['a lost attachment and a refused URL', REFUSED_URL, ANEW],
	];

	test.each(rows)('after %s', async (_, history, expected) => {
		for (const event of history) await event();
		world.emulator.journal.clear();
		const [{ json }] = (await submit(ifUsed)).items;
		const [firstCall, ...flags] = expected.split(' ');
		const calls = CALLS.filter((call) => world.count(call) > 0);
		expect(calls).toEqual(CALLS.slice(CALLS.indexOf(firstCall)));
		expect(FLAGS.filter((flag) => flag in json)).toEqual(flags);
		expect(json).toMatchObject({
			job_id: world.jobIds().at(calls.includes('job_new') ? -1 : 0),
			transcription_started: true,
		});
		expect(shownFields('recording:submit')).toEqual(expect.arrayContaining(Object.keys(json)));
	});
});

const submits = async () => await submit('reuse');

const OTHER = { items: [recording(11)] };
const failsWithOther = fails('add_media', TOO_MANY, OTHER);

/** One that starts a job of Create without the ID. */
const startsElsewhere = async () => {
	const jobId = await create();
	await world.run('media:add', [{}], { jobId, mediaUrl: 'https://h.example/x.mp4' });
	await world.run('job:start', [{}], { jobId });
};

describe.each(BOTH)('another recording, with %s, is refused', (ifUsed) => {
	test.each([
		['where the job in the place of its own was refused', [submits, replacesInVain]],
		['where it never came to the job', [create, failsWithOther, failsWithOther, submits]],
		['where the job was started elsewhere', [startsElsewhere, submits]],
	])('%s', async (_, history) => {
		for (const event of history) await event();
		const { error } = await world.failing(submit(ifUsed, OTHER));
		expect(error.context.code).toBe('EXTERNAL_ID_OF_OTHER_FILE');
	});
});

test('who has read of an attachment that then is refused reads anew before it takes the ID', async () => {
	const options = submission('reuse', { items: [{}], ...url('talk') });
	const first = await world.holdAt('add_media', options, { kind: 'status', ...REFUSED_OPTION });
	const { hasCome, release } = memory.hold(
		(_, what) => what.startsWith('record') && what.endsWith(':alive'),
	);
	const second = world.engine.run(options);
	await hasCome;
	first.release();
	await world.failing(first.result);
	memory.mend();
	release();
	const job = jobOf(await second);
	expect(jobOf(await world.engine.run(options))).toBe(job);
	expect(world.count(START)).toBe(1);
});

test('a temporary link to the recording of a job that Create made is known again by its size', async () => {
	await create();
	for (const name of ['one', 'two'])
		expect((await submit('reuse', linked(name))).items[0].json.continued).toBe(true);
	expect(world.count(START)).toBe(1);
});

test('a holder that was taken over, and whose upload Verbit refuses then, goes on with the job', async () => {
	const first = await world.holdAt('add_asset', submission('reuse'), REFUSAL);
	passTime(2);
	const second = await submit('reuse');
	first.release();
	expect(jobOf(await first.result)).toBe(jobOf(second));
	expect([world.count('job_new'), world.count(START)]).toEqual([1, 1]);
});

test('an execution that only went on with the job of a holder leaves it the ID', async () => {
	const first = await world.holdAt('put', submission('reuse'));
	await create();
	const second = submit('reuse');
	await othersLook(100);
	first.release();
	await Promise.all([first.result, second]);
	expect([world.count('put'), world.count(START)]).toEqual([1, 1]);
	await transcribe('skip', LONG);
	await submit('reuse');
	expect((await transcribe('skip', LONG)).items).toEqual([]);
});

describe('a started job is gone on with by Use Its Job, while a holder with Skip waits for it or nobody', () => {
	beforeEach(() => world.set({ transcriptionSeconds: 3600 }));

	const isPending = () => world.setStatus(world.jobIds()[0], 'Pending');

	test.each([
		['that is Pending', async () => await transcribe('skip', LONG).then(isPending)],
		['that is Pending, for which nobody waits', async () => await submits().then(isPending)],
		[
			'whose start only Verbit knows after a crash',
			async () => {
				await world.crashAt(START, transcription('skip', LONG));
				passTime(2);
				await transcribe('skip', LONG);
			},
		],
		[
			'that a person has started',
			async () => {
				const options = transcription('skip', LONG);
				const failed = await world.failAt('put', FORBIDDEN, options);
				const { job_id: jobId } = failed.error.context;
				await world.run('media:add', [recording()], { jobId });
				await world.run('job:start', [{}], { jobId });
				await world.engine.retry(options, failed);
			},
		],
	])('%s', async (_, begin) => {
		await begin();
		const json = { job_id: world.jobIds()[0], continued: true };
		expect((await submit('reuse')).items).toMatchObject([{ json }]);
		expect([world.count('job_new'), world.count(START)]).toEqual([1, 1]);
	});
});

test.each([
	['another file', 'put', { status: 403 }, 'reuse', {}, { binaryPropertyName: 'other' }],
	['another URL and Create Another', 'add_media', { status: 429 }, 'create', url('a'), url('b')],
])(
	'a Retry with %s does not give it the job of the first',
	async (_, call, fault, ifUsed, first, second) => {
		const items = [{ files: { data: randomFile(10), other: randomFile(11) } }];
		const options = submission('reuse', { items, ...first });
		const failed = await world.failAt(call, { ...fault, times: 9 }, options);
		const other = world.engine.retry(submission(ifUsed, { items, ...second }), failed);
		expect((await world.failing(other)).error.context.code).toBe('EXTERNAL_ID_OF_OTHER_FILE');
		expect(world.count(START)).toBe(0);
		expect(jobOf(await world.engine.retry(options, failed))).toEqual(expect.any(Number));
		expect(world.count('job_new')).toBe(1);
	},
);

test('who was believed gone before it had a job leaves that unstarted, says so, and closes the link to its recording', async () => {
	links.answer(file(Buffer.from('ID3\x04'.padEnd(12_000_000, '\0'))));
	const source = { mediaSource: 'urlUpload', mediaUrl: `${links.url}/a.mp3`, items: [{}] };
	const { release, result } = await world.holdAt('job_new', submission('reuse', source));
	passTime(2);
	const job = jobOf(await submit('reuse', source));
	release();
	const late = await result;
	expect(late.items).toMatchObject([{ json: { job_id: job, continued: true } }]);
	const [leftover] = world.jobIds().filter((id) => id !== job);
	expect(hintsOf(late).join()).toContain(`job ${leftover} stays unstarted`);
	expect(world.count(START)).toBe(1);
	await links.hasNoConnections();
});

/** @type {Array<[outcome: string, ends: End[], named: number[]]>} */
const afterJobs = [
	['another job', [forgotten, failure], []],
	['JOBS_UNKNOWN', [failure, forgotten, forgotten], []],
	['RECORDING_FAILED_TWICE', [failure, failure], [0, 1]],
	['RECORDING_FAILED_TWICE', [failure, forgotten, failure], [0, 2]],
	['RECORDING_FAILED_TWICE', [hidden, failure], [0, 1]],
];

test.each(afterJobs)('%s comes after jobs that ended so: %p', async (outcome, ends, named) => {
	const jobs = await makeJobs(...ends);
	const { error, items } = await world.settled(submit('reuse'));
	const isRefused = outcome !== 'another job';
	const context = isRefused ? { code: outcome, job_id: jobs.at(-1) } : {};
	expect(error?.context ?? {}).toMatchObject(context);
	expect(error?.message ?? '').toContain(named.map((place) => jobs[place]).join(' and '));
	expect(items).toHaveLength(isRefused ? 0 : 1);
});

test('a second job that Verbit refuses is no second failure: the next run is advised, and submits', async () => {
	await makeJobs(failure);
	const { error } = await world.failAt('add_media', REFUSED_OPTION, submission('reuse'));
	expect(error.description).toContain('run the workflow again');
	expect((await submit('reuse')).items[0].json.transcription_started).toBe(true);
});

test('a job in the place of one that Verbit does not know is no second one: where it fails, the next run makes another', async () => {
	const [, job] = await makeJobs(forgotten, (one) => world.setStatus(one, 'In Progress'));
	const waiting = world.failing(transcribe('reuse', SOON));
	await world.until(() => world.count('job_info') > 2);
	world.setStatus(job, 'Failure');
	expect((await waiting).error.description).toContain('run the workflow again');
	expect(jobOf(await submit('reuse'))).toBeGreaterThan(job);
});

test.each([{ externalId: '' }, { ifExternalIdUsed: 'create' }])(
	'an ID that a Retry uses no more leads the next run nowhere: %j',
	async (parameters) => {
		const failed = await world.failAt('job_new', REFUSED_OPTION, transcription('reuse', {}));
		const short = { timeoutHours: 0.0001, pollInterval: 1 };
		const again = world.engine.retry(transcription('reuse', short, parameters), failed);
		const { error } = await world.failing(again);
		expect(error.context.code).toBe('WAIT_TIMED_OUT');
		expect(error.description).not.toContain('run the workflow again');
	},
);

test('an item that goes on with the job of another item says so, also where that one has failed', async () => {
	world.fault('add_media', { status: 429, times: 4 });
	const result = await submit('reuse', { items: [recording(), recording()] }, continueOnFail);
	const [json] = result.items.map((item) => item.json).filter(({ error }) => !error);
	expect(json).toMatchObject({ job_id: expect.any(Number), transcription_started: true });
	expect(json).not.toHaveProperty('continued');
	expect(hintsOf(result)).toEqual([expect.stringContaining('share')]);
});

test.each(
	/** @type {const} */ ([
		['of whose start nobody knows', 'submit', START, NO_ANSWER, 'reuse'],
		['that is started', 'transcribe', 'get_caption', { status: 404, times: 9 }, 'skip'],
	]),
)(
	'a job of Create Another %s stays the one of its execution, whatever Retry is to do',
	async (_which, name, call, fault, later) => {
		await submit('reuse');
		const failed = await world.failAt(call, fault, optionsOf(name, 'create'));
		const retried = await world.engine.retry(optionsOf(name, later), failed);
		expect([jobOf(retried), hintsOf(retried)]).toEqual([failed.error.context.job_id, []]);
	},
);

test('a job that another execution may have started is not given up for a refused start', async () => {
	const options = submission('reuse', MERGE);
	const failed = await world.failAt('add_media', { status: 503, times: 4 }, options);
	const other = await world.holdAt(START, options);
	memory.fail(1);
	other.release();
	await world.settled(other.result);
	world.setStatus(Number(failed.error.context.job_id), 'Pending');
	world.fault('add_media', REFUSAL);
	world.fault(START, REFUSAL);
	await world.failing(world.engine.retry(options, failed));
	world.emulator.faults.clear();
	const { items: again } = await world.engine.run(options);
	expect(again).toMatchObject([{ json: { job_id: failed.error.context.job_id } }]);
});

test('no job is started whose ID cannot be asked for', async () => {
	const run = await world.holdAt('add_media', submission('reuse'));
	// The record that the job has its recording, and the one that it is about to be started.
	memory.fail(2);
	run.release();
	const { error } = await world.failing(run.result);
	expect([error.context.code, world.count(START)]).toEqual(['EXTERNAL_ID_NOT_CHECKED', 0]);
	expect(error.message).toContain('The database is gone');
	expect((await submit('reuse')).items[0].json.transcription_started).toBe(true);
});

test('a job in the place of another has its ID, whatever the field of a Retry evaluates to', async () => {
	const failed = await world.failAt(START, DROPPED, submission('reuse'));
	world.setStatus(Number(failed.error.context.job_id), 'Failure');
	await makeJobs(forgotten);
	const again = submission('reuse', { externalId: 'talk-2' });
	const job = jobOf(await world.engine.retry(again, failed));
	expect(world.jobs[job].externalId).toBe('talk-1');
});

test('a creation that Verbit refuses is tried again at once, also in the place of a job that failed', async () => {
	await makeJobs(failure);
	world.fault('job_new', REFUSED_OPTION);
	expect((await transcribe('reuse', SOON, {}, retryOnFail)).items).toHaveLength(1);
});

test('a Retry with another URL gets no transcript of the recording that another execution submitted', async () => {
	const jobId = jobOf(await submit('reuse', url('first')));
	world.setStatus(jobId, 'Completed');
	const of = (/** @type {string} */ name) => transcription('reuse', {}, url(name));
	const failed = await world.failAt('get_caption', { status: 404, times: 9 }, of('first'));
	const retried = await world.failing(world.engine.retry(of('second'), failed));
	expect(retried.error.context.code).toBe('SOURCE_CHANGED');
	expect(jobOf(await world.engine.retry(of('first'), failed))).toBe(jobId);
});

describe('an attachment of which nobody knows whether it worked', () => {
	/** @param {any} result */
	const expectNoOtherAsset = ({ items }) => {
		expect(items[0].json).toMatchObject({ job_id: world.jobIds()[0], confirmed_by_repeat: true });
		expect(items[0].json).not.toHaveProperty('asset_id');
	};

	test('names no asset of a later execution where its answer was lost, and the start had to be repeated', async () => {
		await world.failAt('add_media', NO_ANSWER, submission('reuse'));
		world.fault(START, { status: 503, times: 4 });
		expectNoOtherAsset(await submit('reuse', {}, retryOnFail));
	});

	test('names no asset of a second Retry where the answer to the first was lost', async () => {
		const options = submission('reuse');
		const failed = await world.failAt('put', { status: 403 }, options);
		world.fault('add_media', NO_ANSWER);
		await world.failing(world.engine.retry(options, failed));
		world.emulator.faults.clear();
		expectNoOtherAsset(await world.engine.retry(options, failed));
	});
});

describe('with Skip', () => {
	test('what Transcribe has output beside the holder, after a wait, is done', async () => {
		const job = jobOf(await submit('reuse'));
		const waiting = await transcribe('reuse', LONG);
		world.setStatus(job, 'Completed');
		const { items } = await world.engine.resume(transcription('reuse', LONG), waiting, 1);
		expect(items).toMatchObject([{ json: { text: expect.any(String) } }]);
		expect((await transcribe('skip', SOON)).items).toEqual([]);
	});

	test('a temporary link is known by its size once its transcript was output, also by a second try, and when its job is deleted', async () => {
		world.fault('put', { status: 400 });
		expect((await transcribe('skip', SOON, linked('one'), retryOnFail)).items).toHaveLength(1);
		expect((await transcribe('skip', SOON, linked('two'))).items).toEqual([]);
		world.emulator.state.data.jobs = {};
		expect((await transcribe('skip', SOON, linked('three'))).items).toEqual([]);
		expect(world.count(START)).toBe(1);
	});

	test('what the last of several tries has not output is not done', async () => {
		const no = { status: 403, body: { ErrorType: 'X' } };
		const pass = { kind: 'delay' };
		world.fault('get_caption', no, pass, pass, no);
		const options = { ...SOON, ...ONE_BY_ONE };
		const tries = { ...retryOnFail, ...continueOnFail };
		const { items: output } = await transcribe('skip', options, byIds('a', 'b'), tries);
		expect(output.map(({ json }) => Boolean(json.error))).toEqual([false, true]);
		const again = await transcribe('skip', options, byIds('a', 'b'));
		expect(again.items.map(({ json }) => json.file_name)).toEqual(['b.wav']);
	});

	/** Runs it in a loop of two rounds. @param {object} more @param {() => Promise<void>} [between] the rounds */
	async function loop(more, between) {
		let rounds = 0;
		const behind = async () => {
			if (rounds++ > 0) return [[]];
			await between?.();
			return [[{ json: {} }]];
		};
		const { saved } = await transcribe('skip', SOON, ofUrl, { behind, isLoop: true, ...more });
		return JSON.parse(saved).resultData.runData.Verbit;
	}

	const ofUrl = { items: [{}], ...url('talk') };

	test('a recording that comes again in a loop is output as skipped, as another item of the run', async () => {
		const [, second] = await loop({});
		const skipped = { external_id: 'talk-1', skipped: true, job_id: world.jobIds()[0] };
		expect(second.data.main).toEqual([[{ json: skipped, pairedItem: [{ item: 0 }] }]]);
		const hint = { message: expect.stringContaining('another item of this run') };
		expect(second.hints).toMatchObject([hint]);
	});

	test('a recording that failed in one round of a loop, and that another execution took, is left to that one', async () => {
		world.fault('add_media', { status: 429, times: 9 });
		const [, second] = await loop(continueOnFail, async () => {
			world.emulator.faults.clear();
			await transcribe('skip', LONG, ofUrl);
		});
		const hint = { message: expect.stringContaining('another execution is working on') };
		expect(second.hints).toMatchObject([hint]);
	});
});

test('a job that Create has made is that of one recording, and started once, whichever call of the database hangs', async () => {
	for (let place = 0; ; place++) {
		memory.reset();
		world.emulator.journal.clear();
		await create();
		const { hasCome, release } = memory.hold((one) => one === place);
		const first = world.settled(submit('reuse', { items: [recording(10)] }));
		if (!(await Promise.race([hasCome, first.then(() => false)]))) return;
		passTime(10);
		const other = await world.settled(submit('reuse', { items: [recording(11)] }));
		const same = await world.settled(submit('reuse', { items: [recording(10)] }));
		release();
		const ends = [await first, other, same];
		jest.restoreAllMocks();
		const [own, ofOther, ofSame] = ends.map((end) => (end.error ? undefined : jobOf(end)));
		const isShared = ofOther !== undefined && [own, ofSame].includes(ofOther);
		const found = { place, isShared, starts: world.count(START) };
		expect(found).toEqual({ place, isShared: false, starts: 1 });
	}
});

test.each([{}, continueOnFail])(
	'where the next run would pay for another item, nobody is advised to run it, with %j',
	async (more) => {
		const items = ['reuse', 'create'].map((used, id) => recording(10 + id, 'a.wav', { used, id }));
		const options = { ...SOON, ...ONE_BY_ONE, finishWithError: '={{ $json.used === "reuse" }}' };
		const how = { items, externalId: '={{ $json.id }}' };
		const running = transcribe('={{ $json.used }}', options, how, more);
		const { error, items: output } = await world.settled(running);
		const { description } = error ?? output[0].json.details;
		expect(description).toContain('To submit it again');
		expect(description).not.toContain('run the workflow again');
	},
);
