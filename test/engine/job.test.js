const { useWorld } = require('./world');

const world = useWorld();

/** What Verbit was asked to create. */
const created = () => world.emulator.journal.bodiesOf('job_new');

/** By name, as the resource locator holds it. @param {string} value */
const profile = (value) => ({ __rl: true, mode: 'name', value });

/** @param {import('n8n-workflow').INodeParameters} parameters @param {Parameters<typeof world.run>[3]} [more] */
const create = async (parameters, more) =>
	await world.run('job:create', [{}], { profile: profile('standard'), ...parameters }, more);

/** n8n's own retry. */
const retryOnFail = { nodeSettings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } };

describe('Create', () => {
	test('sends only the profile when nothing else is set, and outputs the job ID', async () => {
		const { items } = await create({});
		expect(created()).toEqual([{ profile: 'standard' }]);
		expect(items[0].json).toEqual({ job_id: expect.any(Number) });
	});

	test('sends every field under the name that Verbit uses', async () => {
		await create({
			additionalFields: {
				jobName: 'Lecture 42',
				externalId: 'lecture-42',
				language: 'en-US',
				labels: ['law', 'autumn, 2026'],
				permissions: ['team-a'],
				jobMetadata: '{"room": 12, "course": "LAW101"}',
				translationProfile: 'translate',
				translationLanguages: ['es', 'pt-BR'],
				translationProcessingMode: 'rush',
				dynamicDictionary: 'tort, estoppel',
			},
		});
		expect(created()).toEqual([
			{
				profile: 'standard',
				job_name: 'Lecture 42',
				external_id: 'lecture-42',
				language: 'en-US',
				labels: ['law', 'autumn, 2026'],
				permissions: ['team-a'],
				job_metadata: { room: 12, course: 'LAW101' },
				translation_profile: 'translate',
				translation_languages: ['es', 'pt-BR'],
				translation_processing_mode: 'rush',
				dynamic_dictionary: 'tort, estoppel',
			},
		]);
	});

	test('leaves out fields that were added and left empty', async () => {
		await create({ additionalFields: { externalId: ' ', labels: [''], jobMetadata: '{}' } });
		expect(created()).toEqual([{ profile: 'standard' }]);
	});

	test('takes lists and a dictionary as arrays of expressions', async () => {
		const json = { labels: ['a', 'b'], words: ['tort', 'lien'], meta: { n: 1 } };
		const additionalFields = {
			labels: ['={{ $json.labels }}'],
			dynamicDictionary: '={{ $json.words }}',
			jobMetadata: '={{ $json.meta }}',
		};
		const parameters = { profile: profile('standard'), additionalFields };
		await world.run('job:create', [{ json }], parameters);
		expect(created()).toMatchObject([
			{ labels: ['a', 'b'], dynamic_dictionary: ['tort', 'lien'], job_metadata: { n: 1 } },
		]);
	});

	test.each([
		['an empty profile', { profile: profile('={{ "" }}') }, "'Profile' is empty"],
		[
			'no language tag',
			{ additionalFields: { language: 'en_US' } },
			"'Language' must be a language tag such as en-US (got",
		],
		[
			'a language by name in a list',
			{ additionalFields: { translationLanguages: ['es', 'in French'] } },
			`'Translation Languages' must be a language tag such as en-US (got "in French")`,
		],
		[
			'metadata that is not flat',
			{ additionalFields: { jobMetadata: '{"a": {"b": 1}}' } },
			`'Job Metadata' must be a JSON object of texts, numbers and booleans (got nested values in "a")`,
		],
		[
			'metadata that is a list',
			{ additionalFields: { jobMetadata: '[1]' } },
			"'Job Metadata' must be a JSON object",
		],
		['metadata that is no JSON', { additionalFields: { jobMetadata: '{a' } }, 'Job Metadata'],
		[
			'a processing mode that there is not',
			{ additionalFields: { translationProcessingMode: '={{ "fast" }}' } },
			"'Translation Processing Mode' must be rush or standard",
		],
		[
			'an object as a name',
			{ additionalFields: { jobName: '={{ { a: 1 } }}' } },
			"'Job Name' must be text (got an object)",
		],
	])('refuses %s before anything is sent', async (_what, parameters, message) => {
		const { error } = await create(parameters);
		expect(error.message).toContain(message);
		expect(world.calls()).toEqual([]);
	});

	test('reports what Verbit says about a profile that it does not have', async () => {
		const { error } = await create({ profile: profile('no-such-profile') });
		expect(error.message).toMatch(
			/^Create job: Verbit doesn't know one of the values \(Verbit returned 400 \w+/,
		);
		expect(error.description).toMatch(/^Check 'Profile' first: select one from the list/);
		expect(world.count('job_new')).toBe(1);
	});

	test.each(/** @type {const} */ ([200, 201]))('takes %d as success', async (newJobStatus) => {
		world.emulator.switches.set({ newJobStatus });
		const { items } = await create({});
		expect(items[0].json.job_id).toEqual(expect.any(Number));
	});
});

test('A redirect of a call is not followed, and says so', async () => {
	const headers = { location: 'https://example.com/login' };
	const fault = /** @type {const} */ ({ where: 'service', operation: 'job_new', kind: 'status' });
	world.emulator.faults.add({ ...fault, status: 302, headers, body: 'Moved' });
	const { error } = await create({});
	expect(error.context.code).toBe('NOT_VERBIT');
	expect(error.message).toBe("Create job: the response doesn't come from the Verbit API (got 302)");
	expect(world.count('job_new')).toBe(1);
});

test('A job whose response is nested too deep for n8n is output all the same', async () => {
	const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
	const fault = /** @type {const} */ ({ where: 'service', operation: 'job_new', kind: 'status' });
	world.emulator.faults.add({ ...fault, status: 200, body: `{"job_id":7001,"x":${deep}}` });
	const { items, error } = await create({ simplify: false });
	expect(error).toBeUndefined();
	expect(items[0].json.job_id).toBe(7001);
});

describe('A creation of which it is not known whether it arrived', () => {
	const externalId = { additionalFields: { externalId: 'lecture-42' } };
	/** @param {number} times */
	const loseAnswers = (times) =>
		world.emulator.faults.add({
			where: 'service',
			operation: 'job_new',
			kind: 'answerThenDrop',
			times,
		});

	test('is not repeated without an external ID, and the error says to look first', async () => {
		loseAnswers(1);
		const { error } = await create({});
		expect(world.count('job_new')).toBe(1);
		expect(error.message).toContain('Create job: the connection dropped before Verbit responded');
		expect(error.description).toContain('Search Verbit for it before you create it again');
	});

	test.each(['201 Created', '"1001"', '{"job_id": 10'])(
		'is in doubt after a 201 without a job ID as well, as with %s',
		async (body) => {
			const operation = 'job_new';
			world.emulator.faults.add({ where: 'service', operation, kind: 'status', status: 201, body });
			const { error } = await create({}, retryOnFail);
			expect(world.count('job_new')).toBe(1);
			expect(error.context).toMatchObject({ code: 'JOB_MAY_EXIST' });
		},
	);

	test('is not in doubt where a web page came instead', async () => {
		const body = '<!DOCTYPE html><title>Sign in</title>';
		const page = { headers: { 'content-type': 'text/html' }, body };
		const operation = 'job_new';
		world.emulator.faults.add({
			where: 'service',
			operation,
			kind: 'status',
			status: 200,
			...page,
		});
		const { error } = await create({});
		expect(error.context).toMatchObject({ code: 'NOT_VERBIT' });
	});

	test('is not repeated by Retry On Fail either', async () => {
		loseAnswers(1);
		const { error } = await create({}, retryOnFail);
		expect(world.count('job_new')).toBe(1);
		expect(error.message).toContain("didn't try again");
		expect(error.description).toContain('Search Verbit for it');
	});

	test('is repeated with an external ID, and the output says that there may be two', async () => {
		loseAnswers(1);
		const { items } = await create(externalId);
		expect(world.count('job_new')).toBe(2);
		expect(items[0].json).toMatchObject({ job_id: expect.any(Number), possible_duplicate: true });
	});

	test('is created again by Retry On Fail with an external ID, and the output says that there may be two', async () => {
		loseAnswers(1);
		const where = 'service';
		const operation = 'job_new';
		world.emulator.faults.add({ where, operation, kind: 'status', status: 429, times: 3 });
		const { items, error } = await create(externalId, retryOnFail);
		expect(error).toBeUndefined();
		expect(created()).toHaveLength(5);
		expect(items[0].json.possible_duplicate).toBe(true);
	});

	test('names the external ID to search for when no attempt gets a response', async () => {
		loseAnswers(10);
		const { error } = await create(externalId);
		expect(error.description).toContain('Search Verbit for external ID "lecture-42"');
	});

	test('is repeated if Verbit was too busy to accept it', async () => {
		world.emulator.faults.add({
			where: 'service',
			operation: 'job_new',
			kind: 'status',
			status: 429,
		});
		const { items } = await create({});
		expect(items[0].json).toEqual({ job_id: expect.any(Number) });
	});
});

test('Retry On Fail creates no job again for the items that were done', async () => {
	const where = 'service';
	const operation = 'job_new';
	world.emulator.faults.add({ where, operation, kind: 'delay' });
	world.emulator.faults.add({ where, operation, kind: 'status', status: 422 });
	const parameters = {
		profile: profile('standard'),
		additionalFields: { jobName: '={{ $json.name }}' },
	};
	const items = [{ json: { name: 'a' } }, { json: { name: 'b' } }];
	const { items: outputs } = await world.run('job:create', items, parameters, retryOnFail);
	expect(outputs.map(({ json }) => json.job_id)).toEqual([expect.any(Number), expect.any(Number)]);
	expect(
		world
			.calls('service')
			.filter((call) => call.startsWith('job_new'))
			.sort(),
	).toEqual(['job_new 200', 'job_new 200', 'job_new 422']);
});
