const { randomFile, useWorld } = require('./world');

const world = useWorld();

const profile = { __rl: true, mode: 'name', value: 'standard' };
const retryOnFail = { nodeSettings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } };

/**
 * @param {import('n8n-workflow').INodeParameters} [parameters]
 * @param {import('./engine').ItemSpec[]} [items]
 * @param {Parameters<typeof world.run>[3]} [more]
 */
const submit = async (parameters, items = [{ files: { data: randomFile(1000) } }], more = {}) =>
	await world.run('job:submit', items, { profile, ...parameters }, more);

/** The calls of the service in their order, without the token's. */
const steps = () => world.calls().filter((call) => !call.startsWith('auth'));

/** @param {string} operation */
const bodiesOf = (operation) =>
	world.emulator.journal.filter((entry) => entry.operation === operation).map(({ body }) => body);

/** @param {string} operation @param {number} status @param {number} [times] */
const refuse = (operation, status, times = 1) =>
	world.emulator.faults.add({
		where: operation === 'put' ? 'store' : 'service',
		operation,
		kind: 'status',
		status,
		times,
	});

test('creates a job, uploads the file, adds it and starts the job', async () => {
	const file = randomFile(1000);
	const { items, error } = await submit({}, [{ files: { data: file } }]);
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
	expect(world.stored(items[0].json.asset_id).equals(file.content)).toBe(true);
	expect(items[0].pairedItem).toEqual([{ item: 0 }]);
});

test('merges several files of an item in the order in which they are named', async () => {
	const files = { one: randomFile(10, 'one.wav'), two: randomFile(20, 'two.wav') };
	const { items } = await submit({ binaryPropertyName: 'two, one' }, [{ files }]);
	const { asset_ids: assetIds, files: uploaded } = /** @type {any} */ (items[0].json);
	expect(uploaded.map((/** @type {any} */ file) => file.file_name)).toEqual(['two.wav', 'one.wav']);
	expect(bodiesOf('add_media')).toEqual([{ asset_ids: assetIds, merge_assets: true }]);
	expect(world.stored(assetIds[0])).toHaveLength(20);
});

test('hands a link over, and uploads nothing', async () => {
	const mediaUrl = 'https://media.example.com/talk.mp4';
	const { items } = await submit({ mediaSource: 'url', mediaUrl }, [{}]);
	expect(steps()).toEqual(['job_new 200', 'add_media 200', 'perform_transcription 200']);
	expect(items[0].json).toMatchObject({ media_url: mediaUrl, transcription_started: true });
});

test('leaves the job Pending where it is not to be started', async () => {
	const { items } = await submit({ startTranscription: false });
	expect(world.count('perform_transcription')).toBe(0);
	expect(items[0].json.transcription_started).toBe(false);
});

test('gives each item a job of its own', async () => {
	const items = [1, 2, 3].map((size) => ({ files: { data: randomFile(size) } }));
	const { items: outputs } = await submit({}, items);
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
	['no profile', { profile: { ...profile, value: '={{ "" }}' } }, undefined, 'Profile is empty'],
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
		expect(bodiesOf('add_media').length).toBeLessThanOrEqual(2);
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
