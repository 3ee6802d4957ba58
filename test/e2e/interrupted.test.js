/**
 * What is left of executions when n8n is killed, and what a retry or the next execution makes of it. One kill befalls them
 * all, as n8n takes its time to start: each is at another point then.
 */
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { file } = require('../engine/linkServer');
const { itemsOf } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { callsIn } = require('./calls');
const { useDelivery } = require('./delivery');
const { after, hintsIn, items, waitsIn } = require('./waits');
const { standard, useN8n } = require('./world');

/** By its clock a wait is soon checked again, and who is gone soon believed dead. */
const world = useN8n();
const waits = waitsIn(world);
const { hintsOf, newJobs, untilStatus, wait } = waits;
const { activate, jobsSeen, newJob } = callsIn(world);
const delivery = useDelivery(world);

const START = 'perform_transcription';

/** What is killed. @type {Awaited<ReturnType<typeof beginAll>>} */
let killed;

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
const beginByCall = async (node) => await (await world.publish([node])).run();

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
	const begun = {
		call: await beginByCall(submit('call')),
		doubt: await beginByCall(submit('doubt', 'lecture-in-doubt')),
		start: await world.begin(submit('start')),
	};
	const isStarting = (/** @type {string} */ name) => madeOf(name).starts === 1;
	await until(() => Object.keys(begun).every(isStarting), { maxMs: 150_000 });
	return begun;
}

/** Transcribes four recordings with Skip, up to where three are started and one is being attached. */
async function beginFour() {
	const names = ['a', 'b', 'c', 'd'];
	const { run } = await world.publish([
		...items(names),
		world.byUrl('Transcribe', '=https://media.example.com/{{ $json.jobs }}.mp4', {
			externalId: '={{ $json.jobs }}',
			additionalFields: { jobName: '={{ $json.jobs }}' },
			options: { concurrency: 1, timeoutHours: 48, pollInterval: 1 },
		}),
	]);
	world.fault('add_media', { kind: 'delay', times: 2 }, { kind: 'delay', delayMs: 3_600_000 });
	await run();
	const started = () => names.filter((name) => madeOf(name).starts === 1);
	// One is held, and the others don't wait for it.
	const tell = () => `Started: ${started()}. ${world.n8n.logs().slice(-2000)}`;
	await until(() => started().length === 3, { tell });
	const startedBefore = started();
	const isLogged = (/** @type {string} */ name) =>
		world.n8n.logs().includes(`started job ${jobsOf(name)[0]} with External ID "${name}"`);
	await until(() => startedBefore.every(isLogged));
	return { names, run, started, startedBefore };
}

async function bringBehind() {
	delivery.host.answer(() => undefined, file(Buffer.from('{}')));
	const { complete, ...published } = await delivery.publish();
	const first = await published.run();
	await complete();
	await until(() => delivery.host.calls.length > 0);
	return { ...published, first };
}

async function bringEvent() {
	const jobId = newJob();
	const { call, executions } = await activate();
	await call(jobId);
	await executions();
	return { jobId, call, executions };
}

async function beginAll() {
	const behind = await bringBehind();
	const event = await bringEvent();
	const four = await beginFour();
	const wait = await beginWait();
	leaveUnanswered('job_info');
	return { behind, event, four, wait, ...(await bringToStart()) };
}

beforeAll(async () => {
	killed = await beginAll();
	const { four, wait } = killed;
	const checks = { operation: 'job_info', status: null };
	const isChecked = (/** @type {number} */ jobId) =>
		world.emulator.journal.count({ ...checks, jobId }) > 0;
	await until(() => wait.jobs.every(isChecked), { maxMs: 150_000 });
	await world.n8n.stop('SIGKILL');
	callsBefore = [...world.emulator.journal];
	world.emulator.faults.clear();
	expect(four.started()).toEqual(four.startedBefore);
	await world.n8n.start();
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
		await untilStatus(killed.call, 'crashed');
		const { data } = await world.n8n.client.retryExecution(killed.call);
		expect(itemsOf(data, 'Submit')[0].json).toMatchObject({ transcription_started: true });
		expect(madeOf('call')).toEqual({ jobs: 2, starts: 2 });
	});

	test('with an External ID and Skip goes on with its job when it is retried', async () => {
		await untilStatus(killed.doubt, 'crashed');
		const retried = await world.n8n.client.retryExecution(killed.doubt);
		expect(itemsOf(retried.data, 'Submit')).toMatchObject([
			{ json: { transcription_started: true, continued: true } },
		]);
		expect(madeOf('doubt')).toEqual({ jobs: 1, starts: 1 });
	});
});

test('a wait that crashed during a check goes on when it is retried with the currently saved workflow', async () => {
	const { id, jobs } = killed.wait;
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
	const { names, run, started } = killed.four;
	const again = await run();
	await until(() => started().length === names.length);
	for (const job of names.flatMap(jobsOf)) {
		if (world.emulator.job(Number(job))?.status === 'In Progress')
			world.emulator.setJobStatus(Number(job), 'Completed');
	}
	const { status, data } = await world.n8n.client.waitForExecution(again);
	expect(status).toBe('success');
	const outputs = itemsOf(data, 'Transcribe').map(({ json }) => json);
	expect(outputs).toMatchObject(names.map(() => ({ text: expect.any(String), continued: true })));
	expect(started()).toEqual(names);
});

test('n8n was killed while the node behind Transcribe was at work: the next run brings the transcript home, the one after it skips', async () => {
	const { first, runAgain, jobs } = killed.behind;
	// It is believed dead after some minutes.
	const output = await until(async () => itemsOf((await runAgain()).data, 'Transcribe')[0]);
	expect(output.json).toMatchObject({ text: expect.any(String), continued: true });
	expect(jobs()).toHaveLength(1);
	expect(await world.n8n.client.statusOf(first)).toBe('crashed');
	const { data } = await runAgain();
	expect(itemsOf(data, 'Transcribe')).toEqual([]);
	expect(hintsIn(data, 'Transcribe')).toEqual([expect.not.stringContaining('in work')]);
});

test('a repeat of an event that a call brought before starts nothing', async () => {
	const { jobId, call, executions } = killed.event;
	expect(await call(jobId)).toMatchObject({ status: 200, body: 'OK' });
	const both = await executions();
	expect(both).toHaveLength(2);
	expect(jobsSeen(both)).toEqual([jobId]);
	const [{ hints }] = both[0].data.resultData.runData['Verbit Trigger'];
	expect(hints).toMatchObject([
		{ message: expect.stringContaining('An earlier execution started') },
	]);
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
