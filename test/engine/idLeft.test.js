const path = require('node:path');
const { setImmediate: nextTurn } = require('node:timers/promises');
const { createRunExecutionData } = require('n8n-workflow');
const { PACKAGE_FOLDER } = require('./engine');
const { ProcessedData, useProcessedData } = require('./processedData');
const { until } = require('../support/until');
const {
	continueOnFail,
	recording,
	retryOnFail,
	shortenPauses,
	shownFields,
	useWorld,
} = require('./world');

/** What the node does with an external ID that another execution has: it is at work on it, it waits, or it is gone. */
const world = useWorld();
shortenPauses();

const memory = useProcessedData();
afterEach(() => jest.restoreAllMocks());

const { IdRecord } = require(path.join(PACKAGE_FOLDER, 'dist/nodes/Verbit/submission/idRecord.js'));

const START = 'perform_transcription';
const MINUTE_MS = 60_000;

/** @param {string} ifExternalIdUsed @param {object} [options] */
const parameters = (ifExternalIdUsed, options = {}) => ({
	additionalFields: { externalId: 'talk-1', ifExternalIdUsed },
	options: { maxAttempts: 1, ...options },
});

/** @param {string} ifUsed @param {object} [options] @param {object} [more] */
const submit = async (ifUsed, options, more) =>
	await world.run('recording:submit', [recording()], parameters(ifUsed, options), more);

const transcription = (/** @type {object} */ options, items = [recording()]) =>
	world.options('recording:transcribe', items, parameters('skip', options), { mode: 'trigger' });

/** @param {{ hints: any[] }} result */
const hintsOf = ({ hints }) => hints.map(({ message }) => message).join(' ');

const jobIds = () => Object.keys(world.emulator.state.data.jobs).map(Number);

const { now: realNow } = Date;

/**
 * The time of all executions. Those that were at work hang meanwhile: with the clock ahead, each would send its next heartbeat
 * within a quarter of a second, and be alive again for whoever looks later.
 * @param {number} minutes later than it is by then, also where it was moved before
 */
function passTime(minutes) {
	jest.spyOn(IdRecord.prototype, 'keepAlive').mockResolvedValue(undefined);
	const ahead = Date.now() - realNow() + minutes * MINUTE_MS;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
}

/** Options of a job that ends at once. */
const SOON = { finishIn: 0, timeoutHours: 0.05, pollInterval: 1 };

const isHeld = () => world.emulator.faults.queue.length === 0;

/** An execution that hangs while Verbit has a call. @param {string} call @param {object} [options] */
async function hangDuring(call, options) {
	const release = world.hold(call);
	const running = submit('skip', options);
	await until(isHeld);
	return { release, running };
}

/** What an execution leaves behind that is killed then. @param {Parameters<typeof hangDuring>} when */
async function dieDuring(...when) {
	const { release, running } = await hangDuring(...when);
	const rows = new Map(memory.rows);
	release();
	await running;
	memory.rows = rows;
	world.emulator.journal.clear();
	return Number(jobIds()[0]);
}

describe('an execution was killed while it started the job, and the next run with Skip', () => {
	test.each([
		['In Progress', { continued: true }, { job_new: 0, perform_transcription: 0 }],
		['Completed', { continued: true }, { job_new: 0, perform_transcription: 0 }],
		['Pending', { continued: true }, { job_new: 0, perform_transcription: 1 }],
		['Failure', {}, { job_new: 1, perform_transcription: 1 }],
		['Canceled', {}, { job_new: 1, perform_transcription: 1 }],
	])('goes on with a job that is %s, or makes another', async (status, flags, calls) => {
		const jobId = await dieDuring(START);
		world.setStatus(jobId, status);
		passTime(2);
		const { items } = await submit('skip');
		expect(shownFields('recording:submit')).toEqual(
			expect.arrayContaining(Object.keys(items[0].json)),
		);
		const { job_id, transcription_started, ...rest } = items[0].json;
		expect([job_id === jobId, transcription_started]).toEqual([calls.job_new === 0, true]);
		expect(rest.continued).toBe(/** @type {any} */ (flags).continued);
		expect(rest).not.toHaveProperty('possible_duplicate');
		for (const [call, times] of Object.entries(calls)) expect(world.count(call)).toBe(times);
		expect(memory.records()).toEqual(['used']);
	});

	test('makes another where Verbit does not know the job', async () => {
		const jobId = await dieDuring(START);
		delete world.emulator.state.data.jobs[jobId];
		passTime(2);
		expect((await submit('skip')).items[0].json.job_id).not.toBe(jobId);
	});

	test.each([
		['can’t be asked', { kind: 'dropConnection', times: 9 }],
		['says nothing of its status', { status: 200, body: { job_id: 1 } }],
		['gives a status that is new', { status: 200, body: { job_id: 1, job_status: 'Archived' } }],
	])('decides nothing where Verbit %s, and the run after it decides', async (_what, fault) => {
		await dieDuring(START);
		passTime(2);
		world.fault('job_info', fault);
		const { error } = await world.failing(submit('skip'));
		expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_UNCLEAR', job_id: jobIds()[0] });
		expect(error.description).not.toContain('Search');
		world.emulator.faults.clear();
		expect((await submit('skip')).items).toMatchObject([{ json: { continued: true } }]);
		expect(world.count('job_new')).toBe(0);
	});

	test('tries a job only once that Verbit refuses to start', async () => {
		const jobId = await dieDuring(START);
		world.setStatus(jobId, 'Pending');
		passTime(2);
		world.fault(START, { status: 422, body: { ErrorType: 'INVALID_OPTION' } });
		expect((await world.failing(submit('skip'))).error.context).toMatchObject({ job_id: jobId });
		expect((await submit('skip')).items[0].json.job_id).not.toBe(jobId);
	});

	test('waits for the next heartbeat of the other, which may be alive', async () => {
		const jobId = await dieDuring(START);
		const before = memory.statements;
		const second = submit('skip');
		await until(() => memory.statements > before + 20);
		expect(world.calls()).toEqual([]);
		passTime(1.5);
		expect((await second).items).toMatchObject([{ json: { job_id: jobId, continued: true } }]);
	});

	test('with Fail is an error that names the job', async () => {
		const jobId = await dieDuring(START);
		passTime(2);
		const { error } = await world.failing(submit('fail'));
		expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_USED', job_id: jobId });
		expect(error.description).toMatch(/Used Before' to Skip.*Get Captions or Transcript/);
	});
});

test('a job whose media may be attached gets it, where it is not to be started', async () => {
	const attachOnly = { startTranscription: false };
	const jobId = await dieDuring('add_media', attachOnly);
	passTime(2);
	const { items } = await submit('skip', attachOnly);
	const known = { job_id: jobId, continued: true, confirmed_by_repeat: true };
	expect(items[0].json).toMatchObject(known);
	expect(memory.records()).toEqual(['used']);
});

test('an execution that was killed during the upload leaves an ID that is flagged', async () => {
	await dieDuring('put');
	passTime(2);
	expect((await submit('skip')).items).toMatchObject([{ json: { possible_duplicate: true } }]);
});

describe('an execution that is at work', () => {
	test('sends heartbeats while it uploads for long: the others skip, and the hint says so', async () => {
		const { release, running } = await hangDuring('put');
		const second = submit('skip');
		const before = memory.statements;
		await until(() => memory.statements > before + 12);
		const taken = [...memory.rows.keys()].find((key) => key.endsWith(':0')) ?? '';
		const alive = taken.replace(/:0$/, ':alive');
		memory.rows.set(alive, String(Date.now() + 10 * MINUTE_MS));
		passTime(2);
		expect(hintsOf(await second)).toContain('(in work)');
		memory.rows.delete(alive);
		jest.restoreAllMocks();
		release();
		expect((await running).items).toHaveLength(1);
		expect(memory.records()).toEqual(['used']);
	});

	test.each([1, -1])('whose clock is %d min off is not taken for dead', async (minutes) => {
		const { release, running } = await hangDuring('put');
		const before = memory.statements;
		passTime(minutes);
		const second = submit('skip');
		await until(() => memory.statements > before + 20);
		expect(world.count('job_new')).toBe(1);
		passTime(3);
		await second;
		release();
		await running;
	});

	test('and is believed dead makes no second start when it comes back', async () => {
		const { release, running } = await hangDuring('put');
		passTime(2);
		const { items } = await submit('skip');
		release();
		const result = await running;
		expect([result.error, result.items]).toEqual([undefined, []]);
		const [leftover] = jobIds().filter((id) => id !== items[0].json.job_id);
		expect(hintsOf(result)).toContain(`unstarted: ${leftover}.`);
		expect(world.count(START)).toBe(1);
	});

	test('and outputs its skipped item when it comes back does not use up the ID of the other', async () => {
		const outputSkipped = { outputSkipped: true };
		const [late, other] = [world.hold('put'), world.hold('put')];
		const { additionalFields, ...rest } = parameters('skip');
		const fields = { ...rest, additionalFields: { ...additionalFields, ...outputSkipped } };
		const first = world.run('recording:submit', [recording()], fields);
		await until(() => world.emulator.faults.queue.length === 1);
		passTime(2);
		const second = submit('skip');
		await until(isHeld);
		late();
		expect((await first).items).toMatchObject([{ json: { skipped: true } }]);
		other();
		expect((await second).items).toMatchObject([{ json: { transcription_started: true } }]);
	});

	test('and comes back while another goes on with its job is not told that this job is left over', async () => {
		const attachOnly = { startTranscription: false };
		const { release, running } = await hangDuring('add_media', attachOnly);
		passTime(2);
		const second = await submit('skip', attachOnly);
		release();
		expect(hintsOf(await running)).not.toContain('unstarted');
		expect(second.items[0].json.job_id).toBe(jobIds()[0]);
		expect(world.count('job_new')).toBe(1);
	});
});

const loseConnection = async () =>
	await Promise.reject(new Error('Connection terminated unexpectedly'));

/** An execution that Verbit refuses, and that takes its record back. @param {(remove: () => Promise<void>) => Promise<void>} befall the calls for that */
function takeBack(befall) {
	world.fault('job_new', { status: 422 });
	const remove = jest.spyOn(memory, 'clearAllProcessedItems');
	remove.mockImplementation(async (scope, place) => {
		// n8n reads the node's ID at once.
		const atOnce = { ...place, node: { ...place.node } };
		await befall(() => ProcessedData.prototype.clearAllProcessedItems.call(memory, scope, atOnce));
	});
	return { remove, running: world.failing(submit('skip')) };
}

test('who takes its record back, and is not told that it has, does not take that of another for it in Retry', async () => {
	const { remove, running: failing } = takeBack((call) => call().then(loseConnection));
	const failed = await failing;
	expect(failed.error.context.code).toBe('CALL_REFUSED');
	remove.mockRestore();
	const { release, running } = await hangDuring('put');
	const before = memory.statements;
	const again = world.options('recording:submit', [recording()], parameters('skip'));
	const retried = world.engine.retry(again, failed);
	await until(() => memory.statements > before + 12);
	release();
	expect((await running).items).toHaveLength(1);
	expect((await retried).items).toEqual([]);
	expect(world.count(START)).toBe(1);
});

test('who takes its record back so late that another has the ID does not let a third one start', async () => {
	let letGo = () => {};
	const held = new Promise((resolve) => (letGo = () => resolve(undefined)));
	const { remove, running: failing } = takeBack((call) => held.then(call));
	await until(() => remove.mock.calls.length > 0);
	remove.mockRestore();
	passTime(2);
	const { release, running } = await hangDuring(START);
	letGo();
	expect((await failing).error.context.code).toBe('CALL_REFUSED');
	expect((await submit('skip')).items).toEqual([]);
	release();
	expect((await running).items).toHaveLength(1);
	expect(world.count(START)).toBe(1);
});

test.each([0, 5, 20, 40])(
	'of two equal calls of an agent, the second %d turns later, one submits',
	async (turns) => {
		const runExecutionData = createRunExecutionData({});
		const url = { mediaSource: 'url', mediaUrl: 'https://h/talk.mp4' };
		const call = async (/** @type {number} */ runIndex) =>
			await world.runAsTool(
				'recording:submit',
				{ ...parameters('skip'), ...url },
				{ query: 'talk' },
				{ runExecutionData, runIndex },
			);
		const first = call(0);
		for (let turn = 0; turn < turns; turn++) await nextTurn();
		const items = await Promise.all([first, call(1)]);
		expect([world.count(START), world.count('job_new'), memory.records()]).toEqual([
			1,
			1,
			['used'],
		]);
		expect(items).toMatchObject([{ json: { job_id: jobIds()[0] } }, { json: { skipped: true } }]);
	},
);

/** @type {Array<'checkProcessedAndRecord' | 'clearAllProcessedItems' | 'getProcessedDataCount'>} */
const CALLS = ['checkProcessedAndRecord', 'clearAllProcessedItems', 'getProcessedDataCount'];

/** What befalls one call of n8n's memory. @type {Array<[string, (call: () => unknown, hold: () => Promise<unknown>) => unknown]>} */
const MISHAPS = [
	['is not made', loseConnection],
	['is made, and its answer is lost', (call) => Promise.resolve(call()).then(loseConnection)],
	['is held up until the next run is through', (call, hold) => hold().then(call)],
];

test.each(MISHAPS)(
	"whichever call of n8n's memory %s: one start in all, and an item at least once",
	async (_what, befall) => {
		for (let place = 0, isOver = false; !isOver; place++) {
			memory.reset();
			world.emulator.journal.clear();
			let [made, release, isHeld] = [0, () => {}, () => {}];
			const released = new Promise((resolve) => (release = () => resolve(undefined)));
			const held = new Promise((resolve) => (isHeld = () => resolve(undefined)));
			const hold = () => {
				isHeld();
				return released;
			};
			for (const name of CALLS) {
				jest.spyOn(memory, name).mockImplementation(async (/** @type {any[]} */ ...values) => {
					/** @type {any} */
					const method = ProcessedData.prototype[name];
					// n8n reads the node's ID at once.
					const atOnce = values.map((value) =>
						value?.node ? { ...value, node: { ...value.node } } : value,
					);
					const call = () => method.apply(memory, atOnce);
					if (made++ !== place) return await call();
					return await befall(call, hold);
				});
			}
			const first = world.settled(submit('skip'));
			await Promise.race([held, first]);
			isOver = made <= place;
			if (isOver) break;
			passTime(10);
			const second = await submit('skip');
			release();
			const outputs = (await first).items.length + second.items.length;
			jest.restoreAllMocks();
			expect([place, second.error, world.count(START)]).toEqual([place, undefined, 1]);
			expect(outputs).toBeGreaterThan(0);
		}
	},
);

test.each([
	['the upload fails', () => world.fault('put', { status: 403 }), 3],
	['Verbit refuses the job', () => world.fault('job_new', { status: 422 }), 0],
	[
		'the captions fail',
		() => world.fault('get_caption', { status: 403, body: { ErrorType: 'X' } }),
		4,
	],
])('a recording of which each time %s leaves no more records', async (_w, fail, most) => {
	for (let run = 0; run < 4; run++) {
		fail();
		await world.failing(world.engine.run(transcription(SOON)));
		world.emulator.faults.clear();
		expect(memory.records().length).toBeLessThanOrEqual(most);
	}
	expect((await world.engine.run(transcription(SOON))).items).toHaveLength(1);
	expect(memory.records()).toEqual(['used']);
});

describe('Transcribe', () => {
	const LONG = { timeoutHours: 48 };
	const run = async (/** @type {object} */ options) =>
		await world.engine.run(transcription(options));

	test('waits: the next run skips at once, with the job', async () => {
		const first = await run(LONG);
		const jobId = Number(first.items[0].json.job_id);
		const second = await run(LONG);
		expect([second.status, second.items]).toEqual(['success', []]);
		expect(hintsOf(second)).toContain(`(in work as job ${jobId})`);
		world.setStatus(jobId, 'Completed');
		passTime(60);
		const last = await world.engine.resume(transcription(LONG), first, 1);
		expect(last.items).toMatchObject([{ json: { job_id: jobId, text: expect.any(String) } }]);
		expect(memory.records()).toEqual(['used']);
	});

	// A schedule runs at the same minute of the hour.
	test.each([30, 60, 2 * 60, 24 * 60, 7 * 24 * 60])(
		'was lost while it waited: the next run, %d min later, waits for its job and puts it out',
		async (minutes) => {
			const jobId = Number((await run(LONG)).items[0].json.job_id);
			passTime(minutes);
			const { items } = await run(LONG);
			const known = { job_id: jobId, file_name: 'talk.wav', text: expect.any(String) };
			expect(items[0]?.json).toMatchObject({ ...known, continued: true });
			expect(world.count('job_new')).toBe(1);
		},
	);

	test('was stopped while it waited: Retry goes on with its job at once', async () => {
		const stopped = await run(LONG);
		const [jobId] = jobIds();
		world.setStatus(jobId, 'Completed');
		const { items } = await world.engine.retry(transcription(LONG), stopped);
		expect(items).toMatchObject([{ json: { job_id: jobId, text: expect.any(String) } }]);
		expect(memory.records()).toEqual(['used']);
	});

	test('was stopped while it waited: of two Retries one goes on, and the other does not give the ID away', async () => {
		const stopped = await run(LONG);
		const [jobId] = jobIds();
		const release = world.hold('job_info');
		const retried = world.engine.retry(transcription(LONG), stopped);
		await until(isHeld);
		expect((await world.engine.retry(transcription(LONG), stopped)).items).toEqual([]);
		expect(hintsOf(await run(LONG))).toContain(`(in work as job ${jobId})`);
		world.setStatus(jobId, 'Completed');
		release();
		expect((await retried).items).toMatchObject([{ json: { job_id: jobId } }]);
	});

	test.each([
		['failed', 'Failure'],
		['was stopped', 'Canceled'],
	])('of a job that %s: the next run submits it again, and so does Retry', async (_how, status) => {
		const begun = await run(LONG);
		const [jobId] = jobIds();
		world.setStatus(jobId, /** @type {any} */ (status));
		const failed = await world.failing(world.engine.resume(transcription(LONG), begun, 1));
		expect(failed.error.description).toContain('submits the recording again');
		const retried = await world.engine.retry(transcription(SOON), failed);
		expect(retried.items[0].json.text).toEqual(expect.any(String));
		expect(retried.items[0].json.job_id).not.toBe(jobId);
		expect((await run(SOON)).items).toEqual([]);
	});

	test('of a job that failed: Retry On Fail stays with it, the next run does not', async () => {
		const options = { ...SOON, finishWithError: true };
		const tried = await world.failing(
			world.engine.run({ ...transcription(options), ...retryOnFail }),
		);
		expect(tried.error.context.code).toBe('JOB_FAILED');
		expect(world.count('job_new')).toBe(1);
		expect((await run(SOON)).items[0].json).not.toHaveProperty('possible_duplicate');
	});

	test('in a loop of its error output gets the captions in the second round, of the same job', async () => {
		world.fault('get_caption', { status: 503, times: 4 });
		const first = await world.engine.run({ ...transcription(SOON), ...continueOnFail });
		expect(first.items[0].json).toHaveProperty('error');
		const { items } = await run(SOON);
		expect(items[0].json).toMatchObject({ job_id: jobIds()[0], continued: true });
	});

	test('of two items with one ID submits one, and waits for nobody', async () => {
		const options = transcription(SOON, [recording(), recording()]);
		const before = memory.statements;
		const { items } = await world.engine.run(options);
		expect(items).toMatchObject([{ pairedItem: [{ item: 0 }] }]);
		expect(world.count('job_new')).toBe(1);
		// Who waits for another execution asks once a second.
		expect(memory.statements - before).toBeLessThan(60);
	});
});
