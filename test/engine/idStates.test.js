const { ExecuteContext } = require('n8n-core');
const { until } = require('../support/until');
const { otherExecutions } = require('./engine');
const { LONG, passTime, SOON } = require('./idTime');
const { file, useLinkServer } = require('./linkServer');
const {
	continueOnFail,
	hintsOf,
	passRecovery,
	randomFile,
	recording,
	retryOnFail,
	useWorld,
} = require('./world');

/** States of an External ID that two executions, or two tries of one, bring about together. */
const world = useWorld();
const links = useLinkServer();
passRecovery();

const { memory } = world;
afterEach(() => jest.restoreAllMocks());

const START = 'perform_transcription';
const FAILED = { resultData: { lastNodeExecuted: 'Last', error: { message: 'No' }, runData: {} } };
const UNKNOWN_JOB = { status: 400, body: { ErrorType: 'ITEM_NOT_FOUND' } };
const LOST = { then: (/** @type {any} */ _, /** @type {any} */ fail) => fail(new Error('Lost')) };

/** @param {string} ifExternalIdUsed @param {any} more @returns {any} */
const parametersOf = (ifExternalIdUsed, { options = {}, ...more } = {}) => ({
	externalId: 'talk-1',
	ifExternalIdUsed,
	...more,
	options: { maxAttempts: 1, ...options },
});

/** @param {string} ifUsed @param {any} [how] */
const submit = async (ifUsed, { items = [recording()], ...more } = {}) =>
	await world.run('recording:submit', items, parametersOf(ifUsed, more));

/** With a node behind. @param {string} ifUsed @param {object} options @param {any} [how] */
async function transcribe(ifUsed, options, { items = [recording()], parameters, ...more } = {}) {
	const given = parametersOf(ifUsed, { options, ...parameters });
	const behind = async () => [[{ json: {} }]];
	const run = { mode: 'trigger', behind, ...more };
	return await world.settled(
		world.engine.run(world.options('recording:transcribe', items, given, run)),
	);
}

const create = async () =>
	Number((await world.run('job:create', [{}], parametersOf('reuse'))).items[0].json.job_id);

/** @param {any} result */
const jobOf = ({ items }) => items[0].json.job_id;

/** Until another execution has ended, or has looked at the ID again and again. @param {Promise<unknown>} other */
async function watch(other) {
	const before = memory.statements;
	await Promise.race([other, until(() => memory.statements > before + 60)]);
}

describe('while its holder is at work', () => {
	test('on a second job, another item or execution goes on with that one', async () => {
		world.setStatus(Number(jobOf(await submit('reuse'))), 'Failure');
		const release = world.hold('job_new');
		const first = submit('reuse', { items: [recording(), recording()] });
		await world.callHeld();
		const second = submit('reuse');
		await watch(second);
		release();
		const [one, two] = [await first, await second];
		expect(new Set([...one.items, ...two.items].map(({ json }) => json.job_id)).size).toBe(1);
		expect([world.count('job_new'), world.count(START)]).toEqual([2, 2]);
	});

	test('one that was taken over, and whose upload Verbit refuses then, goes on with the job', async () => {
		const refusal = { status: 400, body: { ErrorType: 'INVALID_QUERY', ErrorComment: 'No' } };
		const release = world.hold('add_asset', refusal);
		const first = submit('reuse');
		await world.callHeld();
		passTime(2);
		const second = await submit('reuse');
		release();
		expect(jobOf(await first)).toBe(jobOf(second));
		expect([world.count('job_new'), world.count(START)]).toEqual([1, 1]);
	});

	test('an execution that only went on with its job leaves it the ID', async () => {
		const release = world.hold('put');
		const first = submit('reuse');
		await world.callHeld();
		await create();
		const second = submit('reuse');
		await watch(second);
		release();
		await Promise.all([first, second]);
		expect([world.count('put'), world.count(START)]).toEqual([1, 1]);
		await transcribe('skip', LONG);
		await submit('reuse');
		expect((await transcribe('skip', LONG)).items).toEqual([]);
	});
});

describe('while a holder with Skip waits for a started job', () => {
	beforeEach(() => world.set({ transcriptionSeconds: 3600 }));

	/** Another execution that goes on at once, and doesn't wait. @param {Promise<any>} other */
	async function endOf(other) {
		/** @type {any} */
		let end;
		const ending = world.settled(other).then((result) => (end = result));
		await watch(ending);
		return end;
	}

	test('whose start only Verbit knows after a crash, Use Its Job goes on with the job', async () => {
		const crashed = await world.crashDuring(START, async () => await transcribe('skip', LONG));
		const now = Date.now.bind(Date);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 2 * 60_000);
		await transcribe('skip', LONG);
		expect(crashed.error).toBeUndefined();
		expect(await endOf(submit('reuse'))).toMatchObject({ items: [{ json: { continued: true } }] });
		expect([world.count('job_new'), world.count(START)]).toEqual([1, 1]);
	});

	test('that a person has started, Use Its Job goes on with the job', async () => {
		world.fault('put', { status: 403 });
		const failed = await transcribe('skip', LONG);
		const { job_id: jobId } = failed.error.context;
		await world.run('media:add', [recording()], { jobId });
		await world.run('job:start', [{}], { jobId });
		const parameters = parametersOf('skip', { options: LONG });
		const how = { mode: 'trigger', behind: async () => [[{ json: {} }]] };
		const options = world.options('recording:transcribe', [recording()], parameters, how);
		await world.engine.retry(options, failed);
		expect(jobOf(await endOf(submit('reuse')))).toBe(jobId);
	});

	test('and has failed as the one before has, Use Its Job says so at once', async () => {
		world.setStatus(Number(jobOf(await submit('reuse'))), 'Failure');
		await transcribe('skip', LONG);
		world.setStatus(Number(Object.keys(world.emulator.state.data.jobs).at(-1)), 'Failure');
		const { error } = await endOf(submit('reuse'));
		expect(error.context.code).toBe('RECORDING_FAILED_TWICE');
	});
});

test('a Retry with Create Another keeps the recording of the job that was begun with its ID', async () => {
	const of = (/** @type {string} */ ifUsed, /** @type {string} */ name) => {
		const source = { mediaSource: 'url', mediaUrl: `https://h.example/${name}.mp4` };
		return world.options('recording:submit', [{}], parametersOf(ifUsed, source));
	};
	world.fault('add_media', { status: 429, times: 9 });
	const failed = await world.failing(world.engine.run(of('reuse', 'a')));
	world.emulator.faults.clear();
	const { error } = await world.failing(world.engine.retry(of('create', 'b'), failed));
	expect(error.context.code).toBe('EXTERNAL_ID_OF_OTHER_FILE');
	expect(world.count('perform_transcription')).toBe(0);
});

test('where the database fails after an item is done with Skip, Retry outputs both, and is advised alone', async () => {
	const items = ['a', 'b'].map((id) => recording(10, `${id}.wav`, { id }));
	const parameters = parametersOf('skip', {
		externalId: '={{ $json.id }}',
		options: { concurrency: 1 },
	});
	const options = world.options('recording:submit', items, parameters);
	const release = world.hold(START);
	const running = world.failing(world.engine.run(options));
	await world.callHeld();
	const create = world.hold('job_new');
	release();
	await world.callHeld();
	memory.failures = 99;
	create();
	const failed = await running;
	memory.failures = 0;
	expect(failed.error.context.code).toBe('EXTERNAL_ID_NOT_CHECKED');
	expect(failed.error.description).toContain('retry this execution in the list');
	expect(failed.error.description).not.toContain('run the workflow');
	expect((await world.engine.retry(options, failed)).items).toHaveLength(2);
});

test('an execution that leaves the ID slowly takes nothing from the next one', async () => {
	world.fault('job_new', { status: 422 });
	const remove = memory.clearAllProcessedItems.bind(memory);
	let [letGo, isHeld] = [() => {}, false];
	const held = new Promise((resolve) => (letGo = () => resolve(undefined)));
	const slow = jest.spyOn(memory, 'clearAllProcessedItems');
	slow.mockImplementation(async (scope, { workflow, node: { id } }) => {
		isHeld = id.includes(' of ');
		if (isHeld) await held;
		await remove(scope, { workflow, node: { id } });
	});
	const first = world.failing(submit('reuse'));
	await until(() => isHeld);
	slow.mockRestore();
	const second = submit('reuse');
	await watch(second);
	letGo();
	await first;
	await second;
	expect(jobOf(await submit('reuse'))).toBe(jobOf(await second));
});

test('a Stop of a long wait keeps nobody waiting once its Retry has failed', async () => {
	const parameters = parametersOf('skip', { options: { ...LONG, pollInterval: 3600 } });
	const options = world.options('recording:transcribe', [recording()], parameters, {
		mode: 'trigger',
	});
	const stopped = await world.engine.run(options);
	world.setStatus(Number(Object.keys(world.emulator.state.data.jobs)[0]), 'Canceled');
	await world.failing(world.engine.retry(options, stopped));
	expect(memory.records()).not.toContain('alive');
});

test('who was believed gone starts nothing of its own: another execution has had the ID since', async () => {
	const release = world.hold('put');
	const late = submit('reuse');
	await world.callHeld();
	passTime(2);
	world.fault(START, { status: 422, body: { ErrorType: 'INVALID_OPTION' } });
	await world.failing(submit('reuse'));
	const job = jobOf(await submit('reuse'));
	release();
	expect(jobOf(await late)).toBe(job);
	const started = world.emulator.journal.filter(
		({ operation, status }) => operation === START && Number(status) < 300,
	);
	expect(started).toHaveLength(1);
});

test('a link that was opened for a job of its own is closed where another execution has had the ID since', async () => {
	links.answer(file(Buffer.from('ID3\x04'.padEnd(12_000_000, '\0'))));
	const source = { mediaSource: 'urlUpload', mediaUrl: `${links.url}/a.mp3`, items: [{}] };
	const release = world.hold('job_new');
	const late = submit('reuse', source);
	await world.callHeld();
	passTime(2);
	const job = jobOf(await submit('reuse', source));
	release();
	expect(jobOf(await late)).toBe(job);
	await links.hasNoConnections();
});

test('a second job that Verbit refuses is no second failure: the next run is advised, and submits', async () => {
	world.setStatus(Number(jobOf(await submit('reuse'))), 'Failure');
	world.fault('add_media', { status: 400, body: { ErrorType: 'INVALID_OPTION' } });
	const { error } = await world.failing(submit('reuse'));
	expect(error.description).toContain('run the workflow again');
	expect((await submit('reuse')).items[0].json.transcription_started).toBe(true);
});

test.each(['reuse', 'skip'])(
	'a job that Verbit has forgotten is no failure, with %s',
	async (ifUsed) => {
		const first = jobOf(await submit(ifUsed));
		delete world.emulator.state.data.jobs[first];
		const second = jobOf(await transcribe('reuse', LONG));
		world.setStatus(second, 'Failure');
		passTime(60);
		expect(jobOf(await transcribe(ifUsed, SOON))).toBeGreaterThan(second);
	},
);

test('a recording whose jobs failed twice gets no other, also where Verbit has forgotten one in between, or one since', async () => {
	const { jobs } = world.emulator.state.data;
	const made = [];
	for (const status of ['Failure', 'forgotten', 'Failure']) {
		made.push(jobOf(await submit('reuse')));
		if (status === 'forgotten') delete jobs[made[1]];
		else world.setStatus(made[made.length - 1], status);
	}
	for (let time = 0; time < 2; time++) {
		const { error } = await world.failing(submit('reuse'));
		expect(error.message).toContain(`jobs ${made[0]} and ${made[2]} of the recording`);
		delete jobs[made[0]];
	}
	expect((await submit('skip')).items).toEqual([]);
});

test('a job that Verbit did not know for a moment, and that had failed, counts as the first failure', async () => {
	const first = jobOf(await submit('reuse'));
	world.setStatus(first, 'Failure');
	world.fault('job_info', UNKNOWN_JOB);
	const second = jobOf(await submit('reuse'));
	world.setStatus(second, 'Failure');
	const { error } = await world.failing(submit('reuse'));
	expect(error.message).toContain(`jobs ${first} and ${second} of the recording`);
});

test('a job that failed and was deleted since is none that Verbit did not know: the next is replaced once', async () => {
	world.setStatus(Number(jobOf(await submit('reuse'))), 'Failure');
	await submit('reuse');
	world.emulator.state.data.jobs = {};
	expect((await submit('reuse')).items[0].json.possible_duplicate).toBe(true);
	world.emulator.state.data.jobs = {};
	const { error } = await world.failing(submit('reuse'));
	expect(error.context.code).toBe('JOBS_UNKNOWN');
});

test('a job in the place of one that Verbit does not know is no second one: where it fails, the next run makes another', async () => {
	await submit('reuse');
	world.emulator.state.data.jobs = {};
	const job = Number(jobOf(await submit('reuse')));
	const waiting = transcribe('reuse', SOON);
	await world.until(() => world.count('job_info') > 2);
	world.setStatus(job, 'Failure');
	expect((await waiting).error.description).toContain('run the workflow again');
	expect(jobOf(await submit('reuse'))).toBeGreaterThan(job);
});

test('a third job, in the place of one that Verbit does not know, is the last one if another failed', async () => {
	world.setStatus(Number(jobOf(await submit('reuse'))), 'Failure');
	delete world.emulator.state.data.jobs[jobOf(await submit('reuse'))];
	const failed = await transcribe('reuse', { ...SOON, finishWithError: true });
	expect(failed.error.context.code).toBe('JOB_FAILED');
	expect(failed.error.description).not.toContain('run the workflow again');
});

test('a job that may exist is said of in the output after another execution, too, has left the ID', async () => {
	const release = world.hold('job_new', { kind: 'dropConnection' });
	const gone = submit('reuse');
	await world.callHeld();
	passTime(2);
	world.fault('job_new', { status: 422, body: { ErrorType: 'INVALID_OPTION' } });
	await world.failing(submit('reuse'));
	expect((await submit('reuse')).items[0].json.possible_duplicate).toBe(true);
	release();
	await world.settled(gone);
});

test.each([['create'], ['none']])(
	'an ID that a Retry uses no more leads the next run nowhere, with %s',
	async (choice) => {
		const options = (/** @type {any} */ more) =>
			world.options('recording:transcribe', [recording()], parametersOf('reuse', more), {
				mode: 'trigger',
			});
		world.fault('job_new', { status: 422, body: { ErrorType: 'INVALID_OPTION' } });
		const failed = await world.failing(world.engine.run(options({})));
		const changes = choice === 'none' ? { externalId: '' } : { ifExternalIdUsed: choice };
		const short = { ...changes, options: { timeoutHours: 0.0001, pollInterval: 1 } };
		const { error } = await world.failing(world.engine.retry(options(short), failed));
		expect(error.context.code).toBe('WAIT_TIMED_OUT');
		expect(error.description).not.toContain('run the workflow again');
	},
);

test('an item that goes on with the job of another item says so, also where that one has failed', async () => {
	world.fault('add_media', { status: 429, times: 4 });
	const items = [recording(), recording()];
	const result = await world.run('recording:submit', items, parametersOf('reuse'), continueOnFail);
	const [json] = result.items.map((item) => item.json).filter(({ error }) => !error);
	expect(json).toMatchObject({ job_id: expect.any(Number), transcription_started: true });
	expect(json).not.toHaveProperty('continued');
	expect(hintsOf(result)).toEqual([expect.stringContaining('share')]);
});

test('a recording that never came to the job is not taken for the one that it has', async () => {
	await create();
	world.fault('add_media', { status: 429, times: 99 });
	await world.failing(submit('reuse'));
	await world.failing(submit('reuse'));
	world.emulator.faults.clear();
	await submit('reuse', { items: [recording(20)] });
	const { error } = await world.failing(submit('reuse'));
	expect(error.context.code).toBe('EXTERNAL_ID_OF_OTHER_FILE');
});

test.each([
	['that is started', 'recording:transcribe', 'get_caption', { status: 404 }, 'skip'],
	['of whose start nobody knows', 'recording:submit', START, { kind: 'answerThenDrop' }, 'reuse'],
])(
	'a job of Create Another %s stays the one of its execution, whatever Retry is to do',
	async (_which, operation, call, fault, later) => {
		await submit('reuse');
		const options = (/** @type {string} */ ifUsed) =>
			world.options(operation, [recording()], parametersOf(ifUsed, { options: SOON }));
		world.fault(call, { ...fault, times: 9 });
		const failed = await world.failing(world.engine.run(options('create')));
		world.emulator.faults.clear();
		const retried = await world.engine.retry(options(later), failed);
		expect([jobOf(retried), hintsOf(retried)]).toEqual([Number(failed.error.context.job_id), []]);
	},
);

describe('a merge that Verbit refuses is given up by an execution that goes on with a job without its files', () => {
	const items = [{ files: { a: randomFile(10), b: randomFile(11) } }];
	const merge = { items, binaryPropertyName: 'a, b' };

	const expectNewJob = async () => {
		const refusal = { status: 400, body: { ErrorType: 'INVALID_QUERY' } };
		world.fault('add_media', refusal);
		world.fault(START, refusal);
		const { error } = await world.failing(submit('reuse', merge));
		expect(error.context.code).toBe('MERGE_REFUSED');
		expect(error.description).toContain('run the workflow again');
		world.emulator.faults.clear();
		expect(jobOf(await submit('reuse', merge))).not.toBe(error.context.job_id);
	};

	test('because its start was not sent', async () => {
		const [lost, refused] = [
			{ status: 503 },
			{ status: 400, body: { ErrorType: 'INVALID_QUERY' } },
		];
		world.fault('add_media', lost, refused);
		world.fault(START, { status: 429, times: 4 });
		await world.failing(submit('reuse', merge));
		world.emulator.faults.clear();
		await expectNewJob();
	});

	test('because its upload failed', async () => {
		world.fault('put', { status: 403, times: 2 });
		await world.failing(submit('reuse', merge));
		await expectNewJob();
	});

	test.each([
		['during its upload', 'put'],
		['while Verbit had the call', 'add_media'],
	])('because n8n crashed %s', async (_when, call) => {
		await world.crashDuring(call, async () => await submit('reuse', merge));
		world.setStatus(Number(Object.keys(world.emulator.state.data.jobs)[0]), 'Pending');
		passTime(2);
		await expectNewJob();
	});
});

test('a URL that Verbit refuses after a lost answer is given up, so that a right one is taken', async () => {
	const submitUrl = async (/** @type {string} */ name) => {
		const mediaUrl = `https://h.example/${name}.mp4`;
		return await submit('reuse', { items: [{}], mediaSource: 'url', mediaUrl });
	};
	world.fault('add_media', { status: 503, times: 4 });
	await world.failing(submitUrl('wrong'));
	world.fault('add_media', { status: 400, body: { ErrorType: 'INVALID_URL' } });
	const { error } = await world.failing(submitUrl('wrong'));
	expect(error.context.code).toBe('CALL_REFUSED');
	expect(jobOf(await submitUrl('right'))).not.toBe(error.context.job_id);
});

test('a job that another execution may have started is not given up for a refused start', async () => {
	const items = [{ files: { a: randomFile(10), b: randomFile(11) } }];
	const options = world.options(
		'recording:submit',
		items,
		parametersOf('reuse', { binaryPropertyName: 'a, b' }),
	);
	world.fault('add_media', { status: 503, times: 4 });
	const failed = await world.failing(world.engine.run(options));
	world.emulator.faults.clear();
	const other = world.hold(START);
	const started = world.engine.run(options);
	await world.callHeld();
	memory.failures = 1;
	other();
	await world.settled(started);
	world.setStatus(Number(failed.error.context.job_id), 'Pending');
	const refusal = { status: 400, body: { ErrorType: 'INVALID_QUERY' } };
	world.fault('add_media', refusal);
	world.fault(START, refusal);
	await world.failing(world.engine.retry(options, failed));
	world.emulator.faults.clear();
	const { items: again } = await world.engine.run(options);
	expect(again).toMatchObject([{ json: { job_id: failed.error.context.job_id } }]);
});

test('a job that another execution may have started is not called unstarted', async () => {
	world.fault(START, { kind: 'answerThenDrop', times: 4 });
	const first = await world.failing(submit('reuse'));
	world.emulator.faults.clear();
	world.setStatus(Number(first.error.context.job_id), 'Pending');
	world.fault(START, { status: 400, body: { ErrorType: 'INVALID_QUERY' } });
	const { error } = await world.failing(submit('reuse'));
	expect(error.description).toContain('(may be started)');
});

test('no job is started whose ID cannot be asked for', async () => {
	const release = world.hold('add_media');
	const running = world.settled(submit('reuse'));
	await world.callHeld();
	memory.failures = 1;
	release();
	const { error } = await running;
	expect([error?.context.code, world.count(START)]).toEqual(['EXTERNAL_ID_NOT_CHECKED', 0]);
	expect(error.message).toContain('The database is gone');
	expect((await submit('reuse')).items[0].json.transcription_started).toBe(true);
});

test('a job in the place of another has its ID, whatever the field of a Retry evaluates to', async () => {
	const options = (/** @type {string} */ externalId) =>
		world.options('recording:submit', [recording()], parametersOf('reuse', { externalId }));
	world.fault(START, { kind: 'dropConnection', times: 9 });
	const failed = await world.failing(world.engine.run(options('talk-1')));
	world.emulator.faults.clear();
	world.setStatus(Number(failed.error.context.job_id), 'Failure');
	delete world.emulator.state.data.jobs[jobOf(await submit('reuse'))];
	const job = jobOf(await world.engine.retry(options('talk-2'), failed));
	expect(world.emulator.state.data.jobs[job].externalId).toBe('talk-1');
});

test('a creation that Verbit refuses is tried again at once, also in the place of a job that failed', async () => {
	world.setStatus(Number(jobOf(await submit('reuse'))), 'Failure');
	world.fault('job_new', { status: 422, body: { ErrorType: 'INVALID_OPTION' } });
	const ended = jest.fn();
	const tries = transcribe('reuse', SOON, retryOnFail);
	void tries.then(ended);
	await watch(tries);
	expect(ended).toHaveBeenCalledWith(expect.objectContaining({ error: undefined }));
});

test('a job that was started and failed is not said to stay unstarted', async () => {
	world.fault(START, { kind: 'dropConnection', times: 9 });
	const options = world.options('recording:submit', [recording()], parametersOf('reuse'));
	const failed = await world.failing(world.engine.run(options));
	world.emulator.faults.clear();
	world.setStatus(jobOf(await submit('reuse')), 'Failure');
	const next = jobOf(await submit('reuse'));
	const retried = await world.engine.retry(options, failed);
	expect([jobOf(retried), hintsOf(retried)]).toEqual([next, []]);
});

test.each([
	['another URL', { mediaSource: 'url', mediaUrl: 'https://h/second.mp4' }],
	['a file', {}],
])(
	'a Retry with %s gets no transcript of the recording that another execution submitted',
	async (_, after) => {
		const first = { mediaSource: 'url', mediaUrl: 'https://h/first.mp4' };
		const jobId = jobOf(await submit('reuse', first));
		world.setStatus(jobId, 'Completed');
		const options = (/** @type {object} */ source) =>
			world.options('recording:transcribe', [recording()], parametersOf('reuse', source));
		world.fault('get_caption', { status: 404, times: 9 });
		const failed = await world.failing(world.engine.run(options(first)));
		world.emulator.faults.clear();
		const retried = await world.failing(world.engine.retry(options(after), failed));
		expect(retried.error.context.code).toBe('SOURCE_CHANGED');
		expect(jobOf(await world.engine.retry(options(first), failed))).toBe(jobId);
	},
);

test('a Retry with another recording does not give it the job of the first', async () => {
	const items = [{ files: { data: randomFile(10), other: randomFile(11) } }];
	const options = (/** @type {string} */ binaryPropertyName) =>
		world.options('recording:submit', items, parametersOf('reuse', { binaryPropertyName }));
	world.fault('put', { status: 403, times: 9 });
	const failed = await world.failing(world.engine.run(options('data')));
	world.emulator.faults.clear();
	const { error } = await world.failing(world.engine.retry(options('other'), failed));
	expect(error.context.code).toBe('EXTERNAL_ID_OF_OTHER_FILE');
	expect(jobOf(await world.engine.retry(options('data'), failed))).toEqual(expect.any(Number));
	expect(world.count('job_new')).toBe(1);
});

test.each([
	['Skip waits', async () => await transcribe('skip', LONG)],
	['Use Its Job waits', async () => await transcribe('reuse', LONG)],
	['nobody waits', async () => await submit('reuse')],
])('Use Its Job goes on with a started job that is Pending, for which %s', async (_, start) => {
	await start();
	const [jobId] = Object.keys(world.emulator.state.data.jobs).map(Number);
	world.setStatus(jobId, 'Pending');
	const other = submit('reuse');
	const ended = jest.fn();
	void other.then(ended);
	await watch(other);
	expect(ended).toHaveBeenCalledWith(expect.objectContaining({ error: undefined }));
	expect(jobOf(await other)).toBe(jobId);
	expect([world.count('put'), world.count(START)]).toEqual([1, 1]);
});

describe('an attachment of which nobody knows whether it worked', () => {
	const refusal = { status: 400, body: { ErrorType: 'INVALID_QUERY', ErrorComment: 'No' } };
	const attachOnly = { options: { startTranscription: false } };
	const jobId = () => Number(Object.keys(world.emulator.state.data.jobs)[0]);

	/** @param {any} result */
	const expectNoOtherAsset = ({ items }) => {
		expect(items[0].json).toMatchObject({ job_id: jobId(), confirmed_by_repeat: true });
		expect(items[0].json).not.toHaveProperty('asset_id');
	};

	test('names no asset of a later execution where the first was killed', async () => {
		await world.crashDuring('add_media', async () => await submit('reuse', attachOnly));
		passTime(2);
		expectNoOtherAsset(await submit('reuse', attachOnly));
	});

	test('names no asset of a later execution where its answer was lost', async () => {
		world.fault('add_media', { kind: 'answerThenDrop', times: 4 });
		await world.failing(submit('reuse', attachOnly));
		world.emulator.faults.clear();
		expectNoOtherAsset(await submit('reuse', attachOnly));
	});

	test('names no asset of a second Retry where the answer to the first was lost', async () => {
		const options = world.options('recording:submit', [recording()], parametersOf('reuse'));
		world.fault('put', { status: 403 });
		const failed = await world.failing(world.engine.run(options));
		world.fault('add_media', { kind: 'answerThenDrop', times: 4 });
		await world.failing(world.engine.retry(options, failed));
		world.emulator.faults.clear();
		expectNoOtherAsset(await world.engine.retry(options, failed));
	});

	test('is none where it certainly was not made: a refusal later is no sign of it', async () => {
		world.fault('add_media', { status: 429, times: 4 });
		await world.failing(submit('reuse', attachOnly));
		world.emulator.faults.clear();
		world.fault('add_media', refusal);
		const { error } = await world.failing(submit('reuse', attachOnly));
		expect(error.context.code).toBe('CALL_REFUSED');
	});

	test('has not worked where the job has failed since: Retry makes another', async () => {
		world.fault('add_media', { status: 503, times: 4 });
		const options = world.options(
			'recording:submit',
			[recording()],
			parametersOf('reuse', attachOnly),
		);
		const failed = await world.failing(world.engine.run(options));
		world.emulator.faults.clear();
		world.setStatus(jobId(), 'Failure');
		const retried = await world.settled(world.engine.retry(options, failed));
		expect(retried.items).not.toMatchObject([{ json: { job_id: jobId() } }]);
	});

	test.each([{}, attachOnly])(
		'keeps no recording from being transcribed after a job of Create and a refusal: %j',
		async (how) => {
			await create();
			world.fault('add_media', refusal);
			await world.settled(submit('reuse', how));
			expect((await submit('reuse')).items[0].json.transcription_started).toBe(true);
			expect(world.count(START)).toBe(1);
		},
	);
});

describe('a job that is the latest again, because Verbit refused the one in its place', () => {
	const replaceInVain = async () => {
		world.fault('job_info', UNKNOWN_JOB);
		world.fault(START, { status: 422, body: { ErrorType: 'INVALID_OPTION' } });
		await world.failing(submit('reuse'));
	};

	test('is still that of its recording', async () => {
		await submit('reuse');
		await replaceInVain();
		const { error } = await world.failing(submit('reuse', { items: [recording(11)] }));
		expect(error.context.code).toBe('EXTERNAL_ID_OF_OTHER_FILE');
	});

	test('gets it no second time', async () => {
		const job = jobOf(await submit('reuse', { options: { startTranscription: false } }));
		await replaceInVain();
		world.emulator.journal.clear();
		expect(jobOf(await submit('reuse'))).toBe(job);
		expect(world.count('put')).toBe(0);
	});
});

describe('with Skip', () => {
	test('what Transcribe has output beside the holder, after a wait, is done', async () => {
		const job = jobOf(await submit('reuse'));
		const waiting = await transcribe('reuse', LONG);
		world.setStatus(job, 'Completed');
		const options = parametersOf('reuse', { options: LONG });
		const resumed = world.options('recording:transcribe', [recording()], options, {
			mode: 'trigger',
		});
		const { items } = await world.engine.resume(resumed, waiting, 1);
		expect(items).toMatchObject([{ json: { text: expect.any(String) } }]);
		expect((await transcribe('skip', SOON)).items).toEqual([]);
	});

	test.each([
		['', 0],
		[', also by its second try', 1],
	])('a temporary link is known by its size once its transcript was output%s', async (_, times) => {
		links.answer(file(Buffer.from('ID3\x04'.padEnd(1000, '\0'))));
		if (times > 0) world.fault('put', { status: 400 });
		const counts = [];
		for (const name of ['one', 'two', 'three']) {
			const parameters = { mediaSource: 'urlUpload', mediaUrl: `${links.url}/${name}/a.mp3` };
			const how = { items: [{}], parameters, ...retryOnFail };
			const { error, items } = await transcribe('skip', SOON, how);
			counts.push(error ?? items.length);
		}
		expect(counts).toEqual([1, 0, 0]);
	});

	test('what the last of several tries has not output is not done', async () => {
		const no = { status: 403, body: { ErrorType: 'X' } };
		const pass = { kind: 'delay' };
		world.fault('get_caption', no, pass, pass, no);
		const items = ['a', 'b'].map((id) => recording(10, `${id}.wav`, { id }));
		const how = { items, parameters: { externalId: '={{ $json.id }}' } };
		const options = { ...SOON, concurrency: 1 };
		const tries = { ...how, ...retryOnFail, ...continueOnFail };
		const { items: output } = await transcribe('skip', options, tries);
		expect(output.map(({ json }) => Boolean(json.error))).toEqual([false, true]);
		const again = await transcribe('skip', options, how);
		expect(again.items.map(({ json }) => json.file_name)).toEqual(['b.wav']);
	});

	test('a recording that comes again in a loop is output as skipped, as another item of the run', async () => {
		let rounds = 0;
		const behind = async () => [rounds++ === 0 ? [{ json: {} }] : []];
		const parameters = { mediaSource: 'url', mediaUrl: 'https://h.example/talk.mp4' };
		const how = { items: [{}], parameters, behind, isLoop: true };
		const { saved, items } = await transcribe('skip', SOON, how);
		const [, second] = JSON.parse(saved).resultData.runData.Verbit;
		const skipped = { external_id: 'talk-1', skipped: true, job_id: items[0].json.job_id };
		expect(second.data.main).toEqual([[{ json: skipped, pairedItem: [{ item: 0 }] }]]);
		const hint = { message: expect.stringContaining('another item of this run') };
		expect(second.hints).toMatchObject([hint]);
	});

	test('a recording that failed in one round of a loop, and that another execution took, is left to that one', async () => {
		let rounds = 0;
		const parameters = { mediaSource: 'url', mediaUrl: 'https://h.example/talk.mp4' };
		const behind = async () => {
			if (rounds++ > 0) return [[]];
			world.emulator.faults.clear();
			await transcribe('skip', LONG, { items: [{}], parameters });
			return [[{ json: {} }]];
		};
		world.fault('add_media', { status: 429, times: 9 });
		const how = { items: [{}], parameters, behind, isLoop: true, ...continueOnFail };
		const { saved } = await transcribe('skip', SOON, how);
		const [, second] = JSON.parse(saved).resultData.runData.Verbit;
		const hint = { message: expect.stringContaining('another execution is working on') };
		expect(second.hints).toMatchObject([hint]);
	});

	const run = async (/** @type {string} */ caller) =>
		(await transcribe('skip', SOON, { caller })).items.length;

	test.each([
		['was output', SOON, { caller: '71' }],
		['is in work', LONG, {}],
	])('another recording is not skipped for one with its ID that %s', async (_is, options, more) => {
		expect((await transcribe('skip', options, more)).items).toHaveLength(1);
		otherExecutions.set('71', { resultData: { lastNodeExecuted: 'Last', runData: {} } });
		const second = await transcribe('skip', options, { items: [recording(11)], caller: '72' });
		expect(second.error?.context.code).toBe('EXTERNAL_ID_OF_OTHER_FILE');
		expect(world.count('job_new')).toBe(1);
	});

	test.each(['reuse', 'skip'])(
		'another recording is no third try of one that failed twice, with %s',
		async (ifUsed) => {
			for (let time = 0; time < 2; time++)
				world.setStatus(Number(jobOf(await submit('reuse'))), 'Failure');
			const { error } = await world.failing(submit(ifUsed, { items: [recording(11)] }));
			expect(error.context.code).toBe('EXTERNAL_ID_OF_OTHER_FILE');
		},
	);

	test('another recording in the same run is an error, too', async () => {
		const items = [recording(10), recording(11)];
		const { items: output } = await transcribe('skip', SOON, { items, ...continueOnFail });
		expect(output.map(({ json }) => Object(json.details).code)).toEqual([
			undefined,
			'EXTERNAL_ID_OF_OTHER_FILE',
		]);
	});

	test('a failure that is known counts for nothing, and of two unknown ends one counts', async () => {
		expect(await run('71')).toBe(1);
		otherExecutions.set('71', FAILED);
		for (const [caller, count] of /** @type {const} */ ([
			['72', 1],
			['73', 1],
			['74', 0],
		])) {
			expect(await run(caller)).toBe(count);
			otherExecutions.set(caller, undefined);
		}
	});

	test('n8n is asked once for an execution that has output several items', async () => {
		const items = ['a', 'b', 'c'].map((id) => recording(10, `${id}.wav`, { id }));
		const how = { items, parameters: { externalId: '={{ $json.id }}' } };
		expect((await transcribe('skip', SOON, { ...how, caller: '71' })).items).toHaveLength(3);
		otherExecutions.set('71', FAILED);
		const asked = jest.spyOn(otherExecutions, 'get');
		expect((await transcribe('skip', SOON, { ...how, caller: '72' })).items).toHaveLength(3);
		expect(asked.mock.calls.filter(([id]) => id === '71')).toHaveLength(1);
	});

	test('of executions that failed, n8n is asked for the last two', async () => {
		const asked = jest.spyOn(otherExecutions, 'get');
		for (const caller of ['71', '72', '73', '74']) {
			expect(await run(caller)).toBe(1);
			otherExecutions.set(caller, FAILED);
		}
		asked.mockClear();
		expect(await run('75')).toBe(1);
		expect(asked.mock.calls).toEqual([['73'], ['74']]);
	});

	test('the tries of one execution are one end', async () => {
		// n8n before 2.33.
		const base = Object.getPrototypeOf(ExecuteContext.prototype);
		const { onExecutionFinish } = base;
		base.onExecutionFinish = undefined;
		// In each of three tries the second item fails.
		for (let time = 0; time < 3; time++) world.fault('get_caption', { kind: 'delay' }, UNKNOWN_JOB);
		const items = ['a', 'b'].map((id) => recording(10, `${id}.wav`, { id }));
		const parameters = { externalId: '={{ $json.id }}' };
		const failed = await transcribe('skip', SOON, { items, parameters, ...retryOnFail });
		base.onExecutionFinish = onExecutionFinish;
		expect(failed.error).toBeDefined();
		otherExecutions.set(failed.executionId, undefined);
		world.emulator.faults.clear();
		expect((await transcribe('skip', SOON, { items, parameters })).items).toHaveLength(2);
	});

	test('an answer of the database that is lost proves no delivery', async () => {
		expect(await run('71')).toBe(1);
		otherExecutions.set('71', FAILED);
		expect(await run('72')).toBe(1);
		otherExecutions.set('72', LOST);
		expect(await run('73')).toBe(0);
		otherExecutions.set('72', FAILED);
		expect(await run('74')).toBe(1);
	});

	test('a caller whose ID n8n does not know is no error', async () => {
		otherExecutions.set('__UNKNOWN__', LOST);
		for (let time = 0; time < 2; time++) expect(await run('__UNKNOWN__')).toBe(1);
	});

	test('an ID is free where n8n could not say at the end who called the execution', async () => {
		otherExecutions.set('71', LOST);
		expect(await run('71')).toBe(1);
		otherExecutions.set('71', FAILED);
		passTime(60);
		const next = await transcribe('skip', SOON, { caller: '72' });
		expect([next.items.length, hintsOf(next)]).toEqual([1, []]);
	});
});

describe('a job that Create has made', () => {
	test('is that of one recording, and started once, whichever call of the database hangs', async () => {
		for (let place = 0; ; place++) {
			memory.reset();
			world.emulator.journal.clear();
			await create();
			const { hasCome, release } = memory.hang(place);
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

	test('and that was started elsewhere is that of the first recording only', async () => {
		const jobId = await create();
		await world.run('media:add', [{}], { jobId, mediaUrl: 'https://h.example/x.mp4' });
		await world.run('job:start', [{}], { jobId });
		await submit('reuse', { items: [recording(10)] });
		const second = await world.settled(submit('reuse', { items: [recording(11)] }));
		expect(second.error?.context.code).toBe('EXTERNAL_ID_OF_OTHER_FILE');
	});
});

test('where the next run would pay for another item, nobody is advised to run it', async () => {
	const items = ['reuse', 'create'].map((used, index) => ({
		...recording(10 + index),
		json: { used, id: `talk-${index}` },
	}));
	const parameters = parametersOf('={{ $json.used }}', {
		externalId: '={{ $json.id }}',
		options: { ...SOON, concurrency: 1 },
	});
	for (const onError of [undefined, continueOnFail.onError]) {
		memory.reset();
		const run = { mode: /** @type {const} */ ('trigger'), onError };
		const options = world.options('recording:transcribe', items, parameters, run);
		world.emulator.journal.clear();
		const running = world.settled(world.engine.run(options));
		await until(() => world.count(START) === 2);
		const [first] = Object.keys(world.emulator.state.data.jobs).slice(-2);
		world.setStatus(Number(first), 'Failure');
		const { error, items: output } = await running;
		const text = error?.description ?? JSON.stringify(output[0].json);
		expect(text).not.toContain('run the workflow again');
	}
});

test('with Continue On Fail the next run may leave out what is output: it goes on with what failed', async () => {
	const items = [0, 1].map((index) => ({
		...recording(10 + index),
		json: { id: `talk-${index}` },
	}));
	const parameters = parametersOf('skip', {
		externalId: '={{ $json.id }}',
		options: { concurrency: 1 },
	});
	const options = world.options('recording:submit', items, parameters, continueOnFail);
	world.fault('put', { kind: 'delay' }, { status: 403, times: 2 });
	const { items: output } = await world.engine.run(options);
	expect(JSON.stringify(output[1].json)).toContain('run the workflow again');
	world.emulator.faults.clear();
	expect((await world.engine.run(options)).items).toHaveLength(1);
	expect(world.count(START)).toBe(2);
});
