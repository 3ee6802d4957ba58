const { randomFile, useWorld } = require('./world');

const world = useWorld();

/** n8n runs the node again from its start. */
const retryOnFail = { nodeSettings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } };

/** @param {string} call e.g. `put 200` */
const count = (call) => world.calls().filter((made) => made === call).length;

const files = () => [1, 2, 3].map((size) => ({ files: { data: randomFile(size, `${size}.wav`) } }));

test('Upload Binary sends only the files again that did not arrive', async () => {
	const where = 'store';
	world.emulator.faults.add({ where, kind: 'delay' }, { where, kind: 'status', status: 403 });
	const parameters = { jobId: world.newJob(), options: { concurrency: 1 } };
	const { items } = await world.run('asset:upload', files(), parameters, retryOnFail);
	expect(items.map(({ json }) => json.bytes)).toEqual([1, 2, 3]);
	expect([count('put 200'), count('put 403')]).toEqual([3, 1]);
});

test('Merge sends no part again when its add_media was refused', async () => {
	world.emulator.faults.add({
		where: 'service',
		operation: 'add_media',
		kind: 'status',
		status: 422,
	});
	const { items } = await world.run('media:merge', files(), { jobId: world.newJob() }, retryOnFail);
	expect(items[0].json.asset_ids).toHaveLength(3);
	expect([count('put 200'), count('add_media 422'), count('add_media 200')]).toEqual([3, 1, 1]);
});

test('Add Media adds nothing again for the items that are done', async () => {
	const [first, second] = [world.newJob(), world.newJob()];
	const where = 'service';
	const operation = 'add_media';
	world.emulator.faults.add({ where, operation, kind: 'delay' });
	world.emulator.faults.add({ where, operation, kind: 'status', status: 422 });
	const parameters = { jobId: '={{ $json.job }}', mediaUrl: 'https://h/x.mp4' };
	const items = [{ json: { job: first } }, { json: { job: second } }];
	const result = await world.run('media:add', items, parameters, retryOnFail);
	expect(result.error).toBeUndefined();
	expect(result.items.map(({ json }) => json.job_id)).toEqual([first, second]);
	expect([count('add_media 200'), count('add_media 422')]).toEqual([2, 1]);
});

test('Add Media that got no answer in one try is proven by the refusal in the next', async () => {
	const add = { where: /** @type {const} */ ('service'), operation: 'add_media' };
	world.emulator.faults.add({ ...add, kind: 'answerThenDrop' });
	world.emulator.faults.add({ ...add, kind: 'dropConnection', times: 3 });
	const parameters = { jobId: world.newJob(), mediaUrl: 'https://h/x.mp4' };
	const { items } = await world.run('media:add', [{}], parameters, retryOnFail);
	expect(items[0].json).toMatchObject({ confirmed_by_repeat: true });
	expect([count('add_media 200'), count('add_media 400')]).toEqual([1, 1]);
});

test('Start Transcription that may have arrived in one try is proven by the status in the next', async () => {
	const jobId = world.newJob();
	await world.run('media:add', [{}], { jobId, mediaUrl: 'https://h/x.mp4' });
	const start = {
		where: /** @type {const} */ ('service'),
		operation: 'perform_transcription',
	};
	world.emulator.faults.add({ ...start, kind: 'answerThenDrop' });
	// Too many requests: of these it is certain that nothing was done.
	world.emulator.faults.add({ ...start, kind: 'status', status: 429, times: 3 });
	const { items, error } = await world.run('job:start', [{}], { jobId }, retryOnFail);
	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject({ job_id: jobId, confirmed_by_repeat: true });
	expect([count('perform_transcription 200'), count('perform_transcription 400')]).toEqual([1, 1]);
});

describe('with On Error set to continue, n8n tries again', () => {
	const onError = /** @type {const} */ ('continueErrorOutput');

	/** @param {'first' | 'second'} which is refused once */
	async function refuseOne(which) {
		const where = /** @type {const} */ ('service');
		const operation = 'add_media';
		if (which === 'second') world.emulator.faults.add({ where, operation, kind: 'delay' });
		world.emulator.faults.add({ where, operation, kind: 'status', status: 422 });
		// One after the other, so that it is known which one the fault befalls.
		const items = [1, 2].map(() => ({ files: { data: randomFile(10) } }));
		const profile = { __rl: true, mode: 'name', value: 'standard' };
		const parameters = { profile, options: { concurrency: 1 } };
		const { outputs } = await world.run('recording:submit', items, parameters, {
			...retryOnFail,
			onError,
		});
		return outputs.map((output) => output?.length);
	}

	test('if the first item failed', async () => {
		expect(await refuseOne('first')).toEqual([2, 0]);
		expect(count('add_media 200')).toBe(2);
	});

	test('and not if a later one did, which goes on with its error', async () => {
		expect(await refuseOne('second')).toEqual([1, 1]);
		expect([count('add_media 200'), count('add_media 422')]).toEqual([1, 1]);
	});
});

test('an item that was refused for good is refused again', async () => {
	const parameters = { jobId: world.newJob(), mediaUrl: 'https://h/x.mp4' };
	await world.run('media:add', [{}], parameters);
	const { error } = await world.run('media:add', [{}], parameters, retryOnFail);
	expect(error.message).toContain('the job already has media');
});

test('nothing secret is kept for the next try', async () => {
	world.emulator.faults.add({
		where: 'service',
		operation: 'add_media',
		kind: 'status',
		status: 422,
	});
	const { saved } = await world.run('media:merge', files(), { jobId: world.newJob() });
	expect(saved).toContain('upload 1');
	expect(saved).not.toMatch(/X-Amz-Signature|Signature=/);
	expect(saved).not.toContain(world.emulator.apiKey);
});
