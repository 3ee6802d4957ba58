const { once } = require('node:events');
const { continueOnFail, inOtherN8n, pauses, retryOnFail, useWorld } = require('./world');

const world = useWorld();

/** @param {number[]} jobIds */
const complete = (...jobIds) => jobIds.forEach((jobId) => world.setStatus(jobId, 'Completed'));

/** @param {Array<number | string>} jobIds */
const itemsOf = (jobIds) => jobIds.map((job) => ({ json: { job } }));

/** A short wait, which stays in the running execution. @param {Array<number | string>} jobIds @param {object} [options] @param {object} [more] */
function startWait(jobIds, options = {}, more = {}) {
	const short = { pollInterval: 1, timeoutHours: 20 / 3600, ...options };
	const parameters = { jobId: '={{ $json.job }}', options: short };
	return world.startRun('job:wait', itemsOf(jobIds), parameters, more);
}

/** @param {Parameters<typeof startWait>} sent */
const wait = async (...sent) => await startWait(...sent).result;

/** A wait so long that n8n suspends its execution. @param {Array<number | string>} jobIds @param {object} [more] @param {object} [options] */
const long = (jobIds, more = {}, options = {}) =>
	world.options(
		'job:wait',
		itemsOf(jobIds),
		{ jobId: '={{ $json.job }}', options: { timeoutHours: 48, pollInterval: 60, ...options } },
		{ mode: 'trigger', ...more },
	);

/** @param {{ items: import('n8n-workflow').INodeExecutionData[] }} result */
const endsOf = ({ items }) =>
	items.map(({ json }) => /** @type {any} */ (json.details)?.code ?? json.job_status);

const checks = () => world.count('job_info');
const warnings = () =>
	world.log.filter((line) => line.startsWith('warn Verbit: ')).map((line) => line.split(': ')[1]);

test('a job keeps no other from being checked, and is output as Verbit returns it when it is completed', async () => {
	const jobIds = Array.from({ length: 25 }, () => world.jobThatIs('In Progress'));
	const asked = () => new Set(world.emulator.journal.map(({ jobId }) => jobId));
	const { result } = startWait(jobIds);
	await world.until(() => jobIds.every((jobId) => asked().has(jobId)));
	complete(...jobIds);
	const known = { job_status: 'Completed', profile: 'standard', draft_ready: true };
	expect((await result).items).toMatchObject(
		jobIds.map((job_id, item) => ({ json: { job_id, ...known }, pairedItem: [{ item }] })),
	);
});

test('a job that fails ends the wait for the others', async () => {
	const jobIds = [world.jobThatIs('In Progress'), world.jobThatIs('Failure')];
	const { error } = await world.failing(wait(jobIds));
	expect(error.message).toContain(`job ${jobIds[1]}`);
	expect(error.context.itemIndex).toBe(1);
});

describe('a wait that ends before the job', () => {
	test.each([
		['Pending', 1, 'WAIT_JOB_NOT_STARTED', 'within 1 s'],
		['In Progress', 3600, 'WAIT_TIMED_OUT', 'within 1 s (last status In Progress)'],
	])('says so of a job that is %s, each %d s: %s', async (status, pollInterval, code, text) => {
		const { now } = Date;
		const sleep = jest.spyOn(pauses, 'cancellableSleep');
		const paused = () => sleep.mock.calls.reduce((sum, [ms]) => sum + Number(ms), 0);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + paused());
		sleep.mockResolvedValue(undefined);
		const options = { timeoutHours: 1 / 3600, pollInterval };
		const { error } = await world.failing(wait([world.jobThatIs(status)], options));
		expect([error.name, error.context.code]).toEqual(['NodeApiError', code]);
		expect(error.message).toContain(text);
		expect(checks()).toBe(2);
	});

	test('ends at once when the run is stopped', async () => {
		const sleep = jest.spyOn(pauses, 'cancellableSleep');
		sleep.mockImplementation(async (_ms, /** @type {any} */ signal) => await once(signal, 'abort'));
		const waiting = startWait([world.jobThatIs('In Progress')]);
		await world.until(() => checks() > 0);
		waiting.cancel();
		await waiting.nodeEnded;
		await world.failing(waiting.result);
		expect(checks()).toBe(1);
	});
});

describe('what is not an answer of Verbit', () => {
	const PAGE_403 = { status: 403, headers: { 'content-type': 'text/html' }, body: '<html>Sign in' };
	/** Makes n8n exchange the key for a new token. */
	const TOKEN_EXPIRED = { status: 401, body: {} };

	/** @type {Array<[what: string, jobInfo: object[], auth?: object[]]>} */
	const OUTAGES = [
		['503', [{ status: 503, times: 4 }]],
		['a 404 that says nothing', [{ status: 404, body: '' }]],
		['a text instead of a token', [TOKEN_EXPIRED], [{ status: 403, body: 'error code: 1020' }]],
		['JSON instead of a token', [TOKEN_EXPIRED], [{ status: 404, body: { message: 'No route' } }]],
		['two pages before a token is renewed', [PAGE_403, PAGE_403, TOKEN_EXPIRED]],
	];

	/** @param {object[]} jobInfo @param {object[]} [auth] */
	const fail = (jobInfo, auth = []) => {
		world.fault('job_info', ...jobInfo);
		world.fault('auth', ...auth);
	};
	const isOver = () => world.emulator.faults.areOver();

	test.each(OUTAGES)('ends no wait in place, first or later: %s', async (_what, ...faults) => {
		const jobId = world.jobThatIs('In Progress');
		fail(...faults);
		const { result } = startWait([jobId]);
		await world.until(isOver);
		const seen = checks();
		await world.until(() => checks() > seen);
		fail(...faults);
		await world.until(isOver);
		complete(jobId);
		expect(endsOf(await result)).toEqual(['Completed']);
	});

	test.each([
		['wrong', 'nowhere', 'unknown ('],
		['of another host, where the number is another job', 'http://localhost', 'another account'],
	])('keeps an execution suspended while the Base URL is %s', async (_what, host, text) => {
		const jobId = world.jobThatIs('In Progress');
		const options = long([jobId], continueOnFail);
		const first = await world.engine.run(options);
		const { data } = world.credential;
		data.baseUrl = world.emulator.baseUrl.replace('http://127.0.0.1', host);
		complete(jobId);
		const second = await world.engine.resume(options, first, 1);
		const found = [second.status, ...endsOf(second), checks()];
		expect(found).toEqual(['waiting', expect.stringContaining(text), 1]);
		data.baseUrl = world.emulator.baseUrl;
		expect(endsOf(await world.engine.resume(options, second, 1))).toEqual(['Completed']);
	});

	const WRONG_KEY = { error: 'wrong key' };
	const badToken = { status: 400, body: { ErrorType: 'BAD_API_TOKEN' }, times: 2 };

	/** @type {Array<[code: string, jobInfo: object[], auth?: object[]]>} */
	const REFUSALS = [
		['CALL_REFUSED', [{ status: 404, body: { ErrorType: 'ITEM_NOT_FOUND' } }]],
		['TOKEN_REFUSED', [badToken]],
		['API_KEY_REFUSED', [TOKEN_EXPIRED], [{ status: 400, body: WRONG_KEY }]],
		['API_KEY_REFUSED', [TOKEN_EXPIRED], [{ status: 401, body: WRONG_KEY }]],
		['API_KEY_REFUSED', [TOKEN_EXPIRED], [{ status: 403, body: WRONG_KEY }]],
		['API_KEY_REFUSED', [TOKEN_EXPIRED], [{ status: 422, body: WRONG_KEY }]],
	];

	test('is not mistaken for its refusal of an original API token either', async () => {
		world.credential = world.credentialOf({ authentication: 'apiToken' });
		const { result } = startWait([world.jobThatIs('In Progress')]);
		await world.until(() => checks() >= 1);
		fail([{ ...badToken, status: 200, times: 1 }]);
		const { error } = await world.failing(result);
		expect(error.context).toMatchObject({ code: 'API_KEY_REFUSED', error_type: 'BAD_API_TOKEN' });
	});

	test.each(REFUSALS)('is not its refusal, which ends a wait: %s', async (code, ...faults) => {
		world.set({ keyTakenBy: 'exchange' });
		const { result } = startWait([world.jobThatIs('In Progress')]);
		// With a token, which its own refusal is to befall.
		await world.until(() => checks() > 0);
		fail(...faults);
		expect((await world.failing(result)).error.context.code).toBe(code);
		expect(isOver()).toBe(true);
	});
});

describe('a long wait', () => {
	test('suspends the execution with what is known of each job, says what it waits for, and that Stop does not end it in Verbit', async () => {
		const jobIds = [
			world.jobThatIs('In Progress'),
			...[1, 2, 3, 4, 5, 6].map(() => world.newJob()),
		];
		const began = Date.now();
		const { status, waitTill, items, hints } = await world.engine.run(long(jobIds));
		expect(status).toBe('waiting');
		expect(world.log.join()).not.toContain('waits without suspending');
		expect(Number(waitTill)).toBeGreaterThanOrEqual(began + 66_000);
		const next_check_at = waitTill?.toISOString();
		const stateOf = (/** @type {number} */ at) => (at === 0 ? 'In Progress' : 'Pending');
		expect(items).toMatchObject(
			jobIds.map((job_id, at) => ({ json: { job_id, job_status: stateOf(at), next_check_at } })),
		);
		const listed = jobIds.slice(0, 5).map((jobId, at) => `job ${jobId} (${stateOf(at)})`);
		expect(hints).toEqual([{ message: expect.any(String), location: 'outputPane', type: 'info' }]);
		expect(hints[0].message).toContain(`${listed.join(', ')} and 2 more.`);
		expect(hints[0].message).toContain('the jobs go on in Verbit');
	});

	test('goes on with all items, does not check again what has finished, and leaves one run', async () => {
		const jobIds = [world.jobThatIs('Completed'), world.jobThatIs('In Progress')];
		const options = long(jobIds);
		const first = await world.engine.run(options);
		world.emulator.journal.clear();
		const second = await world.engine.resume(options, first, 1);
		expect([second.status, checks()]).toEqual(['waiting', 1]);
		complete(jobIds[1]);
		const last = await world.engine.resume(options, second, 1);
		expect([last.status, last.runs]).toEqual(['success', 1]);
		const completed = { job_status: 'Completed' };
		expect(last.items).toMatchObject(
			jobIds.map((job_id, item) => ({ json: { job_id, ...completed }, pairedItem: [{ item }] })),
		);
	});

	/** Also after a crash, and a Retry with the currently saved workflow. */
	test.each(['v0', 'v1'])('passes no empty item on with Always Output Data (%s)', async (order) => {
		const nodeSettings = { alwaysOutputData: true };
		const jobId = world.jobThatIs('In Progress');
		const options = long([jobId], { nodeSettings, settings: { executionOrder: order } });
		const second = await world.engine.resume(options, await world.engine.run(options), 1);
		expect([second.status, second.runs]).toEqual(['waiting', 1]);
		const retried = await world.engine.retry(options, second);
		expect([retried.status, retried.runs]).toEqual(['waiting', 1]);
		expect(retried.items).toMatchObject([{ json: { job_id: jobId } }]);
		complete(jobId);
		const last = await world.engine.resume(options, retried, 1);
		expect([last.status, last.runs]).toEqual(['success', 1]);
		expect(last.items).toMatchObject([{ json: { job_id: jobId, job_status: 'Completed' } }]);
	});

	test('where the node continues on fail, asks and logs once for what has failed, and keeps why', async () => {
		const jobIds = [
			'none',
			99_999_999,
			world.jobThatIs('Failure', { errors: [{ code: 'no_speech' }] }),
			...[1, 2, 3].map(() => world.jobThatIs('In Progress')),
		];
		const failures = ['JOB_ID_INVALID', 'CALL_REFUSED', 'JOB_FAILED', 'WAIT_TIMED_OUT'];
		const own = jobIds.slice(2).map(Number);
		const timeoutHours = '={{ $itemIndex === 3 ? 1 : 48 }}';
		const options = long(jobIds, continueOnFail, { timeoutHours });
		const first = await world.engine.run(options);
		expect(first.items[2].json).toMatchObject({ failure: expect.stringContaining('no_speech') });
		const second = await world.engine.resume(options, first, 2);
		expect(second.status).toBe('waiting');
		complete(...own.slice(0, 3));
		world.setStatus(own[3], 'Failure');
		world.emulator.journal.clear();
		const last = await world.engine.resume(options, second, 1);
		// Those of the last two.
		expect(checks()).toBe(2);
		expect(endsOf(last)).toEqual([...failures, 'Completed', 'JOB_FAILED']);
		expect(last.items[2].json).toMatchObject({
			error: expect.stringContaining('no_speech'),
			details: { error_type: 'no_speech', job_id: own[0], job_status: 'Failure' },
		});
		const paired = jobIds.map((_, item) => [{ item }]);
		expect(last.items.map(({ pairedItem }) => pairedItem)).toEqual(paired);
		expect(warnings().sort()).toEqual([...failures, 'JOB_FAILED'].sort());
	});

	test.each([
		['stops', {}, 'error'],
		['continues', continueOnFail, 'success'],
	])('whose node %s ends at its deadline, also with Retry On Fail', async (_what, more, end) => {
		const options = long([world.jobThatIs('In Progress')], { ...more, ...retryOnFail });
		const last = world.engine.resume(options, await world.engine.run(options), 48);
		const { error, status, items } = await world.settled(last);
		expect(status).toBe(end);
		expect(error?.message ?? items[0].json.error).toContain("the job didn't finish within 48 h");
	});

	test('keeps its timeout where an expression gives another later, and has it in full when it is retried', async () => {
		const options = long([world.jobThatIs('In Progress')]);
		const first = await world.engine.run(options);
		const changed = long([world.jobThatIs('In Progress')], {}, { timeoutHours: 1 });
		const second = await world.engine.resume(changed, first, 2);
		expect(second.status).toBe('waiting');
		const late = await world.failing(world.engine.resume(options, second, 46));
		expect(late.error.context.code).toBe('WAIT_TIMED_OUT');
		const began = checks();
		const { status, waitTill } = await world.engine.retry(options, late);
		expect([status, checks() - began]).toEqual(['waiting', 1]);
		expect(Number(waitTill) - Date.now()).toBeGreaterThan(60_000);
	});

	test('names the jobs of items that n8n replaces by those of a second sub-workflow, and begins nothing', async () => {
		const [one, next] = [world.jobThatIs('In Progress'), world.jobThatIs('Completed')];
		let rounds = 0;
		const behind = async () => [rounds++ === 0 ? [{ json: { job: next } }] : []];
		const loop = { behind, isLoop: true, onError: 'continueRegularOutput' };
		for (const more of [{}, loop]) {
			const options = long([one], more);
			const first = await world.engine.run(options);
			const began = checks();
			// Equal items, too, are others without the marks.
			const flattened = first.flattened.replaceAll(',"error":null', '');
			const ended = await world.settled(world.engine.resume(options, { ...first, flattened }, 1));
			const runs = JSON.parse(ended.saved).resultData.runData.Verbit;
			expect(JSON.stringify(runs[0])).toContain(`Their jobs: ${one}`);
			// The next round of a loop is another one.
			expect(runs[1]?.data.main[0][0].json.job_status).toBe(
				more === loop ? 'Completed' : undefined,
			);
			expect(checks() - began).toBe(runs.length - 1);
		}
	});

	test('leaves no mark in its items at which a Retry stumbles with the node turned off', async () => {
		const jobId = world.jobThatIs('In Progress');
		const options = long([jobId]);
		const first = await world.engine.run(options);
		world.setStatus(jobId, 'Failure');
		const failed = await world.failing(world.engine.resume(options, first, 1));
		const nodeSettings = { disabled: true };
		const { error, items } = await world.engine.retry({ ...options, nodeSettings }, failed);
		expect([error, items.length]).toEqual([undefined, 1]);
	});

	describe('of which n8n saves more than it did so far', () => {
		test.each([
			['v0', undefined],
			['v1', undefined],
			['v0', 'continueErrorOutput'],
			['v1', 'continueErrorOutput'],
		])('passes nothing on in order %s, with On Error %s', async (executionOrder, onError) => {
			const nodeSettings = { alwaysOutputData: true };
			const all = { onError, nodeSettings, settings: { executionOrder } };
			const options = long([world.jobThatIs('In Progress'), world.jobThatIs('In Progress')], all);
			const first = await world.engine.run(options);
			expect(first.status).toBe('waiting');
			// What the node hides from n8n.
			const flattened = first.flattened.replace('[{', '[{"waitTill":true,');
			const saved = { ...first, flattened };
			const { error, items, runs } = await world.failing(world.engine.resume(options, saved, 1));
			// n8n's own words, when it comes upon an item that is passed on.
			expect([error?.message, items, runs]).toEqual([expect.stringMatching(/of null/), [], 0]);
			expect(checks()).toBe(2);
		});

		// Without it the advice of WAIT_NOT_SUSPENDED is followed.
		test('is an error, also with an error output', async () => {
			inOtherN8n();
			const options = long([world.jobThatIs('In Progress')], { onError: 'continueErrorOutput' });
			const { error, items } = await world.failing(world.engine.run(options));
			expect([error.message, items]).toEqual([expect.stringMatching(/of null/), []]);
		});
	});

	test('is seen soon by who tries it in the editor, also with a new status, and not suspended before', async () => {
		const jobId = world.jobThatIs('In Progress');
		world.fault('job_info', { status: 200, body: { job_status: 'In Review' } });
		const held = world.until(() => checks() >= 3).then(() => complete(jobId));
		world.fault('job_info', { kind: 'delay' }, { kind: 'delay', held });
		const result = await world.engine.run(long([jobId], { mode: 'manual' }));
		expect([result.status, endsOf(result), checks()]).toEqual(['success', ['Completed'], 3]);
	});

	test('is over when the run is stopped during a later check', async () => {
		const options = long([world.jobThatIs('In Progress')]);
		const first = await world.engine.run(options);
		const release = world.hold('job_info');
		const resumed = world.engine.startResume(options, first);
		await world.callHeld();
		resumed.cancel();
		await resumed.nodeEnded;
		release();
		expect(resumed.waitTill()).toBeUndefined();
		expect((await world.failing(resumed.result)).saved).not.toContain('next_check_at');
	});

	test('is done in place for an AI agent, sees a short job soon, and the log says why once', async () => {
		const jobId = world.jobThatIs('In Progress');
		const parameters = { jobId: '={{ $json.job }}' };
		const output = world.runAsTool('job:wait', parameters, { job: jobId }, { mode: 'trigger' });
		await world.until(() => checks() >= 2);
		complete(jobId);
		expect((await output).json.job_status).toBe('Completed');
		expect(world.log.filter((line) => line.includes('waits without suspending'))).toHaveLength(1);
	});
});
