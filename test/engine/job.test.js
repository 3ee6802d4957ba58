const { recording, retryOnFail, useWorld } = require('./world');

const world = useWorld();

/** @param {import('n8n-workflow').INodeParameters} [parameters] @param {Parameters<typeof world.run>[3]} [more] */
const create = async (parameters = {}, more = {}) =>
	await world.run('job:create', [{}], parameters, more);

/** @param {number} jobId */
const start = async (jobId, options = {}, more = {}) =>
	await world.run('job:start', [{}], { jobId, options }, more);

describe('Create', () => {
	test('sends only the profile when nothing else is set, or left empty', async () => {
		const { items } = await create();
		const blank = { translationProcessingMode: '={{ " " }}', labels: [''], jobMetadata: '{}' };
		await create({ externalId: ' ', additionalFields: blank });
		expect(world.sent('job_new')).toEqual([{ profile: 'standard' }, { profile: 'standard' }]);
		expect(items[0].json).toEqual({ job_id: expect.any(Number) });
	});

	test.each([
		['jobName', 'Lecture 42', { job_name: 'Lecture 42' }],
		['language', 'en-US', { language: 'en-US' }],
		['labels', ['={{ ["law", "autumn, 2026"] }}'], { labels: ['law', 'autumn, 2026'] }],
		['permissions', ['team-a'], { permissions: ['team-a'] }],
		[
			'jobMetadata',
			'={{ ({ room: 12, course: "A" }) }}',
			{ job_metadata: { room: 12, course: 'A' } },
		],
		['translationProfile', 'translate', { translation_profile: 'translate' }],
		['translationLanguages', ['es', 'pt-BR'], { translation_languages: ['es', 'pt-BR'] }],
		['translationProcessingMode', '={{ " rush " }}', { translation_processing_mode: 'rush' }],
		['dynamicDictionary', '={{ ["tort", "a, b"] }}', { dynamic_dictionary: ['tort', 'a, b'] }],
	])('sends %s (%j) as Verbit calls it', async (name, entered, sent) => {
		await create({ externalId: 'lecture-42', additionalFields: { [name]: entered } });
		const others = { profile: 'standard', external_id: 'lecture-42' };
		expect(world.sent('job_new')).toEqual([{ ...others, ...sent }]);
	});

	test.each([
		['201, with a text as its ID', 201, '" 7 "'],
		['more levels than n8n can save', 200, `7,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}`],
	])('outputs the job of a response with %s', async (_what, status, id) => {
		world.fault('job_new', { status, body: `{"job_id":${id}}` });
		expect((await create()).items[0].json.job_id).toBe(7);
	});
});

test('the jobs that n8n shows beside an execution are the latest where there are too many', async () => {
	const { items, saved } = await world.run('job:create', Array(100).fill({}), {});
	const { verbit_jobs: shown } = JSON.parse(saved).resultData.metadata;
	const [more, ...jobIds] = shown.split(', ');
	expect([more, shown.length > 240, shown.length <= 255]).toEqual(['…', true, true]);
	const created = items.map(({ json }) => Number(json.job_id)).sort((a, b) => a - b);
	expect(created.slice(-20).filter((jobId) => !jobIds.includes(`${jobId}`))).toEqual([]);
});

describe('a creation that may or may not have arrived', () => {
	const MAY_EXIST = [{ kind: 'answerThenDrop' }, { status: 408 }];

	test.each(MAY_EXIST)('is not repeated without an ID, nor by Retry On Fail: %j', async (fault) => {
		world.fault('job_new', fault);
		const { error } = await world.failing(create({}, retryOnFail));
		expect(world.count('job_new')).toBe(1);
		expect(error.context.code).toBe('JOB_MAY_EXIST');
	});

	test('is told with the whole External ID and how to go on, also where the ID reads as sentences', async () => {
		world.fault('job_new', { kind: 'answerThenDrop', times: 9 });
		const id = 'Lecture 42. A. Smith. Part 2';
		const { error } = await world.failing(create({ externalId: id }));
		expect(error.description).toContain(`with External ID "${id}". The next one is flagged`);
		expect(error.description).toContain('To continue with what was begun, retry this execution');
	});

	test.each([
		['was repeated at once', [], 2],
		['was created again by Retry On Fail alone', [{ status: 429, times: 3 }], 5],
	])('is flagged with an ID where it %s', async (_how, faults, calls) => {
		world.fault('job_new', { kind: 'answerThenDrop' }, ...faults);
		const { items } = await create({ externalId: 'lecture-42' }, retryOnFail);
		expect(world.count('job_new')).toBe(calls);
		expect(items[0].json.possible_duplicate).toBe(true);
	});

	test.each([
		['was too busy to accept it', { status: 429 }],
		['calls it a race', { status: 409, body: { ErrorType: 'UUID_ALREADY_EXISTS' } }],
		['spells it otherwise', { status: 409, body: { ErrorType: 'UUID_ALREADY_EXIST' } }],
	])('is repeated without one where Verbit %s', async (_what, fault) => {
		world.fault('job_new', fault);
		expect((await create()).items[0].json).toEqual({ job_id: expect.any(Number) });
		expect(world.count('job_new')).toBe(2);
	});
});

describe('extra fields', () => {
	test('go out beside the own fields of each call', async () => {
		const job = { speakers: [{ name: 'Ann' }], glossary: 'law', warnings: null };
		const start = { options: { diarization: true, max_speakers: 2 }, priority: 'high' };
		const additionalFields = { dynamicDictionary: 'tort', extraFields: '={{ $json.job }}' };
		const options = { callbackUrl: 'https://h/done', extraFields: '={{ $json.start }}' };
		const items = [recording(10, 'talk.wav', { job, start })];
		await world.run('recording:submit', items, { additionalFields, options });
		expect(world.sent('job_new')).toMatchObject([{ dynamic_dictionary: 'tort', ...job }]);
		const started = { callback_url: 'https://h/done', ...start };
		expect(world.sent('perform_transcription')).toEqual([started]);
	});

	test('of a start are not checked if the job is not started', async () => {
		const options = { startTranscription: false, extraFields: 'left over' };
		const { items } = await world.run('recording:submit', [recording()], { options });
		expect(items[0].json.transcription_started).toBe(false);
	});

	test.each([
		['job:create', 'additionalFields', ['v', 'profile', 'job_name', 'translation_languages']],
		['job:start', 'options', ['v', 'job_id', 'callback_url', 'finish_in', 'finish_with_error']],
	])('of %s may hold none that the node sends itself', async (operation, collection, keys) => {
		for (const key of keys) {
			const own = { extraFields: JSON.stringify({ speakers: 2, [key]: 'x' }) };
			const parameters = { jobId: 7, [collection]: own };
			const error = await world.expectRefused('VALUE_INVALID', operation, [{}], parameters);
			expect(error.message).toMatch(new RegExp(`Enter "${key}" in '.+', not in 'Extra `));
		}
	});

	const STRANGE = '{"constructor": 1, "prototype": "a", "__proto__": "b", "toString": 2}';
	const entries = Object.entries(JSON.parse(STRANGE));

	test('and metadata may have keys that JavaScript has a meaning for, as an output may', async () => {
		await create({ additionalFields: { jobMetadata: STRANGE, extraFields: STRANGE } });
		const [{ job_metadata: metadata, profile, ...fields }] = world.sent('job_new');
		expect([profile, Object.entries(metadata)]).toEqual(['standard', entries]);
		expect(Object.entries(fields)).toEqual(entries);
		const body = { ...JSON.parse(STRANGE), job_status: 'Pending' };
		world.fault('job_info', { status: 200, body });
		const { items } = await world.run('job:get', [{}], { jobId: 7, simplify: false });
		expect(Object.entries(items[0].json)).toEqual(expect.arrayContaining(entries));
	});
});

describe('Start Transcription', () => {
	test("starts a job that has media, with nothing in the body that was not asked for, nor an empty 'Callback URL'", async () => {
		const jobId = world.jobWithMedia();
		const { items } = await start(jobId, { callbackUrl: '' });
		expect(items).toEqual([{ json: { job_id: jobId }, pairedItem: [{ item: 0 }] }]);
		expect(world.emulator.job(jobId)?.status).toBe('In Progress');
		expect(world.emulator.journal.at(-1)).toMatchObject({ jobId, query: { v: '4' } });
		expect(world.sent('perform_transcription')).toEqual([undefined]);
	});

	const sandbox = { callback_url: 'https://h/done', finish_in: 30, finish_with_error: true };

	test.each([
		['body', { callbackUrl: 'https://h/done', finishIn: 30, finishWithError: '={{ "TRUE" }}' }],
		['options', { extraFields: JSON.stringify({ options: sandbox }) }],
	])("sends the sandbox's options in the %s", async (performParametersIn, options) => {
		world.set({ environment: 'sandbox', performParametersIn });
		const jobId = world.jobWithMedia();
		await start(jobId, options);
		const [body] = world.sent('perform_transcription');
		expect(body.options ?? body).toEqual(sandbox);
		world.emulator.clock.advance(30_000);
		expect(world.emulator.job(jobId)?.status).toBe('Failure');
	});

	test('confirms in the next try a lost start whose repeats were too many requests, which certainly did nothing', async () => {
		const jobId = world.jobWithMedia();
		const lost = { kind: 'answerThenDrop' };
		world.fault('perform_transcription', lost, { status: 429, times: 3 });
		const { items } = await start(jobId, {}, retryOnFail);
		expect(items[0].json).toMatchObject({ job_status: 'In Progress', confirmed_by_repeat: true });
		expect(world.emulator.faults.queue).toEqual([]);
	});
});

test('Get returns the fields of a job that a next step uses and that hold something, unless Simplify is off', async () => {
	const jobId = world.newJob();
	const simple = await world.run('job:get', [{}], { jobId });
	const known = { job_id: jobId, job_status: 'Pending', profile: 'standard', draft_ready: false };
	expect(simple.items[0].json).toEqual(known);
	expect(Object.keys(simple.items[0].json)[0]).toBe('job_id');
	const all = await world.run('job:get', [{}], { jobId, simplify: false });
	expect(all.items[0].json).toMatchObject({ labels: [], job_metadata: {} });
	const nothing = { job_name: '', external_id: null, language: [], errors: {} };
	world.fault('job_info', { status: 200, body: { ...nothing, job_status: 'Completed' } });
	const { items } = await world.run('job:get', [{}], { jobId });
	expect(items[0].json).toEqual({ job_id: jobId, job_status: 'Completed' });
});

describe('the list of profiles', () => {
	/** @param {string} [filter] */
	const search = async (filter) =>
		(await world.engine.searchList('profile', world.credential, filter)).results;

	test('comes from Verbit, also after a lost response, each with its turnaround, and is narrowed down in any letter case', async () => {
		world.fault('profiles', { kind: 'answerThenDrop' });
		const results = await search();
		const values = results.map((/** @type {any} */ { value }) => value);
		expect(values).toEqual(['standard', 'premium', 'no-merge']);
		expect(results[0].name).toMatch(/^standard \(turnaround \d+ h\)$/);
		expect(await search('PREM')).toMatchObject([{ value: 'premium' }]);
		expect(world.steps()).toEqual(Array(3).fill('profiles 200'));
	});

	test('takes bare names, and leaves out what has none', async () => {
		const nameless = [null, 17, {}, { name: 5 }, { name: '' }, ''];
		const profiles = [...nameless, 'rush', { name: 'slow', turnaround: 'x' }];
		world.fault('profiles', { status: 200, body: { profiles } }, { status: 200, body: {} });
		expect(await search()).toEqual([
			{ name: 'rush', value: 'rush' },
			{ name: 'slow', value: 'slow' },
		]);
		expect(await search()).toEqual([]);
	});

	test.each([
		['Verbit cannot be reached', {}, 'CONNECTION_DROPPED'],
		['the key is wrong', { apiKey: 'wrong' }, 'API_KEY_REFUSED'],
	])('says why it is not there where %s', async (_what, changes, code) => {
		world.credential = world.credentialOf(changes);
		world.fault('profiles', { kind: 'dropConnection', times: 9 });
		await expect(search()).rejects.toMatchObject({ context: { data: { code } } });
	});
});
