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

/** Each item's own job, checked every second. @param {import('n8n-workflow').IDataObject} [options] */
const parameters = (options = {}) => ({
	jobId: '={{ $json.job }}',
	options: { pollInterval: 1, timeoutHours: 20 / 3600, ...options },
});

/** A wait so long that n8n suspends its execution. @param {number[]} jobIds @param {Partial<import('./engine').RunOptions>} [more] */
const long = (jobIds, more = {}, options = {}) => ({
	items: itemsOf(jobIds),
	parameters: {
		resource: 'job',
		operation: 'wait',
		...parameters({ timeoutHours: 48, pollInterval: 60, ...options }),
	},
	credential: world.credential,
	...more,
});

/** Lets the next checks fail, each in all of its attempts. @param {number} [count] */
const failChecks = (count = 1) =>
	world.emulator.faults.add({
		where: 'service',
		operation: 'job_info',
		kind: 'status',
		status: 503,
		times: 4 * count,
	});

/** What job/info answers the next time. @param {object} body */
const answerCheck = (body) =>
	world.emulator.faults.add({
		where: 'service',
		operation: 'job_info',
		kind: 'status',
		status: 200,
		body: /** @type {any} */ (body),
	});

const checks = () => world.count('job_info');

/** Makes n8n exchange the key for a new token. */
const TOKEN_EXPIRED = { kind: 'status', status: 401, body: {} };

/** A check of jobs finds them completed, and so do those after it. @param {number} number from 1 @param {number[]} jobIds */
function completeAtCheck(number, jobIds) {
	const check = /** @type {const} */ ({ where: 'service', operation: 'job_info', kind: 'delay' });
	const held = world
		.until(() => checks() >= number)
		.then(() => jobIds.forEach((jobId) => world.emulator.setJobStatus(jobId, 'Completed')));
	const times = jobIds.length;
	world.emulator.faults.add({ ...check, times: number - 1 }, { ...check, held, times });
}

describe('a job that is waited for', () => {
	test('is output as job/info returns it when it is completed', async () => {
		const jobId = jobThatIs('Completed');
		const { items } = await world.run('job:wait', itemsOf([jobId]), parameters());
		expect(items).toHaveLength(1);
		expect(items[0]).toMatchObject({
			json: { job_id: jobId, job_status: 'Completed', profile: 'standard', draft_ready: true },
			pairedItem: [{ item: 0 }],
		});
		expect(checks()).toBe(1);
	});

	test('is checked in its interval until it is completed', async () => {
		const jobId = jobThatIs('In Progress');
		completeAtCheck(3, [jobId]);
		const { items } = await world.run('job:wait', itemsOf([jobId]), parameters());
		expect(items[0].json.job_status).toBe('Completed');
		expect(checks()).toBe(3);
	});

	test.each(['COMPLETED', 'complete'])('is completed also where it says "%s"', async (status) => {
		answerCheck({ job_status: status });
		const { items } = await world.run('job:wait', itemsOf([world.newJob()]), parameters());
		expect(items[0].json.job_status).toBe(status);
	});

	test('is waited for on a status that this version does not know', async () => {
		answerCheck({ job_status: 'In Review' });
		const jobId = jobThatIs('Completed');
		const { items } = await world.run('job:wait', itemsOf([jobId]), parameters());
		expect(items[0].json.job_status).toBe('Completed');
		expect(checks()).toBe(2);
	});

	test('may report an error, which is not where n8n would take it for a failed try', async () => {
		answerCheck({ job_status: 'Completed', error: 'a remark' });
		const { items } = await world.run('job:wait', itemsOf([world.newJob()]), parameters());
		expect(items[0].json).toMatchObject({ job_status: 'Completed', verbit_error: 'a remark' });
		expect(items[0].json).not.toHaveProperty('error');
	});

	test('keeps no other from being checked, however many there are', async () => {
		const jobIds = Array.from({ length: 25 }, () => jobThatIs('In Progress'));
		// Long enough for a busy machine to begin no second check before the first one of each job.
		const options = parameters({ pollInterval: 4 });
		completeAtCheck(jobIds.length + 1, jobIds);
		const { items } = await world.run('job:wait', itemsOf(jobIds), options);
		expect(items.map(({ json }) => json.job_id)).toEqual(jobIds);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(jobIds.map((_, item) => [{ item }]));
		expect(checks()).toBe(2 * jobIds.length);
	});
});

describe('a job that fails', () => {
	test.each([
		['failed_transcoding', 'in a common format'],
		['failed_transcribing', 'if that fails too'],
		['bad_audio_quality', 'better recording'],
		['no_speech', 'right file'],
		['media_upload_error', 'works without a login'],
		['exceeded_allowed_duration', 'Split the recording'],
		['audio_minutes_limit', 'more audio minutes'],
		['audio_minutes_limit_on_account', "account's audio minutes"],
		['foreign_language', "recording's language"],
		['brand_new_code', "Verbit's support"],
	])('for %s says so, and what to do', async (code, remedy) => {
		const jobId = jobThatIs('Failure', [{ code, message: 'Because' }]);
		const { error } = await world.run('job:wait', itemsOf([jobId]), parameters());
		expect(error.name).toBe('NodeApiError');
		expect(error.message).toBe(
			`Wait for completion for job ${jobId}: the transcription failed (status Failure): ${code} (Because)`,
		);
		expect(error.description).toContain(remedy);
		expect(error.context).toMatchObject({ code: 'JOB_FAILED', error_type: code, itemIndex: 0 });
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
			answerCheck({ job_status: 'Failure', errors });
			const { error } = await world.run('job:wait', itemsOf([world.newJob()]), parameters());
			const reason = errors === undefined || errors === null ? 'no reason given' : 'no_speech';
			expect(error.message).toMatch(new RegExp(`\\(status Failure\\): ${reason}$`));
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
			expect.stringContaining('the transcription failed'),
			'Completed',
			`Wait for completion for job ${jobIds[2]}: the job was stopped in Verbit (status Canceled): no reason given`,
		]);
	});
});

describe('a wait that ends before the job', () => {
	test('names the last status, and what to do next', async () => {
		const jobId = jobThatIs('In Progress');
		const { error } = await world.run(
			'job:wait',
			itemsOf([jobId]),
			parameters({ timeoutHours: 1 / 3600 }),
		);
		expect(error.name).toBe('NodeApiError');
		expect(error.message).toBe(
			`Wait for completion for job ${jobId}: the job didn't finish within 1 s (last status In Progress)`,
		);
		expect(error.description).toMatch(/Raise 'Timeout'.*Verbit Trigger/);
		expect(checks()).toBe(2);
	});

	test('says for how long in the unit that fits', async () => {
		const jobId = jobThatIs('In Progress');
		const first = await world.engine.run(long([jobId], {}, { timeoutHours: 1.5 }));
		const options = long([jobId], {}, { timeoutHours: 1.5 });
		const { error } = await world.engine.resume(options, first, 2);
		expect(error.message).toContain("the job didn't finish within 1.5 h");
	});

	test('reports a job that nobody has started', async () => {
		const jobId = world.newJob();
		const { error } = await world.run(
			'job:wait',
			itemsOf([jobId]),
			parameters({ timeoutHours: 1 / 3600 }),
		);
		expect(error.message).toContain("the job wasn't started within 1 s");
		expect(error.description).toContain('Start Transcription');
	});

	test('does not wait out an interval that goes beyond its end', async () => {
		const options = { timeoutHours: 1 / 3600, pollInterval: 3600 };
		const items = itemsOf([jobThatIs('In Progress')]);
		const { error } = await world.run('job:wait', items, parameters(options));
		expect(error.message).toContain("the job didn't finish within 1 s");
	});

	test('ends at once when the run is stopped', async () => {
		const options = { pollInterval: 3600, timeoutHours: 1 };
		const run = world.startRun(
			'job:wait',
			itemsOf([jobThatIs('In Progress')]),
			parameters(options),
		);
		await world.until(() => checks() > 0);
		run.cancel();
		await run.nodeEnded;
		expect(checks()).toBe(1);
	});
});

describe('a service that is down', () => {
	test('for a while does not end a wait that has begun', async () => {
		const jobId = jobThatIs('In Progress');
		const { result } = world.startRun('job:wait', itemsOf([jobId]), parameters());
		await world.until(() => checks() >= 1);
		failChecks();
		await world.until(() => checks() >= 5);
		world.emulator.setJobStatus(jobId, 'Completed');
		expect((await result).items[0].json.job_status).toBe('Completed');
	});

	const page = { kind: 'status', status: 200, body: '<html>Maintenance</html>' };

	/** @type {Array<[string, object[]]>} */
	const OUTAGES = [
		['503', [{ kind: 'status', status: 503, times: 4 }]],
		["a proxy's 502 page", [{ ...page, status: 502, times: 4 }]],
		['a page with status 200', [page]],
		["a 404 that isn't Verbit's", [{ kind: 'status', status: 404, body: 'Not here' }]],
		['a connection that drops', [{ kind: 'dropConnection', times: 4 }]],
		['a page instead of a token', [TOKEN_EXPIRED, { operation: 'auth', ...page }]],
		[
			'a text of an ingress instead of a token',
			[TOKEN_EXPIRED, { operation: 'auth', kind: 'status', status: 403, body: 'error code: 1020' }],
		],
		...[200, 404, 405].map(
			(status) =>
				/** @type {[string, object[]]} */ ([
					`${status} of a gateway instead of a token`,
					[
						TOKEN_EXPIRED,
						{ operation: 'auth', kind: 'status', status, body: { message: 'No route' } },
					],
				]),
		),
	];

	/** @param {object[]} faults */
	const failFirstCheck = (faults) =>
		world.emulator.faults.add(
			...faults.map(
				(fault) => /** @type {any} */ ({ where: 'service', operation: 'job_info', ...fault }),
			),
		);

	describe.each(OUTAGES)('at the very first check (%s)', (_what, outage) => {
		const jobId = () => jobThatIs('Completed');

		test('does not end a wait in place', async () => {
			failFirstCheck(outage);
			const { items, error } = await world.run('job:wait', itemsOf([jobId()]), parameters());
			expect(error).toBeUndefined();
			expect(items[0].json.job_status).toBe('Completed');
			expect(world.emulator.faults.queue).toEqual([]);
		});

		test.each([[{}], [{ onError: /** @type {const} */ ('continueRegularOutput') }]])(
			'suspends a long wait (%j)',
			async (more) => {
				failFirstCheck(outage);
				const options = long([jobId()], more);
				const first = await world.engine.run(options);
				expect(first.status).toBe('waiting');
				expect(first.items[0].json.job_status).toMatch(/^unknown \(/);
				const { items } = await world.engine.resume(options, first, 1);
				expect(items[0].json.job_status).toBe('Completed');
			},
		);
	});

	test("does not hide Verbit's own refusal at the very first check", async () => {
		const { error } = await world.run('job:wait', itemsOf([99_999_999]), parameters());
		expect(error.context).toMatchObject({ code: 'CALL_REFUSED', error_type: 'ITEM_NOT_FOUND' });
		const refusal = {
			operation: 'auth',
			kind: 'status',
			status: 400,
			body: { error: 'wrong key' },
		};
		failFirstCheck([TOKEN_EXPIRED, refusal]);
		const refused = await world.run('job:wait', itemsOf([world.newJob()]), parameters());
		expect(refused.error.context.code).toBe('API_KEY_REFUSED');
	});
});

test.each([
	[{ pollInterval: 0 }, "'Poll Interval' must be a whole number from 1 to 86400 (got 0)"],
	[{ pollInterval: 1.5 }, "'Poll Interval' must be a whole number"],
	[{ timeoutHours: 720.5 }, "'Timeout' must be a number of hours up to 720 (got 720.5)"],
	[{ timeoutHours: 0 }, '(got 0)'],
	[{ timeoutHours: 'a day' }, '(got "a day")'],
])('%j is refused before anything is sent', async (options, message) => {
	const { error } = await world.run('job:wait', itemsOf([1001]), parameters(options));
	expect(error.name).toBe('NodeOperationError');
	expect(error.message).toContain(message);
	expect(world.calls()).toEqual([]);
});

describe('a proxy in between', () => {
	const headers = { 'content-type': 'text/html' };
	const page = { status: 200, headers, body: '<html>Down</html>' };
	const ANSWERS = /** @type {Array<[string, object]>} */ ([
		['an HTML page', page],
		['a 403 with an HTML page', { ...page, status: 403 }],
		['a 404 with an HTML page', { ...page, status: 404 }],
		['a 404 that says nothing', { status: 404, body: '' }],
	]);
	const unknownJob = {
		status: 404,
		body: { ErrorType: 'ITEM_NOT_FOUND', ErrorComment: 'x' },
	};

	/** @param {object} answer */
	const answerOnce = (answer) =>
		world.emulator.faults.add(
			/** @type {any} */ ({ where: 'service', operation: 'job_info', kind: 'status', ...answer }),
		);

	test.each(ANSWERS)(
		'that returns %s does not end a wait that has begun',
		async (_what, answer) => {
			const jobId = jobThatIs('In Progress');
			const { result } = world.startRun('job:wait', itemsOf([jobId]), parameters());
			await world.until(() => checks() >= 1);
			answerOnce({ ...answer, times: 2 });
			await world.until(() => checks() >= 4);
			world.emulator.setJobStatus(jobId, 'Completed');
			expect((await result).items[0]?.json.job_status).toBe('Completed');
		},
	);

	test('is not mistaken for Verbit saying that the job does not exist', async () => {
		const jobId = jobThatIs('In Progress');
		const { result } = world.startRun('job:wait', itemsOf([jobId]), parameters());
		await world.until(() => checks() >= 1);
		answerOnce(unknownJob);
		expect((await result).error.message).toContain('ITEM_NOT_FOUND');
	});

	describe('at a check of an execution that was suspended', () => {
		/** @param {number} jobId */
		const suspended = async (jobId) => {
			const options = long([jobId]);
			const first = await world.engine.run(options);
			expect(first.status).toBe('waiting');
			return { options, first };
		};

		test.each(ANSWERS)('that returns %s does not end the wait', async (_what, answer) => {
			const jobId = jobThatIs('In Progress');
			const { options, first } = await suspended(jobId);
			answerOnce({ ...answer, times: 2 });
			const second = await world.engine.resume(options, first, 1);
			const third = await world.engine.resume(options, second, 1);
			expect([second.status, third.status]).toEqual(['waiting', 'waiting']);
			expect(world.emulator.faults.queue).toEqual([]);
			world.emulator.setJobStatus(jobId, 'Completed');
			const last = await world.engine.resume(options, third, 1);
			expect(last.status).toBe('success');
			expect(last.items[0].json.job_status).toBe('Completed');
		});

		test('is not mistaken for Verbit saying that the job does not exist', async () => {
			const { options, first } = await suspended(jobThatIs('In Progress'));
			answerOnce(unknownJob);
			const { status, error } = await world.engine.resume(options, first, 1);
			expect(status).toBe('error');
			expect(error.message).toContain('ITEM_NOT_FOUND');
		});
	});
});

describe('a token that is refused during a wait', () => {
	const page = '<html>Sign in to the network</html>';

	/** @param {object} faults by operation: what the next calls get */
	function answerNext(faults) {
		for (const [operation, answers] of Object.entries(faults)) {
			for (const answer of answers) {
				world.emulator.faults.add({ where: 'service', operation, kind: 'status', ...answer });
			}
		}
	}

	/** Waits in place while the next calls are answered so, and then completes the job. @param {object} faults */
	async function waitThrough(faults) {
		const jobId = jobThatIs('In Progress');
		const { result } = world.startRun('job:wait', itemsOf([jobId]), parameters());
		await world.until(() => checks() >= 1);
		answerNext(faults);
		await world.until(() => world.emulator.faults.queue.length === 0);
		world.emulator.setJobStatus(jobId, 'Completed');
		return await result;
	}

	test.each([
		['a login page', [{ status: 200, body: page }]],
		['a 403 with a page', [{ status: 403, body: page }]],
		['a redirect to a login', [{ status: 302, headers: { location: 'https://login.example/' } }]],
	])('and %s instead of a new one, are ignored', async (_what, auth) => {
		const { items, error } = await waitThrough({ job_info: [{ status: 401, body: {} }], auth });
		expect(error).toBeUndefined();
		expect(items[0].json.job_status).toBe('Completed');
	});

	test('twice by a proxy does not keep a later one from being renewed', async () => {
		const refusal = { status: 403, body: page };
		const { items, error } = await waitThrough({
			job_info: [refusal, refusal, { status: 401, body: {} }],
		});
		expect(error).toBeUndefined();
		expect(items[0].json.job_status).toBe('Completed');
	});

	const badToken = { ErrorType: 'BAD_API_TOKEN', ErrorComment: 'x' };
	test('ends it where Verbit refuses an original API token, with any status', async () => {
		world.credential = world.credentialOf({ authentication: 'apiToken' });
		const { error } = await waitThrough({ job_info: [{ status: 200, body: badToken }] });
		expect(error?.context).toMatchObject({ code: 'API_KEY_REFUSED', error_type: 'BAD_API_TOKEN' });
	});

	test.each([
		['the new one too', { job_info: [1, 2].map(() => ({ status: 400, body: badToken })) }],
		[
			'the key',
			{
				job_info: [{ status: 401, body: {} }],
				auth: [{ status: 400, body: { error: 'wrong key' } }],
			},
		],
	])('ends it where Verbit refuses %s, with any status', async (_what, faults) => {
		const { error } = await waitThrough(faults);
		expect(error?.context.code).toMatch(/^(TOKEN|API_KEY)_REFUSED$/);
	});
});

describe('a long wait', () => {
	const continuing = { onError: /** @type {const} */ ('continueRegularOutput') };

	test('suspends the execution, with what is known of each job', async () => {
		const jobIds = [jobThatIs('In Progress'), world.newJob()];
		const began = Date.now();
		const { status, waitTill, items } = await world.engine.run(long(jobIds));
		const ended = Date.now();
		expect(status).toBe('waiting');
		expect(Number(waitTill)).toBeGreaterThanOrEqual(began + 66_000);
		expect(Number(waitTill)).toBeLessThan(ended + 70_000);
		const next_check_at = waitTill?.toISOString();
		expect(items).toMatchObject([
			{ json: { job_id: jobIds[0], job_status: 'In Progress', next_check_at } },
			{ json: { job_id: jobIds[1], job_status: 'Pending', next_check_at } },
		]);
	});

	test('goes on with all items, does not check again what has finished, and leaves one run', async () => {
		const jobIds = [jobThatIs('Completed'), jobThatIs('In Progress')];
		const options = long(jobIds);
		const first = await world.engine.run(options);
		world.emulator.journal.clear();
		const second = await world.engine.resume(options, first, 1);
		expect(second.status).toBe('waiting');
		expect(checks()).toBe(1);
		world.emulator.setJobStatus(jobIds[1], 'Completed');
		const last = await world.engine.resume(options, second, 1);
		expect(last.status).toBe('success');
		expect(last.runs).toBe(1);
		expect(last.items).toMatchObject(
			jobIds.map((jobId, item) => ({
				json: { job_id: jobId, job_status: 'Completed' },
				pairedItem: [{ item }],
			})),
		);
	});

	describe.each(/** @type {const} */ (['v0', 'v1']))(
		'passes no empty item on with Always Output Data and order %s',
		(order) => {
			const more = {
				nodeSettings: { alwaysOutputData: true },
				settings: { executionOrder: order },
			};

			test('at a later check', async () => {
				const options = long([jobThatIs('In Progress')], more);
				const first = await world.engine.run(options);
				const second = await world.engine.resume(options, first, 1);
				expect([second.status, second.runs]).toEqual(['waiting', 1]);
			});

			test('nor after a crash and Retry with the currently saved workflow', async () => {
				const jobId = jobThatIs('In Progress');
				const options = long([jobId], more);
				const second = await world.engine.resume(options, await world.engine.run(options), 1);
				const retried = await world.engine.retry(options, second);
				expect([retried.status, retried.runs]).toEqual(['waiting', 1]);
				expect(retried.items).toMatchObject([{ json: { job_id: jobId } }]);
				world.emulator.setJobStatus(jobId, 'Completed');
				const last = await world.engine.resume(options, retried, 1);
				expect([last.status, last.runs]).toEqual(['success', 1]);
				expect(last.items).toMatchObject([{ json: { job_id: jobId, job_status: 'Completed' } }]);
			});
		},
	);

	test('ends with the failure of a job at a later check', async () => {
		const jobIds = [jobThatIs('In Progress'), jobThatIs('In Progress')];
		const options = long(jobIds);
		const first = await world.engine.run(options);
		world.emulator.setJobStatus(jobIds[1], 'Canceled');
		const { error, status } = await world.engine.resume(options, first, 1);
		expect(status).toBe('error');
		expect(error.message).toContain(`job ${jobIds[1]}: the job was stopped in Verbit`);
		expect(error.context.itemIndex).toBe(1);
	});

	test('returns failed items at the end where the node continues on fail', async () => {
		const jobIds = [jobThatIs('Failure'), jobThatIs('In Progress'), jobThatIs('In Progress')];
		const options = long(jobIds, { ...continuing, nodeSettings: { retryOnFail: true } });
		const first = await world.engine.run(options);
		expect(first.status).toBe('waiting');
		expect(first.items[0].json).toMatchObject({ failure: expect.stringContaining('failed') });
		world.emulator.setJobStatus(jobIds[1], 'Completed');
		world.emulator.setJobStatus(jobIds[2], 'Failure');
		const { items } = await world.engine.resume(options, first, 1);
		expect(items.map(({ json }) => json.error ?? json.job_status)).toEqual([
			expect.stringContaining(`job ${jobIds[0]}: the transcription failed`),
			'Completed',
			expect.stringContaining(`job ${jobIds[2]}: the transcription failed`),
		]);
	});

	test('logs a failed job and an item that was refused once, and not at each check', async () => {
		const jobs = ['none', jobThatIs('Failure'), jobThatIs('In Progress')];
		const options = long(/** @type {any} */ (jobs), continuing);
		/** @type {string[]} */
		const lines = [];
		const stop = world.engine.listenToLog((level, text) => lines.push(`${level} ${text}`));
		const first = await world.engine.run(options);
		const second = await world.engine.resume(options, first, 1);
		world.emulator.setJobStatus(Number(jobs[2]), 'Completed');
		const { items } = await world.engine.resume(options, second, 1);
		stop();
		expect(items.filter(({ json }) => json.error !== undefined)).toHaveLength(2);
		const failures = lines.filter((line) => line.startsWith('warn Verbit: '));
		expect(failures.map((line) => line.split(': ')[1])).toEqual(['JOB_ID_INVALID', 'JOB_FAILED']);
	});

	test('does not ask again for a job that has failed, and keeps why', async () => {
		const errors = [{ code: 'no_speech' }];
		const jobIds = [jobThatIs('Failure', errors), jobThatIs('In Progress')];
		const options = long(jobIds, continuing);
		const first = await world.engine.run(options);
		const second = await world.engine.resume(options, first, 1);
		expect(second.items[0].json).toMatchObject({ failure: expect.stringContaining('no_speech') });
		for (const jobId of jobIds) world.emulator.setJobStatus(jobId, 'Completed');
		world.emulator.journal.clear();
		const { items } = await world.engine.resume(options, second, 1);
		expect(checks()).toBe(1);
		expect(items).toMatchObject([
			{
				json: {
					error: expect.stringContaining('no_speech'),
					details: { code: 'JOB_FAILED', error_type: 'no_speech', job_id: jobIds[0] },
				},
				pairedItem: [{ item: 0 }],
			},
			{ json: { job_status: 'Completed' } },
		]);
	});

	test('does not ask again for a job that is unknown, or whose own timeout is over', async () => {
		const jobIds = [99_999_999, jobThatIs('In Progress'), jobThatIs('In Progress')];
		const timeoutHours = '={{ $itemIndex === 1 ? 1 : 48 }}';
		const options = long(jobIds, continuing, { timeoutHours });
		/** @type {string[]} */
		const lines = [];
		const stop = world.engine.listenToLog((level, text) => lines.push(`${level} ${text}`));
		const first = await world.engine.run(options);
		const second = await world.engine.resume(options, first, 2);
		expect(second.status).toBe('waiting');
		for (const jobId of jobIds.slice(1)) world.emulator.setJobStatus(jobId, 'Completed');
		world.emulator.journal.clear();
		const { items } = await world.engine.resume(options, second, 1);
		stop();
		expect(items.map(({ json }) => json.details ?? json.job_status)).toMatchObject([
			{ code: 'CALL_REFUSED', job_id: jobIds[0] },
			{ code: 'WAIT_TIMED_OUT', job_id: jobIds[1] },
			'Completed',
		]);
		expect(checks()).toBe(1);
		const failures = lines.filter((line) => line.startsWith('warn Verbit: '));
		expect(failures.map((line) => line.split(': ')[1])).toEqual(['CALL_REFUSED', 'WAIT_TIMED_OUT']);
	});

	test.each([
		[{}, 'stops'],
		[continuing, 'continues'],
	])('ends at its deadline, which Retry On Fail does not put off (%j)', async (onFail, what) => {
		const nodeSettings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const options = long([jobThatIs('In Progress')], { ...onFail, nodeSettings });
		const first = await world.engine.run(options);
		const { error, status, items } = await world.engine.resume(options, first, 48);
		expect(status).toBe(what === 'stops' ? 'error' : 'success');
		expect(error?.message ?? items[0].json.error).toContain("the job didn't finish within 48 h");
	});

	test('has its full timeout again when it is retried from the list of executions', async () => {
		const options = long([jobThatIs('In Progress')]);
		const first = await world.engine.run(options);
		const late = await world.engine.resume(options, first, 48);
		expect(late.error.context.code).toBe('WAIT_TIMED_OUT');
		const began = checks();
		const { status, waitTill } = await world.engine.retry(options, late);
		expect([status, checks() - began]).toEqual(['waiting', 1]);
		expect(Number(waitTill) - Date.now()).toBeGreaterThan(60_000);
	});

	test.each([1, -5])(
		'keeps its timeout where an expression gives %d at a later check',
		async (later) => {
			const options = long([jobThatIs('In Progress')]);
			const first = await world.engine.run(options);
			const flattened = first.flattened.replaceAll(
				'"timeoutHours":48}',
				`"timeoutHours":${later}}`,
			);
			expect(flattened).not.toBe(first.flattened);
			const second = await world.engine.resume(options, { ...first, flattened }, 2);
			expect(second.error).toBeUndefined();
			expect(second.status).toBe('waiting');
			const last = await world.engine.resume(options, second, 46);
			expect(last.error.context.code).toBe('WAIT_TIMED_OUT');
		},
	);

	test.each([
		['has finished', 'Completed', 'Completed'],
		['has failed', 'Failure', 'the transcription failed'],
	])(
		'keeps the timeout of an item that %s where its expression gives -5 later',
		async (_what, ended, shown) => {
			const jobIds = [jobThatIs(/** @type {any} */ (ended)), jobThatIs('In Progress')];
			const items = jobIds.map((job) => ({ json: { job, timeout: 48 } }));
			const options = {
				...long(jobIds, continuing, { timeoutHours: '={{ $json.timeout }}' }),
				items,
			};
			const first = await world.engine.run(options);
			const flattened = first.flattened.replaceAll('"timeout":48}', '"timeout":-5}');
			expect(flattened).not.toBe(first.flattened);
			world.emulator.setJobStatus(jobIds[1], 'Completed');
			const second = await world.engine.resume(options, { ...first, flattened }, 2);
			expect(second.items.map(({ json }) => json.error ?? json.job_status)).toEqual([
				expect.stringContaining(shown),
				'Completed',
			]);
		},
	);

	test('does not end where Verbit is down', async () => {
		const options = long([jobThatIs('In Progress')]);
		const first = await world.engine.run(options);
		failChecks();
		const { status, items } = await world.engine.resume(options, first, 1);
		expect(status).toBe('waiting');
		expect(items[0].json.job_status).toContain('503');
	});

	test('is over when the run is stopped during a later check', async () => {
		const options = long([jobThatIs('In Progress')]);
		const first = await world.engine.run(options);
		let release = () => {};
		const held = new Promise((resolve) => (release = () => resolve(undefined)));
		const check = /** @type {const} */ ({ where: 'service', operation: 'job_info' });
		world.emulator.faults.add({ ...check, kind: 'delay', held });
		const resumed = world.engine.startResume(options, first);
		await world.until(() => world.emulator.faults.queue.length === 0);
		resumed.cancel();
		await resumed.nodeEnded;
		release();
		expect(resumed.waitTill()).toBeUndefined();
		expect((await resumed.result).saved).not.toContain('next_check_at');
	});

	test('leaves its saved data as it found it at each of 20 checks', async () => {
		const jobIds = Array.from({ length: 300 }, (_, index) =>
			jobThatIs(index < 290 ? 'Completed' : 'In Progress'),
		);
		const options = long(jobIds);
		// Those of the times change.
		const withoutNumbers = (/** @type {string} */ text) => text.replaceAll(/\d+/g, '0');
		let result = await world.engine.resume(options, await world.engine.run(options));
		const saved = withoutNumbers(result.flattened);
		for (let check = 0; check < 20; check++) {
			result = await world.engine.resume(options, result);
			expect(result.status).toBe('waiting');
			expect(withoutNumbers(result.flattened) === saved).toBe(true);
		}
		expect(result.runs).toBe(1);
	}, 300_000);

	test('happens in place if n8n does not allow the node to be suspended, and the log says why', async () => {
		/** @type {string[]} */
		const lines = [];
		const stopListening = world.engine.listenToLog((level, text) => lines.push(`${level} ${text}`));
		const jobIds = [jobThatIs('In Progress'), jobThatIs('In Progress')];
		const { result } = world.startRun(
			'job:wait',
			itemsOf(jobIds),
			parameters({ timeoutHours: 1 }),
			{
				mode: 'cli',
			},
		);
		await world.until(() => checks() >= 4);
		for (const jobId of jobIds) world.emulator.setJobStatus(jobId, 'Completed');
		expect((await result).items[0].json.job_status).toBe('Completed');
		stopListening();
		expect(lines.filter((line) => line.includes('waits in place'))).toEqual([
			'warn Verbit waits in place: the result is needed right away',
		]);
	});

	test('is done in place for an AI agent, and sees a short job soon', async () => {
		const jobId = jobThatIs('In Progress');
		const output = world.engine.runAsTool({
			parameters: { resource: 'job', operation: 'wait', jobId: '={{ $json.job }}' },
			credential: world.credential,
			toolArguments: { job: jobId },
		});
		await world.until(() => checks() >= 1);
		world.emulator.setJobStatus(jobId, 'Completed');
		expect((await output)[0].json.job_status).toBe('Completed');
	});

	test('of jobs that have all finished needs none', async () => {
		const { status, items } = await world.engine.run(long([jobThatIs('Completed')]));
		expect(status).toBe('success');
		expect(items[0].json.job_status).toBe('Completed');
	});
});
