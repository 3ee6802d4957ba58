const { continueOnFail, recording, useWorld } = require('./world');

/** Add Media, Merge, Add Notes and Add Backup Recording: what attaches something to a job. */
const world = useWorld();
const URL = { mediaUrl: 'https://h/x.mp4' };

/** What a call has attached, in order. @param {string} call */
const attached = (call) =>
	world.emulator.journal
		.filter(({ operation }) => operation === call)
		.map(({ jobId, body }) => ({ jobId, .../** @type {object} */ (body) }));

/** @param {...string} names */
const files = (...names) => names.map((name) => recording(100, name));

/** @param {import('n8n-workflow').INodeExecutionData} item @returns {string[]} */
const namesOf = ({ json }) => /** @type {any[]} */ (json.files).map(({ file_name: name }) => name);

test.each([
	['media:add', 'add_media', 10, URL],
	['job:get', 'job_info', 10, {}],
	['media:add', 'put', 11, { options: { concurrency: 11 } }],
])('%s of many items makes each call (%s) %d times at once', async (...of) => {
	const [operation, call, most, parameters] = of;
	const all = { jobId: '={{ $json.job }}', ...parameters };
	const item = () => recording(10, 'talk.wav', { job: world.newJob() });
	const run = async () => await world.run(operation, Array.from({ length: 12 }, item), all);
	expect(await world.mostAtATime(call, most, 12, run)).toBe(most);
	expect(world.count(call)).toBe(12);
});

test.each([
	['media:add', 'add_media', 'mediaUrl', 'media_url'],
	['media:addNotes', 'add_notes_attachments', 'notesUrl', 'notes_attachment_url'],
])('%s sends a link unchanged, and outputs it without its query', async (...of) => {
	const [operation, call, field, name] = of;
	const jobId = world.newJob();
	const url = 'https://h/a%20b.pdf?key=TopSecret';
	const { items, saved } = await world.run(operation, [{}], { jobId, [field]: url });
	expect(attached(call)).toEqual([{ jobId, [name]: url }]);
	expect(items[0].json).toEqual({ job_id: jobId, [name]: 'https://h/a%20b.pdf?…' });
	expect(saved.replaceAll(/"(media|notes)Url":"[^"]*"/g, '')).not.toContain('TopSecret');
});

test('Add Media takes an asset that was uploaded before', async () => {
	const jobId = world.newJob();
	const asset_ids = await world.uploadAssets(jobId, 1);
	const { items } = await world.run('media:add', [{}], { jobId, assetIds: asset_ids[0] });
	expect(items[0].json).toEqual({ job_id: jobId, asset_ids });
	expect(attached('add_media')).toEqual([{ jobId, asset_ids }]);
});

describe('Merge', () => {
	test('sends nothing if one of many jobs has a single file', async () => {
		// More than are in work at a time.
		const jobs = Array.from({ length: 12 }, () => world.newJob());
		const items = [...jobs, ...jobs.slice(0, 11)].map((job) => recording(100, 'a.wav', { job }));
		const { error } = await world.runFailing('media:merge', items, { jobId: '={{ $json.job }}' });
		expect(error.context.code).toBe('MERGE_NEEDS_TWO_PARTS');
		expect(world.emulator.journal).toHaveLength(0);
	});

	test('makes one merge of all items of a job, in their order, paired with them all', async () => {
		const jobId = world.newJob();
		const parts = files('b.wav', 'a.wav', 'c.wav');
		const { items } = await world.run('media:merge', parts, { jobId });
		expect(items).toHaveLength(1);
		const [{ json, pairedItem }] = items;
		expect(pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(namesOf(items[0])).toEqual(['b.wav', 'a.wav', 'c.wav']);
		const assetIds = /** @type {any[]} */ (json.files).map((file) => file.asset_id);
		expect(json).toMatchObject({ job_id: jobId, merge_assets: true, asset_ids: assetIds });
		expect(attached('add_media')).toEqual([{ jobId, asset_ids: assetIds, merge_assets: true }]);
	});

	test('takes all files in the order of their names, as a person would', async () => {
		const parts = files('part 10.wav', 'part 2.wav', 'a.wav');
		const parameters = { jobId: world.newJob(), order: 'fileName', binaryPropertyName: '*' };
		const { items } = await world.run('media:merge', parts, parameters);
		expect(namesOf(items[0])).toEqual(['a.wav', 'part 2.wav', 'part 10.wav']);
	});

	test('takes assets that were uploaded before, of one item and of several, in their order', async () => {
		const jobs = [world.newJob(), world.newJob()];
		const [first, second, third] = await world.uploadAssets(jobs[0], 3);
		const [fourth, fifth] = await world.uploadAssets(jobs[1], 2);
		const items = [
			{ json: { job: jobs[0], ids: `${third},${first}, ${second}` } },
			{ json: { job: jobs[1], ids: [fifth] } },
			{ json: { job: jobs[1], ids: fourth } },
		];
		const assetIds = '={{ $json.ids }}';
		const parameters = { jobId: '={{ $json.job }}', mergeSource: 'assetIds', assetIds };
		const result = await world.run('media:merge', items, parameters);
		expect(result.items.map(({ json }) => json)).toMatchObject([
			{ asset_ids: [third, first, second], files: [] },
			{ asset_ids: [fifth, fourth], files: [] },
		]);
	});

	test('without one of its parts does not take place, while that of another job does', async () => {
		const [broken, whole] = [world.newJob(), world.newJob()];
		const parts = [broken, whole, broken, whole];
		const items = parts.map((job, index) => recording(index === 2 ? 0 : 10, 'a.wav', { job }));
		const parameters = { jobId: '={{ $json.job }}' };
		const result = await world.run('media:merge', items, parameters, continueOnFail);
		const details = { code: 'FILE_INVALID', step: 'Check input' };
		expect(result.items).toMatchObject([
			{ json: { error: expect.any(String), details }, pairedItem: [{ item: 0 }, { item: 2 }] },
			{ json: { job_id: whole } },
		]);
		expect(attached('add_media').map(({ jobId }) => jobId)).toEqual([whole]);
		expect(world.count('put')).toBe(2);
	});
});

test('a failed item names its own asset, and none of the others', async () => {
	const jobs = [world.newJob(), world.newJob(), world.newJob()];
	world.fault('add_media', { status: 422 });
	const items = jobs.map((job, index) => recording(10, `${index}.wav`, { job }));
	const parameters = { jobId: '={{ $json.job }}', options: { concurrency: 1 } };
	const result = await world.run('media:add', items, parameters, continueOnFail);
	const failed = result.items.find(({ json }) => json.error !== undefined);
	const { job_id: jobId, asset_ids: assets } = /** @type {any} */ (failed?.json.details);
	const jobOf = (/** @type {string} */ id) => world.emulator.state.data.assets[id].jobId;
	expect(assets.map(jobOf)).toEqual([jobId]);
});

test('Add Notes makes one call for each job, with its files in the order of items and fields', async () => {
	const [one, two] = [world.newJob(), world.newJob()];
	const items = [one, two, one].map((job) => ({
		json: { job },
		files: {
			agenda: { content: Buffer.from('1. Budget'), fileName: `agenda of ${job}` },
			names: { content: Buffer.from('Anna, Ben'), fileName: 'names' },
		},
	}));
	const parameters = { jobId: '={{ $json.job }}', binaryPropertyName: 'names, agenda' };
	const result = await world.run('media:addNotes', items, parameters);
	expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }, { item: 2 }],
		[{ item: 1 }],
	]);
	const ofOne = ['names', `agenda of ${one}`];
	expect(namesOf(result.items[0])).toEqual([...ofOne, ...ofOne]);
	const [{ json }] = result.items;
	const added = { jobId: one, asset_ids: json.asset_ids };
	expect(attached('add_notes_attachments')).toContainEqual(added);
});
