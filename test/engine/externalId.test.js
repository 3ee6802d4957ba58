const { ProcessedData } = require('./processedData');
const { until } = require('../support/until');
const { recording, retryOnFail, shortenPauses, useWorld } = require('./world');

/** What the node does with an external ID that was used before, by what n8n remembers of it. */
const world = useWorld();
shortenPauses();

/** @type {ProcessedData} */
let memory;
beforeAll(async () => (memory = await ProcessedData.install()));
beforeEach(() => memory.reset());

/** @typedef {'create' | 'skip' | 'fail'} IfUsed */

/** @param {IfUsed} ifExternalIdUsed */
const parametersFor = (ifExternalIdUsed, /** @type {any} */ more = {}) => ({
	additionalFields: { externalId: 'talk-1', ifExternalIdUsed },
	...more,
	options: { maxAttempts: 1, ...more.options },
});

/** @param {IfUsed} ifUsed @param {object} [more] @param {object} [run] */
const submit = async (ifUsed, more, run) =>
	await world.run('recording:submit', [recording()], parametersFor(ifUsed, more), run);

/** @param {IfUsed} ifUsed */
const create = async (ifUsed) => await world.run('job:create', [{}], parametersFor(ifUsed));

/** What n8n shows above the node's output. @param {{ hints: any[] }} result */
const hintsOf = ({ hints }) => hints.map(({ message }) => message);

const STARTED = { transcription_started: true };
const AGAIN = { ...STARTED, possible_duplicate: true };
const DONE = ['begun: 1', 'last call: 1', 'end: 2'];
const NONE = { error: undefined, items: [] };
const ATTACH_ONLY = { options: { startTranscription: false } };

const refusal = { status: 422, body: { ErrorType: 'INVALID_OPTION', ErrorComment: 'No' } };
const lost = /** @type {const} */ ({ kind: 'dropConnection', times: 9 });

/** The call's response is lost, and so are those of its repeats. @param {string} call */
const lose = (call) => world.fault(call, { kind: 'answerThenDrop' }, lost);

describe.each([
	['job:create', create],
	['recording:submit', submit],
])('%s with an external ID that is done', (_operation, run) => {
	test.each(
		/** @type {const} */ ([
			['create', 3, ['begun: 2']],
			['skip', 6, DONE],
			['fail', 6, DONE],
		]),
	)('is remembered with %s in at most %d SQL statements', async (ifUsed, most, records) => {
		const before = memory.statements;
		expect((await run(ifUsed)).error).toBeUndefined();
		expect(memory.statements - before).toBeLessThanOrEqual(most);
		expect(memory.records()).toEqual(records);
	});

	test('and Skip outputs no item, Fail names the ID, and both send nothing', async () => {
		await run('create');
		world.emulator.journal.clear();
		const skipped = await run('skip');
		expect(skipped).toMatchObject(NONE);
		expect(hintsOf(skipped)).toEqual([expect.stringMatching(/^1 item was skipped/)]);
		const wasUsed = 'external ID "talk-1" was used before';
		expect(world.log).toContainEqual(expect.stringContaining(wasUsed));
		const { error } = await run('fail');
		expect(error.context.code).toBe('EXTERNAL_ID_USED');
		expect(error.message).toContain('"talk-1"');
		expect(world.calls()).toEqual([]);
	});

	test('and Create Another creates one and flags it', async () => {
		expect((await run('create')).items[0].json.possible_duplicate).toBeUndefined();
		const again = await run('create');
		expect(again.items[0].json.possible_duplicate).toBe(true);
		expect(hintsOf(again)).toEqual([expect.stringContaining('a copy of the node')]);
		expect(world.count('job_new')).toBe(2);
		expect(memory.records()).toEqual(['begun: 2']);
	});
});

describe('An external ID whose work is not done', () => {
	test('is free again when Verbit refused the job', async () => {
		world.fault('job_new', refusal);
		expect((await submit('skip')).error).toBeDefined();
		expect(memory.records()).toEqual([]);
		const [{ json }] = (await submit('skip')).items;
		expect(json).toMatchObject(STARTED);
		expect(json).not.toHaveProperty('possible_duplicate');
	});

	test('is flagged when the upload failed', async () => {
		world.fault('put', { status: 403 });
		expect((await submit('skip')).error).toBeDefined();
		expect(memory.records()).toEqual(['begun: 1']);
		expect((await submit('skip')).items[0].json).toMatchObject(AGAIN);
	});

	test.each(
		/** @type {Array<[string, IfUsed, (ifUsed: IfUsed, more?: object) => ReturnType<typeof submit>, object, string]>} */ ([
			['perform_transcription', 'fail', submit, {}, 'have been started'],
			['job_new', 'skip', create, {}, 'have been created'],
			['add_media', 'skip', submit, ATTACH_ONLY, 'have its media'],
		]),
	)('is an error when %s got no response, with %s', async (call, ifUsed, run, more, doubt) => {
		lose(call);
		world.fault('job_info', lost);
		expect((await run(ifUsed, more)).error).toBeDefined();
		world.emulator.faults.clear();
		world.emulator.journal.clear();
		const { error } = await run(ifUsed, more);
		expect(error.context.code).toBe('EXTERNAL_ID_UNCLEAR');
		expect(error.message).toContain(`external ID "talk-1" may or may not ${doubt}`);
		expect(world.calls()).toEqual([]);
		expect((await create('create')).items[0].json).toMatchObject({ possible_duplicate: true });
	});
});

test("the node's own earlier try does not count as earlier use", async () => {
	world.fault('perform_transcription', refusal);
	const { items, error } = await submit('fail', {}, retryOnFail);
	expect(error).toBeUndefined();
	expect(items[0].json.possible_duplicate).toBeUndefined();
	expect(world.count('job_new')).toBe(1);
	expect(memory.records()).toEqual(DONE);
});

test('two items with one external ID are submitted once with Skip', async () => {
	const items = [recording(), recording()];
	const result = await world.run('recording:submit', items, parametersFor('skip'));
	expect(result.items).toMatchObject([{ json: STARTED, pairedItem: [{ item: 0 }] }]);
	expect(hintsOf(result)).toEqual([expect.stringMatching(/^1 item was skipped/)]);
	expect(world.count('job_new')).toBe(1);
});

test('name and size tell two recordings of one name apart, and know the same one again', async () => {
	const byContent = {
		externalId: '={{ $binary.data.fileName }} {{ $binary.data.bytes }}',
		ifExternalIdUsed: 'skip',
	};
	const run = async (/** @type {number} */ bytes) =>
		await world.run('recording:submit', [recording(bytes, 'audio_only.m4a')], {
			additionalFields: byContent,
		});
	expect((await run(10)).items).toHaveLength(1);
	expect((await run(11)).items).toHaveLength(1);
	expect((await run(11)).items).toEqual([]);
	expect(world.sent('job_new').map((job) => job.external_id)).toEqual([
		'audio_only.m4a 10',
		'audio_only.m4a 11',
	]);
});

describe('an item that is skipped', () => {
	const items = Array.from({ length: 7 }, (_, index) =>
		recording(10, `part ${index}.wav`, { id: index }),
	);
	/** @param {object} fields */
	const run = async (fields) =>
		await world.run('recording:submit', items, {
			additionalFields: { externalId: '=talk-{{ $json.id }}', ...fields },
		});

	test('is output with Output Skipped Items, paired and in order', async () => {
		await run({ ifExternalIdUsed: 'skip' });
		const outputSkipped = '={{ $json.id > 4 }}';
		const { items: output } = await run({ ifExternalIdUsed: 'skip', outputSkipped });
		expect(output).toEqual([
			{ json: { external_id: 'talk-5', skipped: true }, pairedItem: [{ item: 5 }] },
			{ json: { external_id: 'talk-6', skipped: true }, pairedItem: [{ item: 6 }] },
		]);
	});

	test('is named in the hint, up to five, with how to submit one again', async () => {
		const all = { ifExternalIdUsed: 'skip', externalId: '=hint-{{ $json.id }}' };
		await run(all);
		const [hint] = hintsOf(await run(all));
		expect(hint).toContain('"part 0.wav" with external ID "hint-0", "part 1.wav" with');
		expect(hint).toContain('"hint-4" and 2 more. To submit one again');
		expect(hint).not.toContain('part 5.wav');
	});
});

test('an AI agent is told of a skipped item', async () => {
	const call = async () => await world.runAsTool('job:create', parametersFor('skip'));
	await call();
	expect((await call()).json).toEqual({ external_id: 'talk-1', skipped: true });
	expect(world.count('job_new')).toBe(1);
});

test('many executions at once start each of their external IDs once with Skip, and name the jobs that stay unstarted', async () => {
	const parameters = {
		mediaSource: 'url',
		mediaUrl: 'https://media.example.com/talk.mp4',
		additionalFields: { externalId: '={{ $json.id }}', ifExternalIdUsed: 'skip' },
		options: { maxAttempts: 1, concurrency: 8 },
	};
	const items = Array.from({ length: 20 }, (_, index) => ({ json: { id: `talk-${index}` } }));
	const run = async () => await world.run('recording:submit', items, parameters);
	const results = await Promise.all([run(), run(), run()]);
	expect(results.flatMap(({ error }) => error?.message ?? [])).toEqual([]);
	expect(results.flatMap((result) => result.items)).toHaveLength(items.length);
	expect(world.count('perform_transcription')).toBe(items.length);
	const jobs = Object.values(world.emulator.state.data.jobs);
	const unstarted = jobs.filter(({ status }) => status === 'Pending').map(({ id }) => String(id));
	const hints = results.flatMap(hintsOf).join(' ');
	expect((hints.match(/\b\d{3,}\b/g) ?? []).sort()).toEqual(unstarted.sort());
});

describe('while another execution makes the last call', () => {
	/** The records of one that died during its last call. */
	const leaveDeadExecution = async () => {
		await submit('skip');
		for (const key of memory.rows.keys()) if (key.endsWith('end')) memory.rows.delete(key);
		world.emulator.journal.clear();
	};

	test('and it fails, Skip has waited and makes the call', async () => {
		const release = world.hold('perform_transcription', refusal);
		const running = submit('skip');
		await until(() => memory.records().includes('last call: 1'));
		const before = memory.statements;
		const second = submit('skip');
		await until(() => memory.statements > before + 3);
		release();
		expect(await second).toMatchObject({ error: undefined, items: [{ json: AGAIN }] });
		expect((await running).items).toEqual([]);
		expect(world.steps().filter((call) => call === 'perform_transcription 200')).toHaveLength(1);
	});

	test('and never ends it, Skip says after a while that it is unclear, and at once the next time', async () => {
		await leaveDeadExecution();
		const now = Date.now;
		const later = jest.spyOn(Date, 'now');
		const reads = memory.statements;
		const LAST_CALL_MS = 250_000;
		later.mockImplementation(() => now() + (memory.statements > reads + 6 ? LAST_CALL_MS : 0));
		expect((await submit('skip')).error.context.code).toBe('EXTERNAL_ID_UNCLEAR');
		later.mockRestore();
		expect((await submit('fail')).error.context.code).toBe('EXTERNAL_ID_UNCLEAR');
		expect(world.calls()).toEqual([]);
	});

	test('Stop ends the wait', async () => {
		await leaveDeadExecution();
		const run = world.startRun('recording:submit', [recording()], parametersFor('skip'));
		const before = memory.statements;
		await until(() => memory.statements > before + 5);
		run.cancel();
		await run.nodeEnded;
		expect(world.calls()).toEqual([]);
	});
});

test('an ID is the same one from a Mac and from Linux, and is sent as it was entered', async () => {
	const [decomposed, composed] = ['NFD', 'NFC'].map((form) => 'café.mp3'.normalize(form));
	/** @param {string} externalId */
	const submitAs = async (externalId) =>
		await submit('skip', { additionalFields: { externalId, ifExternalIdUsed: 'skip' } });
	await submitAs(decomposed);
	expect(world.sent('job_new')).toMatchObject([{ external_id: decomposed }]);
	expect(await submitAs(composed)).toMatchObject(NONE);
	const both = [decomposed, composed].map((id) => recording(10, 'x.wav', { id: `${id}2` }));
	const additionalFields = { externalId: '={{ $json.id }}', ifExternalIdUsed: 'skip' };
	expect((await world.run('recording:submit', both, { additionalFields })).items).toHaveLength(1);
});

test('what the node remembers of an ID is not that of the same ID at another Base URL', async () => {
	await submit('skip');
	const baseUrl = world.emulator.baseUrl.replace('127.0.0.1', 'localhost');
	const credential = world.credentialOf({ baseUrl });
	expect((await submit('skip', {}, { credential })).items).toMatchObject([{ json: STARTED }]);
});

describe('an external ID that another execution uses up right before the last call', () => {
	/** @param {string[]} end its record of how the other call ended */
	const useUp = (end) => {
		memory.beforeRead = (key) => {
			if (!key.endsWith('last call') || memory.rows.has(key)) return;
			memory.put(key, ['1']);
			memory.put(key.replace('last call', 'end'), end);
		};
	};
	beforeEach(() => useUp(['1', '2']));

	test('is skipped with Skip, and the job that stays unstarted is named', async () => {
		const result = await submit('skip');
		expect(result).toMatchObject(NONE);
		const [jobId] = Object.keys(world.emulator.state.data.jobs);
		expect(hintsOf(result)).toEqual([expect.stringContaining(`unstarted: ${jobId}.`)]);
		expect(world.log).toContainEqual(
			expect.stringContaining(`skipped: Start transcription for job ${jobId}`),
		);
		expect(world.count('perform_transcription')).toBe(0);
	});

	test.each([
		['Start transcription', "created isn't started", 'perform_transcription', {}],
		['Add media', 'created has no media', 'add_media', ATTACH_ONLY],
	])('is an error with Fail at the step %s', async (step, state, call, more) => {
		const { error } = await submit('fail', more);
		expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_USED', job_id: expect.any(Number) });
		expect(error.message).toContain(`${step} for job`);
		expect(error.description).toContain(state);
		expect(error.description).not.toMatch(/continue|Check them in Verbit/);
		expect(world.count(call)).toBe(0);
	});

	test('gets no job with Create', async () => {
		expect((await create('fail')).error.context.code).toBe('EXTERNAL_ID_USED');
		expect(await create('skip')).toMatchObject(NONE);
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

test("the signature of an external ID that is a URL is in no message and no line of n8n's log", async () => {
	const url = 'https://bucket.s3.amazonaws.com/talk.mp4';
	const items = [{ json: { secret: 'TopSecret' } }];
	const externalId = `=${url}?X-Amz-Signature={{ $json.secret }}`;
	/** @param {IfUsed} ifExternalIdUsed */
	const createSigned = async (ifExternalIdUsed) =>
		await world.run('job:create', items, { additionalFields: { externalId, ifExternalIdUsed } });
	await createSigned('skip');
	expect(await createSigned('skip')).toMatchObject(NONE);
	const used = await createSigned('fail');
	memory.failures = 1;
	const notChecked = await createSigned('fail');
	for (const { error } of [used, notChecked]) expect(error.message).toContain(`"${url}?…"`);
	const told = [used, notChecked].map(({ error }) => [error.message, error.description]);
	expect(`${told} ${world.log}`).not.toContain('TopSecret');
});

describe('where n8n cannot remember', () => {
	test('Skip and Fail send nothing', async () => {
		memory.failures = 2;
		for (const ifUsed of /** @type {const} */ (['skip', 'fail'])) {
			const { error } = await submit(ifUsed);
			expect(error.context.code).toBe('EXTERNAL_ID_NOT_CHECKED');
			expect(error.message).toContain('The database is gone');
		}
		expect(world.count('job_new')).toBe(0);
	});

	test('no other execution is said to have made the last call where the answer of the database is lost', async () => {
		const write = jest.spyOn(memory, 'checkProcessedAndRecord');
		write.mockImplementation(async (entries, scope, place) => {
			const { checkProcessedAndRecord } = ProcessedData.prototype;
			// n8n has read it when its helper first waits.
			const { id } = place.node;
			const result = await checkProcessedAndRecord.call(memory, entries, scope, place);
			if (!id.endsWith('last call')) return result;
			throw new Error('Connection terminated unexpectedly');
		});
		const { error } = await submit('skip');
		write.mockRestore();
		expect(error.context.code).toBe('EXTERNAL_ID_NOT_CHECKED');
		expect(error.message).toContain('Connection terminated unexpectedly');
		expect(world.count('perform_transcription')).toBe(0);
	});

	/** What happens while Verbit has the start. @param {() => void} whenSent @param {any} [then] */
	const duringStart = (whenSent, then = { kind: 'delay' }) => {
		const held = until(() => world.count('perform_transcription') > 0).then(whenSent);
		world.fault('perform_transcription', { ...then, held });
	};

	test('for a moment after the start, it is written down later, and the next execution skips', async () => {
		duringStart(() => (memory.failures = 2));
		expect((await submit('skip')).error).toBeUndefined();
		expect(memory.failures).toBe(0);
		expect(await submit('skip')).toMatchObject(NONE);
		expect(world.count('perform_transcription')).toBe(1);
	});

	test.each([
		['its record could not be removed at once', () => (memory.failures = 1)],
		[
			'another execution has given up waiting for it',
			() => {
				const claim = [...memory.rows.keys()].find((name) => name.endsWith('last call')) ?? '';
				expect(claim).not.toBe('');
				memory.put(claim.replace(/last call$/, 'end'), ['1']);
			},
		],
	])('after a refused start, the ID is free again also where %s', async (_what, whenSent) => {
		duringStart(() => void whenSent(), refusal);
		expect((await submit('skip')).error.context.code).toBe('CALL_REFUSED');
		expect(memory.failures).toBe(0);
		const { items, error } = await submit('skip');
		expect([error, items.length]).toEqual([undefined, 1]);
	});

	test('Create Another works without, and the log says so once', async () => {
		memory.failures = 9;
		const { items } = await world.run('job:create', [{}, {}], parametersFor('create'));
		expect(items).toHaveLength(2);
		expect(world.log.filter((line) => line.includes("can't remember"))).toHaveLength(1);
	});
});
