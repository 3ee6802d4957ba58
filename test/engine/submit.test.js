const { file, LinkServer } = require('./linkServer');
const { md5, randomFile, useWorld } = require('./world');

const world = useWorld();
const links = new LinkServer();
beforeAll(async () => await links.start());
afterAll(async () => await links.stop());

const profile = { __rl: true, mode: 'name', value: 'standard' };
const retryOnFail = { nodeSettings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } };

/**
 * @param {import('n8n-workflow').INodeParameters} [parameters]
 * @param {import('./engine').ItemSpec[]} [items]
 * @param {Parameters<typeof world.run>[3]} [more]
 */
const submit = async (parameters, items = [{ files: { data: randomFile(1000) } }], more = {}) =>
	await world.run('recording:submit', items, { profile, ...parameters }, more);

/** The calls of the service in their order, without the token's. */
const steps = () => world.calls().filter((call) => !call.startsWith('auth'));

/** @param {string} operation @param {number} status @param {number} [times] */
const refuse = (operation, status, times = 1) =>
	world.emulator.faults.add({
		where: operation === 'put' ? 'store' : 'service',
		operation,
		kind: 'status',
		status,
		times,
	});

/** As Verbit does. @param {string} operation @param {string} ErrorType @param {string} ErrorComment */
const refuseAs = (operation, ErrorType, ErrorComment) =>
	world.emulator.faults.add({
		where: 'service',
		operation,
		kind: 'status',
		status: 400,
		body: { ErrorType, ErrorComment },
	});

test('creates a job, uploads the file, adds it and starts the job', async () => {
	const recording = randomFile(1000);
	const { items, error } = await submit({ simplify: false }, [{ files: { data: recording } }]);
	expect(error).toBeUndefined();
	expect(steps()).toEqual([
		'job_new 200',
		'add_asset 200',
		'put 200',
		'add_media 200',
		'perform_transcription 200',
	]);
	expect(items[0].json).toMatchObject({
		job_id: expect.any(Number),
		asset_id: expect.any(String),
		bytes: 1000,
		integrity: 'verified',
		transcription_started: true,
	});
	expect(world.stored(items[0].json.asset_id).equals(recording.content)).toBe(true);
	expect(items[0].pairedItem).toEqual([{ item: 0 }]);
});

test('merges several files of an item in the order in which they are named', async () => {
	const files = { one: randomFile(10, 'one.wav'), two: randomFile(20, 'two.wav') };
	const { items } = await submit({ binaryPropertyName: 'two, one', simplify: false }, [{ files }]);
	const { asset_ids: assetIds, files: uploaded } = /** @type {any} */ (items[0].json);
	expect(uploaded.map((/** @type {any} */ file) => file.file_name)).toEqual(['two.wav', 'one.wav']);
	expect(world.emulator.journal.bodiesOf('add_media')).toEqual([
		{ asset_ids: assetIds, merge_assets: true },
	]);
	expect(world.stored(assetIds[0])).toHaveLength(20);
});

test('hands a link over, and uploads nothing', async () => {
	const mediaUrl = 'https://media.example.com/talk.mp4';
	const { items } = await submit({ mediaSource: 'url', mediaUrl }, [{}]);
	expect(steps()).toEqual(['job_new 200', 'add_media 200', 'perform_transcription 200']);
	expect(items[0].json).toMatchObject({ media_url: mediaUrl, transcription_started: true });
});

test('streams a URL through n8n, even one that works only once', async () => {
	const { content } = randomFile(3000);
	links.answer(file(content));
	const mediaUrl = `${links.url}/talks/talk%20one.mp3?token=TopSecret`;
	const { items, error } = await submit({ mediaSource: 'urlUpload', mediaUrl, simplify: false }, [
		{},
	]);
	expect(error).toBeUndefined();
	expect(links.calls).toEqual(['/talks/talk%20one.mp3?token=TopSecret']);
	const { asset_id: assetId } = items[0].json;
	expect(items[0].json).toMatchObject({ file_name: 'talk one.mp3', md5: md5(content) });
	expect(world.emulator.journal.bodiesOf('add_media')).toEqual([{ asset_ids: [assetId] }]);
	expect(world.emulator.journal.bodiesOf('job_new')).toEqual([
		{ profile: 'standard', job_name: 'talk one.mp3' },
	]);
	expect(world.stored(assetId).equals(content)).toBe(true);
});

describe('The name of a job', () => {
	const named = async (/** @type {object} */ parameters, files = ['one.wav', 'two.wav']) => {
		const fields = files.map((name, index) => [`file${index}`, randomFile(10, name)]);
		const { error } = await submit({ binaryPropertyName: '*', ...parameters }, [
			{ files: Object.fromEntries(fields) },
		]);
		expect(error).toBeUndefined();
		const [body] = world.emulator.journal.bodiesOf('job_new');
		return /** @type {any} */ (body).job_name;
	};

	test.each([
		['the one that is set', { additionalFields: { jobName: 'Lecture 42' } }, 'Lecture 42'],
		['that of the first file', {}, 'one.wav'],
		['that of the first file, when it is blank', { additionalFields: { jobName: ' ' } }, 'one.wav'],
		[
			'the last part of the path of a URL',
			{ mediaSource: 'url', mediaUrl: 'https://h.example/a/My%20talk.mp4?x=/y' },
			'My talk.mp4',
		],
		[
			'none for a URL without a path',
			{ mediaSource: 'url', mediaUrl: 'https://h.example/' },
			undefined,
		],
	])('is %s', async (_which, parameters, name) => {
		expect(await named(parameters)).toBe(name);
	});

	test('is the one that a file is given by the option File Name', async () => {
		expect(await named({ options: { fileName: 'own.wav' } }, ['one.wav'])).toBe('own.wav');
	});
});

describe('With Simplify', () => {
	test('outputs what a next step uses', async () => {
		const { items } = await submit();
		expect(items[0].json).toEqual({
			job_id: expect.any(Number),
			transcription_started: true,
			asset_id: expect.any(String),
			file_name: 'talk.wav',
			integrity: 'verified',
		});
	});

	test('outputs the assets of several files, and the URL that Verbit downloads', async () => {
		const files = { one: randomFile(10), two: randomFile(20) };
		const merged = await submit({ binaryPropertyName: '*' }, [{ files }]);
		expect(Object.keys(merged.items[0].json)).toEqual([
			'job_id',
			'transcription_started',
			'asset_ids',
		]);
		const mediaUrl = 'https://media.example.com/talk.mp4';
		const handedOver = await submit({ mediaSource: 'url', mediaUrl }, [{}]);
		expect(handedOver.items[0].json).toEqual({
			job_id: expect.any(Number),
			transcription_started: true,
			media_url: mediaUrl,
		});
	});
});

test('leaves the job Pending where it is not to be started', async () => {
	const { items } = await submit({ options: { startTranscription: false } });
	expect(world.count('perform_transcription')).toBe(0);
	expect(items[0].json.transcription_started).toBe(false);
});

test('gives each item a job of its own', async () => {
	const items = [1, 2, 3].map((size) => ({ files: { data: randomFile(size) } }));
	const { items: outputs } = await submit({ simplify: false }, items);
	expect(outputs.map(({ json }) => json.bytes)).toEqual([1, 2, 3]);
	expect(new Set(outputs.map(({ json }) => json.job_id)).size).toBe(3);
});

test.each([
	['no file', {}, [{}], 'No file found: this item has no files'],
	[
		'a link that ends too soon',
		{ mediaSource: 'url', mediaUrl: 'https://h/a.mp4?AWSAccessKeyId=A&Expires=1&Signature=s' },
		[{}],
		'Media URL',
	],
	['no profile', { profile: { ...profile, value: '={{ "" }}' } }, undefined, "'Profile' is empty"],
	['a callback that is no link', { options: { callbackUrl: 'here' } }, undefined, 'Callback URL'],
])('creates no job for an item with %s', async (_what, parameters, items, message) => {
	const { error } = await submit(parameters, items);
	expect(error.message).toContain(message);
	expect(world.calls()).toEqual([]);
});

describe('When a step fails', () => {
	test('at the upload, the error names the job and how to go on', async () => {
		refuse('put', 403);
		const { error } = await submit();
		expect(error.message).toMatch(/^Upload "talk\.wav" for job \d+: /);
		expect(error.description).toMatch(/Job \d+ was created and has no media yet: continue/);
		expect(error.description).toContain('Add Media');
	});

	test('at adding the media, the error names the job and the assets', async () => {
		refuse('add_media', 422);
		const { error } = await submit();
		const [assetId] = Object.keys(world.emulator.state.data.assets);
		expect(error.message).toMatch(/^Add media for job \d+: /);
		expect(error.description).toContain(`asset ${assetId}`);
	});

	test('at the start, the error says that only the start is missing', async () => {
		refuse('perform_transcription', 422);
		const { error } = await submit();
		expect(error.description).toMatch(/Job \d+ has its media but isn't started/);
	});

	test('Verbit does not take the media of a job that is new: nothing says that it has some', async () => {
		refuseAs('add_media', 'INVALID_QUERY', 'Recordings of this profile come from a meeting');
		const { error } = await submit();
		expect(error.context).toMatchObject({ code: 'CALL_REFUSED', job_id: expect.any(Number) });
		expect(error.message).not.toContain('already');
		expect(error.description).toMatch(/Job \d+ was created and has no media yet: continue/);
	});

	test('a start that comes too early for Verbit says to start, and not to attach media again', async () => {
		refuseAs('perform_transcription', 'INVALID_QUERY', 'Media is being processed');
		const { error } = await submit();
		expect(error.context).toMatchObject({ code: 'JOB_NOT_READY' });
		expect(error.description).toMatch(/^Job \d+ has its media but isn't started: continue/);
		expect(error.description).not.toContain('Add Media');
	});

	test.each([
		['was started before', 'In Progress', 'JOB_ALREADY_STARTED', 'Wait for Completion'],
		['has ended', 'Canceled', 'START_REFUSED', 'Create a new job'],
	])('a job that %s is not said to be one to start', async (_what, jobStatus, code, remedy) => {
		refuseAs('perform_transcription', 'INVALID_QUERY', 'Not possible');
		const body = { job_status: jobStatus };
		const where = /** @type {const} */ ('service');
		world.emulator.faults.add({ where, operation: 'job_info', kind: 'status', status: 200, body });
		const { error } = await submit();
		expect(error.context).toMatchObject({ code });
		expect(error.description).toContain(remedy);
		expect(error.description).not.toContain('Start Transcription');
	});

	test('with Continue On Fail the others are submitted all the same', async () => {
		refuse('job_new', 422);
		const items = [1, 2].map((size) => ({ files: { data: randomFile(size) } }));
		const more = { onError: /** @type {const} */ ('continueRegularOutput') };
		const { items: outputs } = await submit({}, items, more);
		expect(outputs.filter(({ json }) => json.error === undefined)).toHaveLength(1);
		expect(world.count('perform_transcription')).toBe(1);
	});

	test.each([
		['job_new', 2],
		['put', 1],
		['add_media', 1],
		['perform_transcription', 1],
	])('at %s, Retry On Fail goes on from there', async (operation, creations) => {
		refuse(operation, operation === 'put' ? 403 : 422);
		const { items, error } = await submit({}, undefined, retryOnFail);
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ transcription_started: true });
		expect(world.count('job_new')).toBe(creations);
		expect(world.emulator.journal.bodiesOf('add_media').length).toBeLessThanOrEqual(2);
		expect(steps().filter((step) => step === 'put 200')).toHaveLength(1);
		expect(steps().filter((step) => step === 'add_media 200')).toHaveLength(1);
	});

	test('a lost answer to the media is proven by the next try of the node', async () => {
		world.emulator.faults.add({
			where: 'service',
			operation: 'add_media',
			kind: 'answerThenDrop',
			times: 1,
		});
		const { items } = await submit({}, undefined, retryOnFail);
		expect(items[0].json).toMatchObject({ confirmed_by_repeat: true, transcription_started: true });
		expect(world.count('job_new')).toBe(1);
	});
});

describe('Start Transcription from an expression', () => {
	test.each(['={{ "false" }}', '={{ "FALSE" }}', '={{ 0 }}', '={{ false }}'])(
		'leaves the job Pending with %s',
		async (startTranscription) => {
			const { items, error } = await submit({ options: { startTranscription } });
			expect(error).toBeUndefined();
			expect(items[0].json.transcription_started).toBe(false);
			expect(world.count('perform_transcription')).toBe(0);
		},
	);

	test.each(['={{ "no" }}', '={{ null }}', '={{ $json.nothing }}', '={{ {} }}'])(
		'is refused with %s, before anything is sent',
		async (startTranscription) => {
			const { error } = await submit({ options: { startTranscription } });
			expect(error.context.code).toBe('CHOICE_INVALID');
			expect(error.message).toContain("'Start Transcription' must be true or false (got ");
			expect(world.calls()).toEqual([]);
		},
	);
});
