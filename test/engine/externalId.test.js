const { DataDeduplicationService } = require('n8n-core');
const { ProcessedValues } = require('./processedValues');
const { until } = require('../support/until');
const { randomFile, useWorld } = require('./world');

/** What the node does with an external ID that was used before, by what n8n remembers of it. */
const world = useWorld();
const memory = new ProcessedValues();

beforeAll(async () => await DataDeduplicationService.init(/** @type {any} */ (memory)));
beforeEach(() => {
	memory.rows.clear();
	memory.failures = 0;
	memory.beforeRead = () => {};
});

const profile = { __rl: true, mode: 'name', value: 'standard' };

/** @param {'create' | 'skip' | 'fail'} ifExternalIdUsed */
const parametersFor = (ifExternalIdUsed, /** @type {any} */ more = {}) => ({
	profile,
	additionalFields: { externalId: 'talk-1', ifExternalIdUsed },
	...more,
	options: { maxAttempts: 1, ...more.options },
});

/** @param {'create' | 'skip' | 'fail'} ifUsed @param {object} [more] @param {object} [run] */
const submit = async (ifUsed, more, run) =>
	await world.run(
		'recording:submit',
		[{ files: { data: randomFile(10) } }],
		parametersFor(ifUsed, more),
		run,
	);

/** @param {'create' | 'skip' | 'fail'} ifUsed @param {object} [run] */
const create = async (ifUsed, run) =>
	await world.run('job:create', [{}], parametersFor(ifUsed), run);

/** @param {string} operation @param {any} kind @param {object} [more] */
const fail = (operation, kind, more) =>
	world.emulator.faults.add({ where: 'service', operation, kind, ...more });

/** What n8n shows above the node's output. @param {{ hints: any[] }} result */
const hintsOf = ({ hints }) => hints.map(({ message }) => message);

/** @template T @param {() => Promise<T>} run */
async function logged(run) {
	/** @type {string[]} */
	const lines = [];
	const stop = world.engine.listenToLog((_level, text) => lines.push(text));
	const result = await run();
	stop();
	return { ...result, lines };
}

const refusal = { status: 422, body: { ErrorType: 'INVALID_OPTION', ErrorComment: 'No' } };

describe.each([
	['job:create', create],
	['recording:submit', submit],
])('%s with an external ID that is done', (_operation, run) => {
	test.each(
		/** @type {const} */ ([
			['create', 3, ['begun: 2']],
			['skip', 6, ['begun: 1', 'last call: 1', 'end: 2']],
			['fail', 6, ['begun: 1', 'last call: 1', 'end: 2']],
		]),
	)('is remembered with %s in at most %d SQL statements', async (ifUsed, most, records) => {
		const before = memory.statements;
		expect((await run(ifUsed)).error).toBeUndefined();
		expect(memory.statements - before).toBeLessThanOrEqual(most);
		expect(memory.records()).toEqual(records);
	});

	test.each(/** @type {const} */ (['create', 'skip']))(
		'and Skip sends nothing, uploads nothing and outputs no item, after %s',
		async (first) => {
			await run(first);
			world.emulator.journal.clear();
			const { lines, ...result } = await logged(async () => await run('skip'));
			expect(result).toMatchObject({ error: undefined, items: [] });
			expect(hintsOf(result)).toEqual([
				"1 item was skipped because 'External ID' was used before.",
			]);
			expect(lines).toContainEqual(expect.stringContaining('external ID "talk-1" was used before'));
			expect(world.calls()).toEqual([]);
		},
	);

	test('and Fail names the ID and sends nothing', async () => {
		await run('create');
		world.emulator.journal.clear();
		const { error } = await run('fail');
		expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_USED' });
		expect(error.message).toContain('"talk-1"');
		expect(world.calls()).toEqual([]);
	});

	test('and Create Another creates one and flags it', async () => {
		expect((await run('create')).items[0].json.possible_duplicate).toBeUndefined();
		expect((await run('create')).items[0].json.possible_duplicate).toBe(true);
		expect(world.count('job_new')).toBe(2);
		expect(memory.records()).toEqual(['begun: 2']);
	});
});

describe('An external ID whose work is not done', () => {
	test('is not free again after a 201 without a job ID', async () => {
		fail('job_new', 'status', { status: 201, body: 'Created' });
		expect((await create('skip')).error.context).toMatchObject({ code: 'JOB_MAY_EXIST' });
		expect((await create('skip')).error.context).toMatchObject({ code: 'EXTERNAL_ID_UNCLEAR' });
		expect(world.count('job_new')).toBe(1);
	});

	test('is free again when Verbit refused the job', async () => {
		fail('job_new', 'status', refusal);
		expect((await submit('skip')).error).toBeDefined();
		expect(memory.records()).toEqual([]);
		expect((await submit('skip')).items[0].json).toMatchObject({ transcription_started: true });
	});

	test('is submitted and flagged when only the upload failed', async () => {
		world.emulator.faults.add({ where: 'store', kind: 'status', status: 403, times: 2 });
		expect((await submit('skip')).error).toBeDefined();
		world.emulator.faults.clear();
		const { items } = await submit('skip');
		expect(items[0].json).toMatchObject({ transcription_started: true, possible_duplicate: true });
	});

	test('is submitted and flagged when the start was refused for certain', async () => {
		fail('perform_transcription', 'status', refusal);
		expect((await submit('fail')).error).toBeDefined();
		const { items } = await submit('fail');
		expect(items[0].json).toMatchObject({ transcription_started: true, possible_duplicate: true });
	});

	test.each(/** @type {const} */ (['skip', 'fail']))(
		'is an error with %s when the start got no response',
		async (ifUsed) => {
			fail('perform_transcription', 'answerThenDrop', { times: 1 });
			fail('perform_transcription', 'dropConnection', { times: 9 });
			fail('job_info', 'dropConnection', { times: 9 });
			expect((await submit(ifUsed)).error).toBeDefined();
			world.emulator.faults.clear();
			world.emulator.journal.clear();
			const { error } = await submit(ifUsed);
			expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_UNCLEAR' });
			expect(error.message).toBe(
				'Create job: an earlier run was interrupted, so the job with external ID "talk-1" may or may not have been started',
			);
			expect(error.description).toBe(
				"Search Verbit for external ID \"talk-1\". If its job isn't started, run this item once with 'If External ID Was Used Before' set to Create Another. If it is started, remove the item.",
			);
			expect(world.calls()).toEqual([]);
		},
	);

	test('is an error for Create when the creation got no response', async () => {
		fail('job_new', 'answerThenDrop', { times: 9 });
		expect((await create('skip')).error).toBeDefined();
		world.emulator.faults.clear();
		const { error } = await create('skip');
		expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_UNCLEAR' });
		expect(error.message).toBe(
			'Create job: an earlier run was interrupted, so the job with external ID "talk-1" may or may not have been created',
		);
		expect(error.description).toBe(
			'Search Verbit for external ID "talk-1". If there is no such job, run this item once with \'If External ID Was Used Before\' set to Create Another. If there is one, remove the item.',
		);
		const { items } = await create('create');
		expect(items[0].json).toMatchObject({ possible_duplicate: true });
	});

	test('counts the media as the last call where nothing is started', async () => {
		const more = { options: { startTranscription: false } };
		fail('add_media', 'answerThenDrop', { times: 1 });
		fail('add_media', 'dropConnection', { times: 9 });
		expect((await submit('skip', more)).error).toBeDefined();
		world.emulator.faults.clear();
		const { error } = await submit('skip', more);
		expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_UNCLEAR' });
		expect(error.message).toBe(
			'Create job: an earlier run was interrupted, so the job with external ID "talk-1" may or may not have its media',
		);
		expect(error.description).toBe(
			'Search Verbit for external ID "talk-1". If its job has no media, run this item once with \'If External ID Was Used Before\' set to Create Another. If it has media, remove the item.',
		);
	});
});

test("the node's own earlier try does not count as earlier use", async () => {
	fail('perform_transcription', 'status', refusal);
	const nodeSettings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { items, error } = await submit('fail', {}, { nodeSettings });
	expect(error).toBeUndefined();
	expect(items[0].json.possible_duplicate).toBeUndefined();
	expect(world.count('job_new')).toBe(1);
	expect(memory.records()).toEqual(['begun: 1', 'last call: 1', 'end: 2']);
});

test('two items with one external ID are submitted once with Skip', async () => {
	const items = [1, 2].map(() => ({ files: { data: randomFile(10) } }));
	const result = await world.run('recording:submit', items, parametersFor('skip'));
	expect(result.items).toMatchObject([
		{ json: { transcription_started: true }, pairedItem: [{ item: 0 }] },
	]);
	expect(hintsOf(result)).toEqual(["1 item was skipped because 'External ID' was used before."]);
	expect(world.count('job_new')).toBe(1);
});

test('an AI agent is told of a skipped item', async () => {
	const parameters = { resource: 'job', operation: 'create', ...parametersFor('skip') };
	const call = { parameters, credential: world.credential, toolArguments: {} };
	await world.engine.runAsTool(call);
	const [{ json }] = await world.engine.runAsTool(call);
	expect(json).toEqual({ external_id: 'talk-1', skipped: true });
	expect(world.count('job_new')).toBe(1);
});

describe('many executions at once', () => {
	const ids = Array.from({ length: 20 }, (_, index) => `talk-${index}`);
	const parameters = {
		profile,
		mediaSource: 'url',
		mediaUrl: 'https://media.example.com/talk.mp4',
		additionalFields: { externalId: '={{ $json.id }}', ifExternalIdUsed: 'skip' },
		options: { maxAttempts: 1, concurrency: 8 },
	};
	const items = () => ids.map((id) => ({ json: { id } }));
	const run = async () => await world.run('recording:submit', items(), parameters);

	test('start each of their external IDs once with Skip, and name the jobs that stay unstarted', async () => {
		const results = await Promise.all([run(), run(), run()]);
		expect(results.flatMap(({ error }) => error?.message ?? [])).toEqual([]);
		expect(results.flatMap((result) => result.items)).toHaveLength(ids.length);
		expect(world.count('perform_transcription')).toBe(ids.length);
		const jobs = Object.values(world.emulator.state.data.jobs);
		const unstarted = jobs.filter(({ status }) => status === 'Pending').map(({ id }) => String(id));
		const named =
			results
				.flatMap(hintsOf)
				.join(' ')
				.match(/\b\d{3,}\b/g) ?? [];
		expect(named.sort()).toEqual(unstarted.sort());
	});

	test('take over from one that fails', async () => {
		fail('add_media', 'status', { ...refusal, times: 1 });
		const results = await Promise.all([run(), run()]);
		expect(results.flatMap(({ error }) => error?.message ?? [])).toHaveLength(1);
		expect(world.count('perform_transcription')).toBe(ids.length);
	});
});

describe('while another execution makes the last call', () => {
	/** @param {string} record */
	const isRecorded = (record) => memory.records().includes(record);

	/** The records of one that died during its last call. */
	const leaveDeadExecution = async () => {
		await submit('skip');
		for (const key of memory.rows.keys()) if (key.endsWith('end')) memory.rows.delete(key);
		world.emulator.journal.clear();
	};

	test('Skip waits for it before it sends anything', async () => {
		fail('perform_transcription', 'delay', { delayMs: 3000 });
		const running = submit('skip');
		await until(() => isRecorded('last call: 1'));
		const second = await submit('skip');
		expect([second.error, second.items]).toEqual([undefined, []]);
		expect((await running).items[0].json).toMatchObject({ transcription_started: true });
		expect(world.count('job_new')).toBe(1);
	});

	test('and fails, it is made by the one that waits', async () => {
		fail('perform_transcription', 'status', { ...refusal, delayMs: 2000 });
		const running = submit('skip');
		await until(() => isRecorded('last call: 1'));
		const { items } = await submit('skip');
		expect(items[0].json).toMatchObject({ transcription_started: true, possible_duplicate: true });
		expect((await running).error).toBeDefined();
	});

	test('and never ends it, Skip says after a while that it is unclear, and at once the next time', async () => {
		await leaveDeadExecution();
		const now = Date.now;
		const later = jest.spyOn(Date, 'now');
		const reads = memory.statements;
		const LAST_CALL_MS = 250_000;
		later.mockImplementation(() => now() + (memory.statements > reads + 6 ? LAST_CALL_MS : 0));
		const first = await submit('skip');
		expect(first.error.context).toMatchObject({ code: 'EXTERNAL_ID_UNCLEAR' });
		later.mockRestore();
		const second = await submit('fail');
		expect(second.error.context).toMatchObject({ code: 'EXTERNAL_ID_UNCLEAR' });
		expect(world.calls()).toEqual([]);
	});

	test('Stop ends the wait', async () => {
		await leaveDeadExecution();
		const file = { files: { data: randomFile(10) } };
		const run = world.startRun('recording:submit', [file], parametersFor('skip'));
		const before = memory.statements;
		await until(() => memory.statements > before + 5);
		run.cancel();
		await run.nodeEnded;
		expect(world.calls()).toEqual([]);
	});
});

test('what the node remembers of an ID is not that of another', async () => {
	await submit('skip');
	const other = { additionalFields: { externalId: 'talk-2' } };
	expect((await submit('skip', other)).items[0].json.skipped).toBeUndefined();
});

describe('an external ID that another execution uses up right before the last call', () => {
	/** @param {string[]} end its record of how the other call ended */
	const useUp = (end) => {
		memory.beforeRead = (key) => {
			if (!key.endsWith('last call') || memory.rows.has(key)) return;
			memory.rows.set(key, ['1']).set(key.replace('last call', 'end'), end);
		};
	};
	beforeEach(() => useUp(['1', '2']));

	test('is skipped with Skip, and the job that stays unstarted is named', async () => {
		const { lines, ...result } = await logged(async () => await submit('skip'));
		expect([result.error, result.items]).toEqual([undefined, []]);
		const [jobId] = Object.keys(world.emulator.state.data.jobs);
		expect(hintsOf(result)).toEqual([
			`1 item was skipped because 'External ID' was used before. Another execution was faster, so these jobs stay unstarted: ${jobId}.`,
		]);
		expect(lines).toContainEqual(
			`Verbit: skipped: Start transcription for job ${jobId}: external ID "talk-1" was used before`,
		);
		expect(world.count('perform_transcription')).toBe(0);
	});

	test.each([
		['Start transcription', "created isn't started", 'perform_transcription', {}],
		['Add media', 'created has no media', 'add_media', { options: { startTranscription: false } }],
	])('is an error with Fail at the step %s', async (step, state, call, more) => {
		const { error } = await submit('fail', more);
		expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_USED', job_id: expect.any(Number) });
		expect(error.message).toContain(`${step} for job`);
		expect(error.description).toContain(state);
		expect(error.description).not.toMatch(/continue|Check them in Verbit/);
		expect(world.count(call)).toBe(0);
	});

	test('gets no job with Create', async () => {
		expect((await create('fail')).error.context).toMatchObject({ code: 'EXTERNAL_ID_USED' });
		expect(await create('skip')).toMatchObject({ error: undefined, items: [] });
		expect(world.count('job_new')).toBe(0);
	});

	test('is an error with both where that call is in doubt', async () => {
		useUp(['1']);
		const { error } = await submit('skip');
		expect(error.context).toMatchObject({
			code: 'EXTERNAL_ID_UNCLEAR',
			job_id: expect.any(Number),
		});
		expect(error.description).toContain("created isn't started");
		expect(world.count('perform_transcription')).toBe(0);
	});
});

describe('An external ID that is a signed URL', () => {
	const SECRET = 'TopSecret';
	const item = { json: { url: 'https://bucket.s3.amazonaws.com/talk.mp4', secret: SECRET } };
	const more = {
		mediaSource: 'url',
		mediaUrl: 'https://media.example.com/talk.mp4',
	};
	const externalId = '={{ $json.url + "?X-Amz-Signature=" + $json.secret }}';
	/** @param {'create' | 'skip' | 'fail'} ifUsed */
	const submitSigned = async (ifUsed) => {
		/** @type {string[]} */
		const lines = [];
		const stop = world.engine.listenToLog((_level, text) => lines.push(text));
		const parameters = parametersFor(ifUsed, more);
		Object.assign(parameters.additionalFields, { externalId });
		const result = await world.run('recording:submit', [item], parameters);
		stop();
		return { ...result, lines };
	};

	test("is in no message and no line of n8n's log", async () => {
		await submitSigned('skip');
		const skipped = await submitSigned('skip');
		const failed = await submitSigned('fail');
		const { url } = item.json;
		expect(skipped.items).toEqual([]);
		expect(failed.error.message).toContain(`"${url}?…"`);
		expect([...skipped.lines, ...failed.lines].join()).not.toContain(`Signature=${SECRET}`);
		expect(world.count('job_new')).toBe(1);
	});

	test.each([
		['UNCLEAR', 'skip'],
		['NOT_CHECKED', 'fail'],
	])('is not in the message of EXTERNAL_ID_%s', async (code, ifUsed) => {
		if (code === 'UNCLEAR') {
			fail('perform_transcription', 'dropConnection', { times: 9 });
			fail('job_info', 'dropConnection', { times: 9 });
			await submitSigned('skip');
			world.emulator.faults.clear();
		} else memory.failures = 1;
		const { error } = await submitSigned(/** @type {any} */ (ifUsed));
		expect(error.context).toMatchObject({ code: `EXTERNAL_ID_${code}` });
		expect(`${error.message} ${error.description}`).not.toContain(`Signature=${SECRET}`);
	});
});

test('the same external ID is another one at another Base URL', async () => {
	await submit('skip');
	const baseUrl = world.emulator.baseUrl.replace('127.0.0.1', 'localhost');
	const credential = world.credentialOf({ baseUrl });
	const { items } = await submit('skip', {}, { credential });
	expect(items[0].json.skipped).toBeUndefined();
});

describe('Where n8n cannot remember', () => {
	test('Skip and Fail send nothing', async () => {
		memory.failures = 2;
		for (const ifUsed of /** @type {const} */ (['skip', 'fail'])) {
			const { error } = await submit(ifUsed);
			expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_NOT_CHECKED' });
			expect(error.message).toContain('The database is gone');
		}
		expect(world.count('job_new')).toBe(0);
	});

	test('no other execution is said to have made the last call where the answer of the database is lost', async () => {
		const write = jest.spyOn(memory, 'checkProcessedAndRecord');
		write.mockImplementation(async (entries, scope, place) => {
			if (place.node.id.endsWith('last call'))
				memory.rows.set(`workflow ${place.node.id}`, entries);
			else
				return await ProcessedValues.prototype.checkProcessedAndRecord.call(
					memory,
					entries,
					scope,
					place,
				);
			throw new Error('Connection terminated unexpectedly');
		});
		const { error } = await submit('skip');
		write.mockRestore();
		expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_NOT_CHECKED' });
		expect(error.message).toContain('Connection terminated unexpectedly');
		expect(world.count('perform_transcription')).toBe(0);
	});

	test('for a moment after the start, it is written down later, and the next execution skips', async () => {
		const held = until(() => world.count('perform_transcription') > 0).then(() => {
			memory.failures = 2;
		});
		fail('perform_transcription', 'delay', { delayMs: 200, held });
		expect((await submit('skip')).error).toBeUndefined();
		expect(memory.failures).toBe(0);
		expect(await submit('skip')).toMatchObject({ error: undefined, items: [] });
		expect(world.count('perform_transcription')).toBe(1);
	});

	describe('for a moment after a start that Verbit has refused, the ID is free for the next execution', () => {
		/** @param {() => void} whenSent */
		const refuseStart = (whenSent) => {
			const held = until(() => world.count('perform_transcription') > 0).then(whenSent);
			const body = { ErrorType: 'INVALID_OPTION', ErrorComment: 'why' };
			fail('perform_transcription', 'status', { status: 400, body, held });
		};

		test('also where its record could not be removed at once', async () => {
			refuseStart(() => (memory.failures = 1));
			expect((await submit('skip')).error.context).toMatchObject({ code: 'CALL_REFUSED' });
			expect(memory.failures).toBe(0);
			const { items, error } = await submit('skip');
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
		});

		test('also where another execution has given up waiting for it', async () => {
			refuseStart(() => {
				const claim = [...memory.rows.keys()].find((name) => name.endsWith('last call')) ?? '';
				expect(claim).not.toBe('');
				memory.rows.set(claim.replace(/last call$/, 'end'), ['1']);
			});
			expect((await submit('skip')).error.context).toMatchObject({ code: 'CALL_REFUSED' });
			const { items, error } = await submit('skip');
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
		});
	});

	test('Create Another works without, and the log says so once', async () => {
		memory.failures = 9;
		/** @type {string[]} */
		const lines = [];
		const stop = world.engine.listenToLog((_level, text) => lines.push(text));
		const { items } = await world.run('job:create', [{}, {}], parametersFor('create'));
		stop();
		expect(items).toHaveLength(2);
		expect(lines.filter((line) => line.includes("can't remember"))).toHaveLength(1);
	});
});

describe('If External ID Was Used Before', () => {
	test('needs an external ID to skip or fail by', async () => {
		const parameters = { profile, additionalFields: { ifExternalIdUsed: 'skip' } };
		const { error } = await world.run('job:create', [{}], parameters);
		expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_MISSING' });
	});

	test('is refused with a value that it does not have', async () => {
		const { error } = await create(/** @type {any} */ ('ignore'));
		expect(error.context).toMatchObject({ code: 'CHOICE_INVALID' });
	});
});

test('a creation that Verbit calls a race is repeated, also without an external ID', async () => {
	const body = { ErrorType: 'UUID_ALREADY_EXISTS', ErrorComment: 'Try again' };
	fail('job_new', 'status', { status: 409, body });
	const { items, error } = await world.run('job:create', [{}], { profile });
	expect(error).toBeUndefined();
	expect(items[0].json.possible_duplicate).toBeUndefined();
	expect(world.calls('service').filter((call) => call.startsWith('job_new'))).toHaveLength(2);
});

test('a creation that stays a race says to try again', async () => {
	const body = { ErrorType: 'UUID_ALREADY_EXISTS', ErrorComment: 'Try again' };
	fail('job_new', 'status', { status: 409, body, times: 9 });
	const { error } = await world.run('job:create', [{}], { profile });
	expect(error.context).toMatchObject({ code: 'HOST_BUSY' });
	expect(error.message).toContain('409 UUID_ALREADY_EXISTS');
	expect(error.description).toContain('Try again later');
	expect(world.count('job_new')).toBe(4);
});
