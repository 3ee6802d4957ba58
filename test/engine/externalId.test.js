const { useProcessedData } = require('./processedData');
const {
	continueOnFail,
	hintsOf,
	recording,
	retryOnFail,
	shortenPauses,
	useWorld,
} = require('./world');

/** What the node does with an external ID that was used before, by what n8n remembers of it. */
const world = useWorld();
shortenPauses();

const memory = useProcessedData();

/** @param {string} ifExternalIdUsed */
const parametersFor = (ifExternalIdUsed, /** @type {any} */ more = {}) => ({
	additionalFields: { externalId: 'talk-1', ifExternalIdUsed },
	...more,
	options: { maxAttempts: 1, ...more.options },
});

/** @param {string} ifUsed @param {object} [more] @param {object} [run] */
const submit = async (ifUsed, more, run) =>
	await world.run('recording:submit', [recording()], parametersFor(ifUsed, more), run);

/** @param {string} ifUsed */
const create = async (ifUsed) => await world.run('job:create', [{}], parametersFor(ifUsed));

const STARTED = { transcription_started: true };
const AGAIN = { ...STARTED, possible_duplicate: true };
const DONE = ['used'];
const NONE = { error: undefined, items: [] };

const refusal = { status: 422, body: { ErrorType: 'INVALID_OPTION', ErrorComment: 'No' } };
const lost = { kind: 'dropConnection', times: 9 };

/** The call's response is lost, and so are those of its repeats. @param {string} call */
const lose = (call) => world.fault(call, { kind: 'answerThenDrop' }, lost);

describe.each([
	['job:create', create, 8],
	['recording:submit', submit, 14],
])('%s with an external ID that is done', (_operation, run, ofGuarded) => {
	test.each([
		['create', 4, DONE],
		['skip', ofGuarded, DONE],
		['fail', ofGuarded, DONE],
	])('is remembered with %s in at most %d SQL statements', async (ifUsed, most, records) => {
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
		const { error } = await world.failing(run('fail'));
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
		expect(memory.records()).toEqual(DONE);
	});
});

describe('An external ID whose work is not done', () => {
	test('is free again when Verbit refused the job', async () => {
		world.fault('job_new', refusal);
		expect((await world.failing(submit('skip'))).error).toBeDefined();
		expect(memory.records()).toEqual([]);
		const [{ json }] = (await submit('skip')).items;
		expect(json).toMatchObject(STARTED);
		expect(json).not.toHaveProperty('possible_duplicate');
	});

	test('is flagged when the upload failed: who started its job by hand would pay twice', async () => {
		world.fault('put', { status: 403 });
		const { error } = await world.failing(submit('skip'));
		expect(error.description).not.toContain('Start Transcription');
		expect(error.description).toContain('Retry in the list of executions continues with it');
		expect((await submit('skip')).items[0].json).toMatchObject(AGAIN);
	});

	test('is flagged when nobody knows whether Verbit created the job', async () => {
		lose('job_new');
		expect((await world.failing(create('skip'))).error.context.code).toBe('JOB_MAY_EXIST');
		world.emulator.faults.clear();
		expect((await create('skip')).items).toMatchObject([{ json: { possible_duplicate: true } }]);
	});

	test('is left with its job by Create Another, too', async () => {
		lose('perform_transcription');
		world.fault('job_info', lost);
		expect((await world.failing(submit('create'))).error).toBeDefined();
		world.emulator.faults.clear();
		expect((await submit('skip')).items).toMatchObject([{ json: { continued: true } }]);
		expect(world.count('job_new')).toBe(1);
	});
});

test("the node's own earlier try does not count as earlier use", async () => {
	world.fault('perform_transcription', refusal);
	const { items } = await submit('fail', {}, retryOnFail);
	expect(items[0].json.possible_duplicate).toBeUndefined();
	expect(world.count('job_new')).toBe(1);
	expect(memory.records()).toEqual(DONE);
});

test.each(['job:create', 'recording:submit'])(
	'%s of two items with one external ID makes one job, and the second is not said to be in work',
	async (operation) => {
		world.fault('job_new', { kind: 'delay', delayMs: 300 });
		const items = ['NFD', 'NFC'].map((form) => recording(10, 'x.wav', { id: 'é'.normalize(form) }));
		const additionalFields = { externalId: '={{ $json.id }}', ifExternalIdUsed: 'skip' };
		const result = await world.run(operation, items, { additionalFields });
		expect(result.items).toMatchObject([{ pairedItem: [{ item: 0 }] }]);
		expect(hintsOf(result)).toEqual([expect.not.stringContaining('in work')]);
		expect(world.count('job_new')).toBe(1);
	},
);

test('of two items with one external ID, the second does not wait for one that fails with Continue On Fail', async () => {
	world.fault('job_new', refusal);
	const items = [recording(), recording()];
	const before = memory.statements;
	const result = await world.run('recording:submit', items, parametersFor('skip'), continueOnFail);
	expect(result.items).toMatchObject([{ json: { error: expect.any(String) } }]);
	expect(hintsOf(result)).toEqual([expect.stringMatching(/^1 item was skipped/)]);
	// Who waits asks once a second.
	expect(memory.statements - before).toBeLessThan(30);
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

test('many executions at once create and start one job for each of their external IDs with Skip', async () => {
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
	expect([world.count('job_new'), world.count('perform_transcription')]).toEqual([20, 20]);
});

test('an ID is the same one from a Mac and from Linux, and is sent as it was entered', async () => {
	const [decomposed, composed] = ['NFD', 'NFC'].map((form) => 'café.mp3'.normalize(form));
	/** @param {string} externalId */
	const submitAs = async (externalId) =>
		await submit('skip', { additionalFields: { externalId, ifExternalIdUsed: 'skip' } });
	await submitAs(decomposed);
	expect(world.sent('job_new')).toMatchObject([{ external_id: decomposed }]);
	expect(await submitAs(composed)).toMatchObject(NONE);
});

test('what the node remembers of an ID is not that of the same ID at another Base URL', async () => {
	await submit('skip');
	const baseUrl = world.emulator.baseUrl.replace('127.0.0.1', 'localhost');
	const credential = world.credentialOf({ baseUrl });
	expect((await submit('skip', {}, { credential })).items).toMatchObject([{ json: STARTED }]);
});

describe('where n8n cannot remember', () => {
	test('Skip and Fail send nothing', async () => {
		memory.failures = 2;
		for (const ifUsed of ['skip', 'fail']) {
			const { error } = await world.failing(submit(ifUsed));
			expect(error.context.code).toBe('EXTERNAL_ID_NOT_CHECKED');
			expect(error.message).toContain('The database is gone');
		}
		expect(world.count('job_new')).toBe(0);
	});

	test('Create Another works without, and the log says so once', async () => {
		memory.failures = 9;
		const { items } = await world.run('job:create', [{}, {}], parametersFor('create'));
		expect(items).toHaveLength(2);
		expect(world.log.filter((line) => line.includes("can't remember"))).toHaveLength(1);
	});
});
