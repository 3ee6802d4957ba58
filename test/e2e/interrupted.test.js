/**
 * What is left of executions when n8n is killed, or stopped, and what a retry or the next execution makes of it. One kill
 * befalls them all, and one stop, as n8n takes its time to start: each is at another point then.
 */
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { file } = require('../engine/linkServer');
const { itemsOf } = require('../support/n8n/executionData');
const { ownNode } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { callsIn } = require('./calls');
const { useDelivery } = require('./delivery');
const { after, hintsIn, items, POLL, waitsIn } = require('./waits');
const { standard, useN8n } = require('./world');

/** By its clock a wait is soon checked again, and who is gone soon believed dead. */
const world = useN8n();
const waits = waitsIn(world);
const { hintsOf, newJobs, untilStatus, wait } = waits;
const { activate, jobsSeen, newJob } = callsIn(world);
const delivery = useDelivery(world);

const START = 'perform_transcription';

/**
 * What is killed, by the name of its job.
 * @typedef {{ id: string, workflowId: string }} Killed
 * @type {Record<string, Killed>}
 */
const killed = {};

/** @type {Awaited<ReturnType<typeof beginWait>>} */
let killedWait;

/** The calls until the kill. @type {import('../emulator/journal').JournalEntry[]} */
let callsBefore = [];

/** The IDs of the jobs with a name. @param {string} name */
const jobsOf = (name) =>
	world
		.jobs()
		.filter((job) => job.name === name)
		.map(({ id }) => String(id));

/** How many jobs with a name there are, and how many of them were to be started, before the kill or after it. @param {string} name */
function madeOf(name) {
	const jobs = jobsOf(name);
	const calls = [...callsBefore, ...world.emulator.journal];
	const starts = calls.filter(({ operation }) => operation === START);
	const started = new Set(starts.map(({ query }) => query.job_id));
	return { jobs: jobs.length, starts: jobs.filter((job) => started.has(job)).length };
}

/** Submits a recording as a job with this name. @param {string} name @param {string} [externalId] */
const submit = (name, externalId) =>
	world.byUrl('Submit', 'https://media.example.com/lecture.mp4', {
		additionalFields: { jobName: name },
		externalId,
	});

/** Has a workflow begin by a call of its webhook. @param {ReturnType<typeof submit>} node */
async function beginByCall(node) {
	const { id: workflowId, run } = await world.publish([node]);
	return { workflowId, id: await run() };
}

/** Waits for two jobs. */
async function beginWait() {
	const jobs = newJobs(2);
	const behind = { profile: standard, additionalFields: { jobName: 'behind' } };
	const create = world.verbit('Create', 'job:create', behind);
	const { id } = await waits.start([...items(jobs), wait(), after(), create]);
	await untilStatus(id);
	return { id, jobs };
}

/** @param {string} operation */
function leaveUnanswered(operation) {
	world.fault(operation, { kind: 'delay', delayMs: 3_600_000, times: 1000 });
}

/** Each job is made, and its start isn't answered. */
async function bringToStart() {
	leaveUnanswered(START);
	killed.call = await beginByCall(submit('call'));
	killed.doubt = await beginByCall(submit('doubt', 'lecture-in-doubt'));
	killed.start = await world.begin(submit('start'));
	const isStarting = (/** @type {string} */ name) => madeOf(name).starts === 1;
	await until(() => Object.keys(killed).every(isStarting), { maxMs: 150_000 });
}

/**
 * Transcribes four recordings with Skip, up to where three are started and one is being attached.
 * @param {string} prefix of their names
 */
async function beginFour(prefix) {
	const names = ['a', 'b', 'c', 'd'].map((name) => `${prefix}-${name}`);
	const { run } = await world.publish([
		...items(names),
		world.byUrl('Transcribe', '=https://media.example.com/{{ $json.jobs }}.mp4', {
			externalId: '={{ $json.jobs }}',
			additionalFields: { jobName: '={{ $json.jobs }}' },
			options: { concurrency: 1, timeoutHours: 48, pollInterval: 1 },
		}),
	]);
	const [accepted, held] = [0, 3_600_000].map((delayMs) => ({ kind: 'delay', delayMs }));
	world.fault('add_media', accepted, accepted, held);
	await run();
	const isStarted = (/** @type {string} */ name) => madeOf(name).starts === 1;
	const started = () => names.filter(isStarted);
	// One is held, and the others don't wait for it.
	const tell = () => `Started: ${started()}. ${world.n8n.logs().slice(-2000)}`;
	await until(() => started().length === 3, { ...POLL, tell });
	const startedBefore = started();
	const isLogged = (/** @type {string} */ name) =>
		world.n8n.logs().includes(`started job ${jobsOf(name)[0]} with External ID "${name}"`);
	await until(() => startedBefore.every(isLogged), POLL);
	return { names, run, started, startedBefore };
}

/** The workflow again brings all transcripts home, of four started jobs. @param {Awaited<ReturnType<typeof beginFour>>} four */
async function expectAllHome({ names, run, started }) {
	const again = await run();
	await until(() => started().length === names.length, POLL);
	for (const job of names.flatMap(jobsOf)) {
		if (world.emulator.job(Number(job))?.status === 'In Progress')
			world.emulator.setJobStatus(Number(job), 'Completed');
	}
	const { status, data } = await world.n8n.client.waitForExecution(again);
	expect(status).toBe('success');
	const outputs = itemsOf(data, 'Transcribe').map(({ json }) => json);
	expect(outputs).toMatchObject(names.map(() => ({ text: expect.any(String) })));
	expect(outputs.every(({ continued }) => continued === true)).toBe(true);
	expect(started()).toEqual(names);
}

/** A node behind a finished Transcribe is at work. */
async function bringBehind() {
	delivery.host.answer(() => undefined, file(Buffer.from('{}')));
	const { complete, ...published } = await delivery.publish();
	const first = await published.run();
	await complete();
	await until(() => delivery.host.calls.length > 0);
	return { ...published, first };
}

/** @type {Awaited<ReturnType<typeof bringBehind>>} */
let killedBehind;

/** @type {Awaited<ReturnType<typeof beginFour>>} */
let killedFour;

/** Ends n8n, and starts it again. @param {NodeJS.Signals} signal @param {Awaited<ReturnType<typeof beginFour>>} four */
async function interrupt(signal, { started, startedBefore }) {
	await world.n8n.stop(signal);
	callsBefore = [...world.emulator.journal];
	world.emulator.faults.clear();
	expect(started()).toEqual(startedBefore);
	await world.n8n.start();
}

beforeAll(async () => {
	killedBehind = await bringBehind();
	killedFour = await beginFour('killed');
	killedWait = await beginWait();
	leaveUnanswered('job_info');
	await bringToStart();
	const checks = { operation: 'job_info', status: null };
	const isChecked = (/** @type {number} */ jobId) =>
		world.emulator.journal.count({ ...checks, jobId }) > 0;
	await until(() => killedWait.jobs.every(isChecked), { maxMs: 150_000 });
	await interrupt('SIGKILL', killedFour);
}, 600_000);

test('an execution that was started by hand has nothing that n8n could retry: without an External ID, the next one makes a second job, and nothing says so', async () => {
	const { id, workflowId } = killed.start;
	const { client } = world.n8n;
	// In its database the data may be empty, or missing.
	const refusal = /cannot be retried|reading 'executionData'/;
	await expect(client.retryExecution(id)).rejects.toThrow(refusal);
	expect(world.emulator.journal.count({})).toBe(0);
	const { data } = await client.waitForExecution(await client.runWorkflow(workflowId));
	const [{ json }, ...others] = itemsOf(data, 'Submit');
	expect([json, others]).toMatchObject([{ transcription_started: true }, []]);
	expect(json).not.toHaveProperty('possible_duplicate');
	expect(madeOf('start')).toEqual({ jobs: 2, starts: 2 });
});

describe('A production execution that crashed during the start', () => {
	test('can be retried, and without an External ID makes a second job', async () => {
		const { id } = killed.call;
		await untilStatus(id, 'crashed');
		const { data } = await world.n8n.client.retryExecution(id);
		expect(itemsOf(data, 'Submit')[0].json).toMatchObject({ transcription_started: true });
		expect(madeOf('call')).toEqual({ jobs: 2, starts: 2 });
	});

	test('with an External ID and Skip goes on with its job when it is retried', async () => {
		const { id } = killed.doubt;
		await untilStatus(id, 'crashed');
		const retried = await world.n8n.client.retryExecution(id);
		expect(itemsOf(retried.data, 'Submit')).toMatchObject([
			{ json: { transcription_started: true, continued: true } },
		]);
		expect(madeOf('doubt')).toEqual({ jobs: 1, starts: 1 });
	});
});

test('a wait that crashed during a check goes on when it is retried with the currently saved workflow', async () => {
	const { id, jobs } = killedWait;
	await untilStatus(id, 'crashed');
	const { client } = world.n8n;
	expect(await hintsOf(id)).toEqual([expect.stringContaining(`job ${jobs[0]} (`)]);
	const retry = await client.request('POST', `/executions/${id}/retry`, { loadWorkflow: true });
	await untilStatus(retry.id);
	expect(world.emulator.journal.count({ operation: 'job_new' })).toBe(0);
	waits.end(jobs, 'Completed');
	const { status, data, rows } = await waits.result(retry.id);
	expect(status).toBe('success');
	expect(data.resultData.runData.Wait).toHaveLength(1);
	expect(rows('After')).toMatchObject(jobs.map((job) => ({ job, status: 'Completed', of: job })));
	expect(rows('Create')).toHaveLength(2);
});

test('Transcribe of four recordings, one of which was being attached when n8n was killed: the workflow again brings all transcripts home', async () => {
	await expectAllHome(killedFour);
});

test('n8n was killed while the node behind Transcribe was at work: the next run brings the transcript home, the one after it skips', async () => {
	const { first, runAgain, jobs } = killedBehind;
	// It is believed dead after some minutes.
	const output = await until(async () => itemsOf((await runAgain()).data, 'Transcribe')[0]);
	expect(output.json).toMatchObject({ text: expect.any(String), continued: true });
	expect(jobs()).toHaveLength(1);
	expect(await world.n8n.client.statusOf(first)).toBe('crashed');
	const { data } = await runAgain();
	expect(itemsOf(data, 'Transcribe')).toEqual([]);
	expect(hintsIn(data, 'Transcribe')).toEqual([expect.not.stringContaining('in work')]);
});

describe('n8n is stopped, and starts again', () => {
	const OK = { status: 200, body: 'OK' };

	/** @type {number[]} */
	let jobIds;

	/** @type {Array<Awaited<ReturnType<Awaited<ReturnType<typeof activate>>['call']>>>} */
	const answers = [];

	/** Whose workflow succeeds, and whose workflow fails. @type {Array<Awaited<ReturnType<typeof activate>>>} */
	let called;

	/** @type {Awaited<ReturnType<typeof beginFour>>} */
	let four;

	const waiting = { id: '', jobs: [0] };

	async function callBefore() {
		/** A node that fails. */
		const failing = ownNode('Fail', 'stopAndError', 1, { errorMessage: 'This workflow fails' });
		called = [await activate(), await activate({}, [failing])];
		jobIds = [newJob(), newJob(), newJob()];
		const [succeeding, fails] = called;
		for (const jobId of jobIds) {
			for (const { call, executions } of [succeeding, succeeding, fails]) {
				answers.push(await call(jobId));
				await executions();
			}
		}
	}

	// One for all of them.
	beforeAll(async () => {
		await callBefore();
		four = await beginFour('stopped');
		waiting.jobs = newJobs(3);
		// 40 s: what is due before n8n has started again, which takes a while on a busy machine, may be marked as crashed.
		const wait = waits.wait('Wait', {}, { pollInterval: 1200 });
		waiting.id = (await waits.start([...items(waiting.jobs), wait, after()])).id;
		await untilStatus(waiting.id);
		await interrupt('SIGTERM', four);
	}, 300_000);

	test('Transcribe of four recordings, one of which was being attached: the workflow again brings all transcripts home', async () => {
		await expectAllHome(four);
	});

	test('an execution that waits goes on, item by item, with the right items behind it', async () => {
		const { id, jobs } = waiting;
		await untilStatus(id);
		waits.end(jobs, 'Completed');
		await untilStatus(id, 'success');
		const { rows, data } = await waits.result(id);
		expect(rows('After')).toEqual(jobs.map((job) => ({ job, status: 'Completed', of: job })));
		expect(data.resultData.runData.Wait).toHaveLength(1);
	});

	test('the execution of a repeated call ends at the trigger, for every event', async () => {
		const [{ call, executions }] = called;
		expect(answers).toEqual(answers.map(() => expect.objectContaining(OK)));
		for (const { headers } of answers) {
			expect(headers.get('content-type')).toContain('text/plain');
			expect(headers.get('content-length')).toBe('2');
		}
		for (const jobId of jobIds) expect(await call(jobId)).toMatchObject(OK);
		const [repeat, ...others] = await executions();
		// Each call is an execution, also a repeat before the restart.
		expect(others).toHaveLength(3 * jobIds.length - 1);
		expect(jobsSeen([repeat, ...others])).toEqual(jobIds);
		expect(repeat.status).toBe('success');
		const [{ hints }] = repeat.data.resultData.runData['Verbit Trigger'];
		expect(hints).toMatchObject([
			{ message: expect.stringContaining('An earlier execution started') },
		]);
	});

	test('an event is known when the workflow that it started has failed', async () => {
		const [, { call, executions }] = called;
		expect((await executions()).map(({ status }) => status)).toEqual(jobIds.map(() => 'error'));
		for (const jobId of jobIds) expect(await call(jobId)).toMatchObject(OK);
		const repeats = (await executions()).slice(0, jobIds.length);
		expect(repeats.map(({ status }) => status)).toEqual(jobIds.map(() => 'success'));
	});
});

/** Keeps n8n from writing to its database, as a slow disk does. @returns ends it */
async function lockDatabase() {
	const { n8n, userFolder } = world.n8n;
	const script = `
		const db = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 10_000 });
		db.exec('BEGIN EXCLUSIVE');
		process.stdout.write('locked');
		process.stdin.resume();
	`;
	const file = path.join(userFolder, '.n8n/database.sqlite');
	const lock = spawn(n8n.node, ['-e', script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
	await once(lock.stdout, 'data');
	return async () => {
		lock.stdin.end();
		await once(lock, 'exit');
	};
}

test('no call gets OK before n8n has its execution, on a locked database too, and the workflow runs once', async () => {
	const { call, executions } = await activate();
	const jobId = newJob();
	const unlock = await lockDatabase();
	const answer = call(jobId);
	// n8n stops waiting for its database meanwhile.
	const early = await Promise.race([answer, sleep(8000)]);
	await unlock();
	// Nothing yet, or a refusal.
	expect(early?.status).not.toBe(200);
	await answer;
	for (const _repeat of [1, 2, 3]) expect(await call(jobId)).toMatchObject({ body: 'OK' });
	expect(jobsSeen(await executions())).toEqual([jobId]);
});
