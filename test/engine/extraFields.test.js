const { randomFile, useWorld } = require('./world');

const world = useWorld();

const profile = { __rl: true, mode: 'name', value: 'standard' };

const OF_JOB = { speakers: [{ name: 'Ann' }], glossary: 'law', warnings: null };
const OF_START = { options: { diarization: true, max_speakers: 2 }, priority: 'high' };

/** The ways in which a workflow has a JSON object. */
const FORMS = /** @type {Array<[string, (name: string) => string]>} */ ([
	['a text', (name) => JSON.stringify({ job: OF_JOB, start: OF_START }[name])],
	['a text of an expression', (name) => `={{ JSON.stringify($json.${name}) }}`],
	['an object of an expression', (name) => `={{ $json.${name} }}`],
]);

const ITEM = { json: { job: OF_JOB, start: OF_START } };

describe.each(FORMS)('as %s', (_form, extra) => {
	test('Create sends them beside its own fields', async () => {
		const additionalFields = { externalId: 'lecture-42', extraFields: extra('job') };
		const { error } = await world.run('job:create', [ITEM], { profile, additionalFields });
		expect(error).toBeUndefined();
		expect(world.emulator.journal.bodiesOf('job_new')).toEqual([
			{ profile: 'standard', external_id: 'lecture-42', ...OF_JOB },
		]);
	});

	test('Start Transcription sends them beside its own fields', async () => {
		const options = { callbackUrl: 'https://h/done', extraFields: extra('start') };
		const jobId = await world.jobWithMedia();
		const { error } = await world.run('job:start', [ITEM], { jobId, options });
		expect(error).toBeUndefined();
		expect(world.emulator.journal.bodiesOf('perform_transcription')).toEqual([
			{ callback_url: 'https://h/done', ...OF_START },
		]);
	});

	test('Submit Recording sends each with its own call', async () => {
		const item = { ...ITEM, files: { data: randomFile(10) } };
		const { error } = await world.run('recording:submit', [item], {
			profile,
			additionalFields: { jobName: 'Lecture', extraFields: extra('job') },
			options: { extraFields: extra('start') },
		});
		expect(error).toBeUndefined();
		expect(world.emulator.journal.bodiesOf('job_new')).toEqual([
			{ profile: 'standard', job_name: 'Lecture', ...OF_JOB },
		]);
		expect(world.emulator.journal.bodiesOf('perform_transcription')).toEqual([OF_START]);
	});
});

test('the sandbox fields can be sent inside options', async () => {
	world.emulator.switches.set({ environment: 'sandbox', performParametersIn: 'options' });
	const jobId = await world.jobWithMedia();
	const extraFields = { options: { finish_in: 30, finish_with_error: true } };
	await world.run('job:start', [{}], {
		jobId,
		options: { extraFields: JSON.stringify(extraFields) },
	});
	world.emulator.clock.advance(30_000);
	expect((await world.run('job:get', [{}], { jobId })).items[0].json.job_status).toBe('Failure');
});

test('start fields are not checked if the job is not started', async () => {
	const { error } = await world.run('recording:submit', [{ files: { data: randomFile(10) } }], {
		profile,
		options: { startTranscription: false, extraFields: 'left over' },
	});
	expect(error).toBeUndefined();
	expect(world.count('perform_transcription')).toBe(0);
});

describe('refused before anything is sent', () => {
	const NOT_AN_OBJECT = 'must be a JSON object (got';

	test.each([
		['{a', 'JSON_INVALID', NOT_AN_OBJECT],
		['[1]', 'JSON_INVALID', NOT_AN_OBJECT],
		['={{ 17 }}', 'JSON_INVALID', NOT_AN_OBJECT],
	])('is %s', async (extraFields, code, message) => {
		const cases = /** @type {const} */ ([
			['job:create', { additionalFields: { extraFields } }, 'Extra Job Fields'],
			['recording:submit', { additionalFields: { extraFields } }, 'Extra Job Fields'],
			['recording:submit', { options: { extraFields } }, 'Extra Start Fields'],
			['job:start', { jobId: 7, options: { extraFields } }, 'Extra Start Fields'],
		]);
		for (const [operation, parameters, field] of cases) {
			const { error, details } = await refused(operation, parameters);
			expect(error).toContain(`'${field}' ${message}`);
			expect(details.code).toBe(code);
		}
		expect(world.calls()).toEqual([]);
	});

	test.each([
		['profile', 'Profile'],
		['job_name', 'Job Name'],
		['external_id', 'External ID'],
		['language', 'Language'],
		['dynamic_dictionary', 'Dynamic Dictionary'],
		['permissions', 'Permissions'],
		['labels', 'Labels'],
		['job_metadata', 'Job Metadata'],
		['translation_profile', 'Translation Profile'],
		['translation_languages', 'Translation Languages'],
		['translation_processing_mode', 'Translation Processing Mode'],
		['v', 'API Version'],
	])('is %s of a job, which the node has the field %s for', async (key, ownField) => {
		const extraFields = JSON.stringify({ speakers: 2, [key]: 'x' });
		const { error, details } = await refused('job:create', { additionalFields: { extraFields } });
		expect(error).toBe(
			`'Extra Job Fields' contains ${key}, but the node sends it from the field '${ownField}'`,
		);
		expect(details).toEqual({
			step: 'Check input',
			code: 'EXTRA_FIELD_HAS_OWN_FIELD',
			description: `Set '${ownField}' instead, and remove ${key} from 'Extra Job Fields'.`,
		});
		expect(world.calls()).toEqual([]);
	});

	test.each([
		['callback_url', 'Callback URL'],
		['finish_in', 'Sandbox: Finish In (Seconds)'],
		['finish_with_error', 'Sandbox: Finish With Error'],
		['job_id', 'Job ID'],
		['v', 'API Version'],
	])('is %s of a start, which the node has the field %s for', async (key, ownField) => {
		const options = { extraFields: JSON.stringify({ [key]: 1 }) };
		const { error, details } = await refused('job:start', { jobId: 7, options });
		expect(error).toContain(`'Extra Start Fields' contains ${key}`);
		expect(details.description).toContain(`Set '${ownField}' instead`);
		expect(world.calls()).toEqual([]);
	});

	/** What goes out for an item that failed. @param {string} operation @param {object} parameters */
	async function refused(operation, parameters) {
		const { items } = await world.run(
			operation,
			[{ files: { data: randomFile(10) } }],
			{ profile, ...parameters },
			{ onError: 'continueRegularOutput' },
		);
		return /** @type {any} */ (items[0].json);
	}
});

test('every field that a job is created with is one that extra fields may not hold', async () => {
	await world.run('job:create', [{}], {
		profile,
		additionalFields: {
			jobName: 'Lecture',
			externalId: 'x',
			language: 'en-US',
			labels: ['a'],
			permissions: ['b'],
			jobMetadata: '{"room": 12}',
			translationProfile: 'p',
			translationLanguages: ['es'],
			translationProcessingMode: 'rush',
			dynamicDictionary: 'tort',
		},
	});
	const sent = Object.keys(/** @type {object} */ (world.emulator.journal.bodiesOf('job_new')[0]));
	expect(sent).toHaveLength(11);
	for (const key of sent) {
		const extraFields = JSON.stringify({ [key]: 'x' });
		const { error } = await world.run('job:create', [{}], {
			profile,
			additionalFields: { extraFields },
		});
		expect(error.message).toContain(`contains ${key}, but the node sends it`);
	}
});

describe('keys that JavaScript has a meaning for', () => {
	const STRANGE = '{"constructor": 1, "prototype": "a", "__proto__": "b", "toString": 2}';

	test('arrive in Job Metadata and Extra Job Fields', async () => {
		const { error } = await world.run('job:create', [{}], {
			profile,
			additionalFields: { jobMetadata: STRANGE, extraFields: STRANGE },
		});
		expect(error).toBeUndefined();
		const [body] = world.emulator.journal.bodiesOf('job_new');
		const { job_metadata: metadata, profile: name, ...fields } = /** @type {any} */ (body);
		expect(name).toBe('standard');
		expect(Object.entries(metadata)).toEqual(Object.entries(JSON.parse(STRANGE)));
		expect(Object.entries(fields)).toEqual(Object.entries(JSON.parse(STRANGE)));
	});

	test('arrive in Extra Start Fields', async () => {
		const jobId = await world.jobWithMedia();
		const options = { callbackUrl: 'https://h/done', extraFields: STRANGE };
		const { error } = await world.run('job:start', [{}], { jobId, options });
		expect(error).toBeUndefined();
		const [body] = world.emulator.journal.bodiesOf('perform_transcription');
		const { callback_url: url, ...fields } = /** @type {any} */ (body);
		expect(url).toBe('https://h/done');
		expect(Object.entries(fields)).toEqual(Object.entries(JSON.parse(STRANGE)));
	});

	test('come back in an output', async () => {
		const body = JSON.parse('{"job_status": "Pending", "constructor": 1, "__proto__": "b"}');
		const fault = /** @type {const} */ ({
			where: 'service',
			operation: 'job_info',
			kind: 'status',
		});
		world.emulator.faults.add({ ...fault, status: 200, body });
		const { items } = await world.run('job:get', [{}], { jobId: 7, simplify: false });
		expect(Object.entries(items[0].json)).toEqual(
			expect.arrayContaining([
				['constructor', 1],
				['__proto__', 'b'],
			]),
		);
	});
});
