const { setImmediate: nextTurn } = require('node:timers/promises');
const { ExecuteContext, ExecutionLifecycleHooks } = require('n8n-core');
const { createRunExecutionData } = require('n8n-workflow');
const { until } = require('../support/until');
const { otherExecutions } = require('./engine');
const { byIds, jobOf, useIdRuns } = require('./idRuns');
const { LONG, MINUTE_MS, passTime, SOON } = require('./idTime');
const { continueOnFail, hintsOf, recording, retryOnFail } = require('./world');

/** An External ID that another execution has: it is at work on it, it waits, it is gone, or it has output the result. */
const { world, othersLook, optionsOf, submission, submit, transcription, transcribe } = useIdRuns();

const { memory } = world;

const START = 'perform_transcription';

/** An execution that hangs while Verbit has a call. @param {string} call */
const hangDuring = async (call, ifUsed = 'skip') => await world.holdAt(call, submission(ifUsed));

/** What an execution leaves behind that is killed then. @param {string} call */
async function dieDuring(call, ifUsed = 'skip') {
	await world.crashAt(call, submission(ifUsed));
	world.emulator.journal.clear();
	return Number(world.jobIds()[0]);
}

test.each([
	// With Skip, nobody waits for the nearly three minutes until a clock that is late sees the end.
	['reuse', -1],
	['skip', 0],
	['skip', 1],
])(
	'who comes with %s after an execution was killed, by a clock %d min off, first makes sure that it is gone',
	async (ifUsed, minutes) => {
		const jobId = await dieDuring(START);
		world.setStatus(jobId, 'Pending');
		passTime(minutes);
		const second = submit(ifUsed);
		await othersLook(100);
		expect(world.count(START)).toBe(0);
		passTime(1.8 - minutes);
		expect((await second).items).toMatchObject([{ json: { job_id: jobId, continued: true } }]);
	},
);

describe('an execution that is at work', () => {
	test('is waited for with Use Its Job, which goes on with its job', async () => {
		const { release, result } = await hangDuring('put');
		const second = submit('reuse');
		await othersLook();
		// Verbit is not asked for the job each time.
		expect(world.count('job_info')).toBe(0);
		release();
		const [[one], [two]] = [(await result).items, (await second).items];
		expect(two.json).toMatchObject({ job_id: one.json.job_id, continued: true });
		expect([world.count('job_new'), world.count(START), world.count('put')]).toEqual([1, 1, 1]);
	});

	test('gives signs of life while it uploads for long: with Skip the others skip, and the hint says so', async () => {
		const { release, result } = await hangDuring('put');
		const second = submit('skip');
		await othersLook(12);
		const taken = [...memory.rows.keys()].find((key) => key.endsWith(':0')) ?? '';
		memory.rows.set(taken.replace(/:0$/, ':alive'), String(Date.now() + 10 * MINUTE_MS));
		passTime(2.5);
		expect(hintsOf(await second).join()).toMatch(/^Skipped 1 item that another execution/);
		jest.restoreAllMocks();
		release();
		expect((await result).items).toHaveLength(1);
	});

	test('and is believed dead does not end the lease of the one that has the ID since', async () => {
		const one = await hangDuring(START, 'reuse');
		passTime(2);
		const two = await hangDuring(START, 'reuse');
		const [taken] = memory.rows.keys();
		const alive = taken.replace(/:0.*$/, ':alive');
		memory.rows.set(alive, 'of the other');
		one.release();
		await one.result;
		expect(memory.rows.get(alive)).toBe('of the other');
		two.release();
		await two.result;
	});

	test('and is believed dead keeps nobody waiting for the one that has the ID since, and was killed', async () => {
		const { release, result } = await hangDuring('put', 'reuse');
		passTime(2);
		const jobId = await dieDuring(START, 'reuse');
		passTime(2);
		await othersLook(0);
		expect((await submit('reuse')).items).toMatchObject([{ json: { job_id: jobId } }]);
		release();
		await result;
	});
});

test('an item with Skip that is done while others of its run wait is left to its execution', async () => {
	world.set({ transcriptionSeconds: 3600 });
	const options = transcription('skip', LONG, byIds('a', 'b'));
	const first = await world.engine.run(options);
	world.setStatus(world.jobIds()[0], 'Completed');
	const second = await world.engine.resume(options, first, 1);
	expect(second.status).toBe('waiting');
	const beside = await transcribe('skip', LONG, byIds('a'));
	expect(hintsOf(beside).join()).toMatch(/^Skipped 1 item that another execution/);
});

test('Retry outputs its own upload, also where another execution has started the job meanwhile', async () => {
	const options = submission('reuse');
	const first = await world.failAt(START, { status: 503, times: 4 }, options);
	await submit('reuse');
	const [{ json }] = (await world.engine.retry(options, first)).items;
	expect(json).toMatchObject({ asset_id: expect.any(String), transcription_started: true });
	expect([world.count('put'), world.count('add_media')]).toEqual([1, 1]);
});

test('Retry, whose own job failed, goes on with the job made since, which all later runs have', async () => {
	const options = submission('reuse');
	const first = await world.failAt(START, { kind: 'answerThenDrop', times: 4 }, options);
	world.setStatus(world.jobIds()[0], 'Failure');
	await world.failAt('put', { status: 403 }, options);
	const [, second] = world.jobIds();
	const outputs = [await world.engine.retry(options, first), await submit('reuse')];
	// The first job was started, so it is not left over.
	expect(hintsOf(outputs[0])).toEqual([]);
	for (const { items } of outputs)
		expect(items).toMatchObject([{ json: { job_id: second, continued: true } }]);
	expect(world.jobIds()).toHaveLength(2);
});

/** Has the database fail for some calls. @param {(call: string) => boolean} isLost */
function loseCalls(isLost) {
	const error = new Error('The database is gone');
	memory.befall = async (call, _, what) => await (isLost(what) ? Promise.reject(error) : call());
}

test.each([
	[
		'has failed',
		async () => {
			const lost = { kind: 'answerThenDrop', times: 4 };
			const failed = await world.failAt(START, lost, submission('reuse'));
			world.setStatus(world.jobIds()[0], 'Failure');
			return failed;
		},
	],
	[
		'the database has not recorded',
		async () => {
			let isLost = false;
			loseCalls((call) => (isLost ||= / job 0$/.test(call)));
			const failed = await world.failing(submit('reuse'));
			passTime(2);
			return failed;
		},
	],
])(
	'a database that fails while Retry, whose own job %s, goes on with the started job of Create leaves that job the one of its ID',
	async (_, fail) => {
		const failed = await fail();
		memory.mend();
		const jobId = jobOf(await world.engine.run(optionsOf('create', 'reuse', { items: [{}] })));
		world.setStatus(jobId, 'In Progress');
		let times = 1;
		loseCalls((call) => /^record .* of /.test(call) && times-- > 0);
		await world.failing(world.engine.retry(submission('reuse'), failed));
		for (const { items } of [await submit('reuse'), await submit('reuse')])
			expect(items).toMatchObject([{ json: { job_id: jobId, continued: true } }]);
	},
);

test('a job that somebody else has started takes no asset any more, and stays the one of its ID', async () => {
	await world.failAt('put', { status: 403 }, submission('reuse'));
	const refusal = { status: 400, body: { ErrorType: 'INVALID_QUERY', ErrorComment: 'No' } };
	const second = await world.holdAt('add_asset', submission('reuse'), refusal);
	world.setStatus(world.jobIds()[0], 'In Progress');
	second.release();
	expect((await world.failing(second.result)).error.context.code).toBe('CALL_REFUSED');
	expect((await submit('reuse')).items).toMatchObject([{ json: { job_id: world.jobIds()[0] } }]);
	expect(world.jobIds()).toHaveLength(1);
});

test('Retry of an execution that had uploaded a part of a recording uploads nothing that the job has', async () => {
	const files = { one: recording(10).files.data, two: recording(20).files.data };
	const all = { items: [{ files }], binaryPropertyName: '*', options: { concurrency: 1 } };
	const options = submission('reuse', all);
	const refusal = { status: 422, body: { ErrorType: 'INVALID_OPTION' } };
	world.fault('add_asset', { kind: 'delay' }, refusal);
	const failed = await world.failing(world.engine.run(options));
	expect(world.count('put')).toBe(1);
	await world.engine.run(options);
	world.emulator.journal.clear();
	const { items } = await world.engine.retry(options, failed);
	const json = { job_id: world.jobIds()[0], transcription_started: true };
	expect(items).toMatchObject([{ json }]);
	expect(items[0].json).not.toHaveProperty('asset_ids');
	expect([world.count('add_asset'), world.count('put')]).toEqual([0, 0]);
});

const loseConnection = async () =>
	await Promise.reject(new Error('Connection terminated unexpectedly'));

describe('an execution that Verbit refuses takes its record back', () => {
	beforeEach(() => world.fault('job_new', { status: 422 }));

	test('and is not told that it has: in Retry it does not take that of another for it', async () => {
		let removals = 0;
		memory.befall = (call, _number, what) =>
			what.startsWith('clear') && removals++ > 0 ? call().then(loseConnection) : call();
		const failed = await world.failing(submit('skip'));
		expect(failed.error.context.code).toBe('CALL_REFUSED');
		memory.mend();
		const { release, result } = await hangDuring('put');
		const retried = world.engine.retry(submission('skip'), failed);
		await othersLook(12);
		release();
		expect((await result).items).toHaveLength(1);
		expect((await retried).items).toEqual([]);
		expect(world.count(START)).toBe(1);
	});

	test('slowly: the next one waits for that, so that a third one finds its job', async () => {
		const { hasCome, release } = memory.hold((_number, what) => /^clear.* of /.test(what));
		const failing = world.failing(submit('skip'));
		await hasCome;
		memory.mend();
		const second = submit('reuse');
		await othersLook();
		release();
		await failing;
		const [one, two] = [await second, await submit('reuse')];
		expect(one.items[0].json.job_id).toBe(two.items[0].json.job_id);
		expect(world.count('job_new')).toBe(2);
	});

	test('so late that another has the ID: a third one starts nothing', async () => {
		const held = memory.hold((_number, what) => what.startsWith('clear'));
		const failing = world.failing(submit('skip'));
		await held.hasCome;
		memory.mend();
		passTime(2);
		const { release, result } = await hangDuring(START);
		held.release();
		expect((await failing).error.context.code).toBe('CALL_REFUSED');
		const third = submit('reuse');
		release();
		expect((await result).items).toHaveLength(1);
		await third;
		expect(world.count(START)).toBe(1);
	});
});

const URL = { mediaSource: 'url', mediaUrl: 'https://h/talk.mp4' };

test.each([0, 20])(
	'of two equal calls of an agent, the second %d turns later, both have one job',
	async (turns) => {
		const runExecutionData = createRunExecutionData({});
		const parameters = { ...URL, externalId: 'talk-1', ifExternalIdUsed: 'reuse' };
		const call = async (/** @type {number} */ runIndex) =>
			await world.runAsTool('recording:submit', parameters, {}, { runExecutionData, runIndex });
		const first = call(0);
		for (let turn = 0; turn < turns; turn++) await nextTurn();
		const [one, two] = await Promise.all([first, call(1)]);
		expect([world.count(START), world.count('job_new')]).toEqual([1, 1]);
		expect(one.json.job_id).toBe(two.json.job_id);
	},
);

/** What befalls one call of n8n's memory, which is held up by default. Skip makes each call that Use Its Job makes. @type {Array<[string, string, ((call: () => Promise<unknown>) => unknown) | undefined]>} */
const MISHAPS = [
	['is not made', 'skip', loseConnection],
	['is made, and its answer is lost', 'skip', (call) => call().then(loseConnection)],
	['is held up until the next run is through', 'skip', undefined],
	['is held up until the next run is through', 'reuse', undefined],
];

test.each(MISHAPS)(
	"whichever call of n8n's memory %s, with %s: one start in all, and an item at least once",
	async (_what, ifUsed, befall) => {
		for (let place = 0; ; place++) {
			memory.reset();
			world.emulator.journal.clear();
			const { hasCome, release } = memory.hold((number) => number === place);
			if (befall) memory.befall = (call, number) => (number === place ? befall(call) : call());
			const first = world.settled(submit(ifUsed));
			await Promise.race([hasCome, first]);
			if (memory.calls <= place) break;
			passTime(10);
			const second = await world.settled(submit(ifUsed));
			release();
			const late = await first;
			const outputs = [late, second].flatMap(({ error, items }) => (error ? [] : items));
			jest.restoreAllMocks();
			expect([place, second.error, world.count(START)]).toEqual([place, undefined, 1]);
			expect(outputs.length).toBeGreaterThan(0);
		}
	},
);

describe('Transcribe, while it waits', () => {
	test('keeps the next run with Skip from its job, and shares it with Use Its Job', async () => {
		const first = await transcribe('skip', LONG);
		const jobId = jobOf(first);
		const second = await transcribe('skip', LONG);
		expect(second.items).toEqual([]);
		expect(hintsOf(second).join()).toMatch(new RegExp(`working on: "talk.wav".*job ${jobId}`));
		expect((await transcribe('reuse', LONG)).items).toMatchObject([{ json: { job_id: jobId } }]);
		world.setStatus(jobId, 'Completed');
		expect((await transcribe('reuse', LONG)).items).toMatchObject([
			{ json: { job_id: jobId, text: expect.any(String), continued: true } },
		]);
		const last = await world.engine.resume(transcription('skip', LONG), first, 1);
		expect(last.items).toMatchObject([{ json: { job_id: jobId, text: expect.any(String) } }]);
		expect((await transcribe('skip', LONG)).items).toEqual([]);
		expect(world.count('job_new')).toBe(1);
	});

	test('does not hold the ID of an item that failed in a check', async () => {
		const options = transcription('skip', LONG, byIds('a', 'b'), continueOnFail);
		const first = await world.engine.run(options);
		world.setStatus(jobOf(first), 'Failure');
		await world.engine.resume(options, first, 1);
		const { items: again } = await transcribe('skip', LONG, byIds('a'));
		expect(again).toMatchObject([{ json: { job_id: world.jobIds()[2] } }]);
	});

	test('and is lost: whoever goes on with its job keeps the next run with Skip from it, too', async () => {
		const jobId = jobOf(await transcribe('skip', LONG));
		for (const name of memory.rows.keys()) if (name.endsWith('alive')) memory.rows.delete(name);
		expect((await transcribe('skip', LONG)).items).toMatchObject([{ json: { job_id: jobId } }]);
		const next = await transcribe('skip', LONG);
		expect(hintsOf(next).join()).toContain('another execution is working on');
	});

	test('and is stopped: of two Retries one goes on, and the other does not give the ID away', async () => {
		const stopped = await transcribe('skip', LONG);
		const [jobId] = world.jobIds();
		const release = world.hold('job_info');
		const retried = world.engine.retry(transcription('skip', LONG), stopped);
		await world.callHeld();
		const second = world.engine.retry(transcription('skip', LONG), stopped);
		const third = transcribe('skip', LONG);
		await othersLook();
		world.setStatus(jobId, 'Completed');
		release();
		const known = { job_id: jobId, text: expect.any(String) };
		expect((await retried).items).toMatchObject([{ json: known }]);
		expect([(await second).items, (await third).items]).toEqual([[], []]);
		expect((await transcribe('skip', LONG)).items).toEqual([]);
	});

	test('and is believed dead half an hour later: when it goes on, it leaves the job to who has it', async () => {
		const first = await transcribe('skip', LONG);
		const [jobId] = world.jobIds();
		passTime(30);
		const known = { job_id: jobId, file_name: 'talk.wav', continued: true };
		expect((await transcribe('skip', LONG)).items).toMatchObject([{ json: known }]);
		world.setStatus(jobId, 'Completed');
		const late = await world.engine.resume(transcription('skip', LONG), first, 1);
		expect(late.items).toEqual([]);
	});

	test.each([
		['outputs the job that was made for the one that failed', 'Completed'],
		['submits the recording whose new job nobody has started', 'In Progress'],
	])('and is believed dead: when it goes on, it %s', async (_, job_status) => {
		const first = await transcribe('skip', LONG);
		world.setStatus(world.jobIds()[0], 'Failure');
		passTime(60);
		if (job_status === 'Completed')
			world.setStatus(jobOf(await transcribe('skip', LONG)), job_status);
		else await world.failAt('put', { status: 403 }, transcription('skip', LONG));
		passTime(60);
		const late = await world.engine.resume(transcription('skip', LONG), first, 1);
		expect(late.items).toMatchObject([{ json: { job_id: world.jobIds()[1], job_status } }]);
		expect(world.count(START)).toBe(2);
	});

	test('holds the ID in each try of Retry On Fail', async () => {
		const options = transcription('skip', LONG, {}, retryOnFail);
		const first = await world.engine.run(options);
		world.setStatus(jobOf(first), 'Completed');
		world.fault('get_caption', { status: 403, body: { ErrorType: 'X' } });
		const release = world.hold('get_caption');
		const resumed = world.engine.startResume(options, first, 1);
		await world.callHeld();
		const second = transcribe('skip', LONG);
		await othersLook(12);
		release();
		expect((await resumed.result).items).toMatchObject([{ json: { text: expect.any(String) } }]);
		expect((await second).items).toEqual([]);
	});

	test('ends at its timeout, also in the next try of Retry On Fail', async () => {
		const options = transcription('skip', LONG, {}, retryOnFail);
		const late = world.engine.resume(options, await world.engine.run(options), 49);
		const { error, status } = await world.failing(late);
		expect([status, error.context.code]).toEqual(['error', 'WAIT_TIMED_OUT']);
	});

	test.each([
		['Canceled', 'skip'],
		['deleted', 'skip'],
		['deleted', 'reuse'],
		['deleted', 'create'],
	])('for a job that is %s: Retry submits it again, with %s', async (end, ifUsed) => {
		const begun = await transcribe(ifUsed, LONG);
		const [jobId] = world.jobIds();
		if (end === 'deleted') delete world.jobs[jobId];
		else world.setStatus(jobId, end);
		const failed = await world.failing(world.engine.resume(transcription(ifUsed, LONG), begun, 1));
		expect(failed.error.description).toContain('To submit it again, retry this execution');
		const { items } = await world.engine.retry(transcription(ifUsed, SOON), failed);
		expect(items[0].json).toMatchObject({ text: expect.any(String) });
		const isHidden = end === 'deleted' && ifUsed !== 'create';
		expect('possible_duplicate' in items[0].json).toBe(isHidden);
		expect(items[0].json.job_id).not.toBe(jobId);
		expect((await transcribe('skip', SOON)).items).toHaveLength(ifUsed === 'create' ? 1 : 0);
	});

	test('for a job that failed: Retry On Fail stays with it, the next run does not', async () => {
		const options = { ...SOON, finishWithError: true };
		const nodeSettings = { ...retryOnFail.nodeSettings, maxTries: 5 };
		const tried = await world.failing(transcribe('skip', options, {}, { nodeSettings }));
		expect(tried.error.context.code).toBe('JOB_FAILED');
		expect(world.count('job_new')).toBe(1);
		const { items } = await transcribe('skip', SOON);
		expect(items[0].json).not.toHaveProperty('possible_duplicate');
	});
});

/** How n8n knows an execution that has ended, or that it can't say. @type {Record<string, any>} */
const ENDS = {
	well: { resultData: { lastNodeExecuted: 'Last', runData: {} } },
	failed: { resultData: { lastNodeExecuted: 'Last', error: { message: 'No' }, runData: {} } },
	stopped: {
		resultData: { lastNodeExecuted: 'Last', runData: {} },
		executionData: { nodeExecutionStack: [{}] },
	},
	crashed: { resultData: { runData: {} } },
	gone: undefined,
	unasked: { then: (/** @type {any} */ _, /** @type {any} */ fail) => fail(new Error('Lost')) },
};

describe('a transcript that was output, with Skip', () => {
	const fail = async () => await Promise.reject(new Error('The node behind fails'));

	/** @param {object} [more] */
	const run = async (more) => await transcribe('skip', SOON, {}, more);

	/** How many items a sub-workflow outputs. @param {string} caller */
	const outputFor = async (caller, how = {}) =>
		(await transcribe('skip', SOON, how, { caller })).items.length;

	beforeEach(() => otherExecutions.clear());

	const stopBehind = async () => {
		const behind = async () => {
			stopped.cancel();
			return [[{ json: {} }]];
		};
		const stopped = world.engine.start(transcription('skip', SOON, {}, { behind }));
		await world.settled(stopped.result);
	};

	const failToSave = async () => {
		const failing = jest.spyOn(ExecutionLifecycleHooks.prototype, 'runHook');
		failing.mockImplementation(async (name) => {
			if (name === 'workflowExecuteAfter') throw new Error('The database is gone');
		});
		// n8n writes it to the console, too.
		jest.spyOn(console, 'error').mockImplementation(() => {});
		await world.settled(run());
		failing.mockRestore();
	};

	test.each([
		['by a step alone in the editor', async () => await run({ isLast: true, mode: 'manual' })],
		['before a node behind failed', async () => await world.failing(run({ behind: fail }))],
		['before the execution was stopped in a node behind', stopBehind],
		['before n8n failed to save the end of the execution', failToSave],
	])('%s is output once more', async (_, begin) => {
		await begin();
		const json = { continued: true, text: expect.any(String) };
		expect((await run()).items).toMatchObject([{ json }]);
		expect((await run()).items).toEqual([]);
		expect(world.count('job_new')).toBe(1);
	});

	test.each([
		['71 well, 72 well, 73 well', '100'],
		['71 failed, 72 failed, 73 well, 74 well', '1110'],
		['71 stopped, 72 crashed, 73 well, 74 well', '1110'],
		// Where nobody can say, one repeat is enough.
		['71 gone, 72 gone, 73 well', '110'],
		['71 failed, 72 gone, 73 gone, 74 well', '1110'],
		// The same caller is still running, whatever n8n has saved of it.
		['77 gone, 77 gone, 77 well, 77', '1111'],
		// n8n doesn't know the ID of its caller, and may not be able to say so. The records have 0 for it.
		['__UNKNOWN__ unasked, __UNKNOWN__ gone, __UNKNOWN__', '110'],
	])(
		'in a sub-workflow of callers that end so, %s, is output so often: %s',
		async (calls, times) => {
			otherExecutions.set('0', ENDS.gone);
			let output = '';
			for (const call of calls.split(', ')) {
				const [caller, end] = call.split(' ');
				output += await outputFor(caller);
				otherExecutions.set(caller, ENDS[end]);
			}
			expect(output).toBe(times);
			expect(world.count('job_new')).toBe(1);
		},
	);

	test('is output again once n8n can be asked how its callers ended, and not before', async () => {
		for (const caller of ['71', '72']) {
			expect(await outputFor(caller)).toBe(1);
			otherExecutions.set(caller, ENDS.failed);
		}
		otherExecutions.set('72', ENDS.unasked);
		const { error } = await world.failing(run({ caller: '73' }));
		expect(error.context.code).toBe('EXTERNAL_ID_NOT_CHECKED');
		otherExecutions.set('72', ENDS.failed);
		expect(await outputFor('74')).toBe(1);
	});

	test('is output again where n8n could not say at the end who called the execution', async () => {
		otherExecutions.set('71', ENDS.unasked);
		expect(await outputFor('71')).toBe(1);
		otherExecutions.set('71', ENDS.failed);
		passTime(60);
		const next = await run({ caller: '72' });
		expect([next.items.length, hintsOf(next)]).toEqual([1, []]);
	});

	test('has n8n asked once for an execution that has output several items, and for the last two that failed', async () => {
		const asked = jest.spyOn(otherExecutions, 'get');
		for (const caller of ['71', '72', '73', '74']) {
			asked.mockClear();
			expect(await outputFor(caller, byIds('a', 'b', 'c'))).toBe(3);
			otherExecutions.set(caller, ENDS.failed);
		}
		expect(asked.mock.calls).toEqual([['72'], ['73']]);
	});

	describe('in an n8n before 2.33, which does not say how an execution ended', () => {
		const base = Object.getPrototypeOf(ExecuteContext.prototype);
		const { onExecutionFinish } = base;
		beforeEach(() => void (base.onExecutionFinish = undefined));
		afterEach(() => void (base.onExecutionFinish = onExecutionFinish));

		test('has the tries of one execution as one end', async () => {
			// In each of three tries the second item fails.
			const refusal = { status: 400, body: { ErrorType: 'ITEM_NOT_FOUND' } };
			for (let time = 0; time < 3; time++) world.fault('get_caption', { kind: 'delay' }, refusal);
			const tried = transcribe('skip', SOON, byIds('a', 'b'), retryOnFail);
			otherExecutions.set((await world.failing(tried)).executionId, undefined);
			expect((await transcribe('skip', SOON, byIds('a', 'b'))).items).toHaveLength(2);
		});

		test('has n8n asked for it', async () => {
			for (const [end, output] of [
				['failed', 1],
				['well', 1],
				['well', 0],
			]) {
				const { executionId, items } = await run();
				expect(items).toHaveLength(Number(output));
				otherExecutions.set(executionId, ENDS[end]);
			}
		});
	});

	test('is in work while another node suspends its execution, and done when that has ended well', async () => {
		/** @this {import('n8n-workflow').IExecuteFunctions} */
		async function behind() {
			await this.putExecutionToWait(new Date(Date.now() + 99 * 60 * MINUTE_MS));
			return [[{ json: {} }]];
		}
		const first = await run({ behind });
		await until(() => memory.records().some((name) => name.includes('by')));
		expect((await run()).items).toEqual([]);
		passTime(25 * 60);
		otherExecutions.set(first.executionId, ENDS.well);
		expect((await run()).items).toEqual([]);
		expect(world.count('job_new')).toBe(1);
	});

	test('is done where n8n keeps the end of an execution to itself', async () => {
		const { parameters } = optionsOf('transcribe', 'skip', URL);
		const call = async () =>
			await world.runAsTool('recording:transcribe', parameters, {}, { hasExecution: false });
		const { text, job_id } = (await call()).json;
		expect(text).toEqual(expect.any(String));
		expect((await call()).json).toEqual({ external_id: 'talk-1', skipped: true, job_id });
	});
});
