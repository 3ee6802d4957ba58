const { randomFile, recording, retryOnFail, useWorld } = require('./world');

const world = useWorld();

/** @param {import('n8n-workflow').INodeParameters} [parameters] @param {import('./engine').ItemSpec[]} [items] @param {Parameters<typeof world.run>[3]} [more] */
const submit = async (parameters = {}, items = [recording(1000)], more = {}) =>
	await world.run('recording:submit', items, parameters, more);

const twoFiles = () => [
	{ files: { one: randomFile(10, 'one.wav'), two: randomFile(20, 'two.wav') } },
];

/** As Verbit does. @param {string} operation @param {string} ErrorComment */
const refuse = (operation, ErrorComment) =>
	world.fault(operation, { status: 400, body: { ErrorType: 'INVALID_QUERY', ErrorComment } });

const threeFiles = {
	files: {
		file0: randomFile(10, 'part 10.wav'),
		'Ton, zweiter Teil': randomFile(10, 'part 2.wav'),
		cover: randomFile(10, 'a cover.wav'),
	},
};

test.each([
	['file0, cover', undefined, ['part 10.wav', 'a cover.wav']],
	['*', undefined, ['a cover.wav', 'part 2.wav', 'part 10.wav']],
	['*', 'input', ['a cover.wav', 'part 10.wav', 'part 2.wav']],
	[['file0', 'Ton, zweiter Teil'], 'fileName', ['part 2.wav', 'part 10.wav']],
])('the files %j of an item are merged in the order %s', async (named, order, names) => {
	const parameters = { binaryPropertyName: named, options: { order } };
	const { items } = await submit(parameters, [threeFiles]);
	expect(items[0].json.file_names).toEqual(names);
	expect(items[0].json.asset_ids).toEqual(world.sent('add_media')[0].asset_ids);
});

test.each([
	['the one that is set', { additionalFields: { jobName: 'Lecture 42' } }, 'Lecture 42'],
	['that of the first file', { binaryPropertyName: '*' }, 'one.wav'],
	["the end of a URL's path", { mediaUrl: 'https://h/a/My%20talk.mp4?x=/y' }, 'My talk.mp4'],
	['none for a URL without a path', { mediaUrl: 'https://h.example/' }, undefined],
	['the option File Name', { options: { fileName: 'own.wav' } }, 'own.wav'],
])("a job's name is %s", async (_which, parameters, name) => {
	await submit({ binaryPropertyName: 'one', ...parameters }, twoFiles());
	expect(world.sent('job_new').map((body) => body.job_name)).toEqual([name]);
});

test('with Simplify outputs what a next step uses', async () => {
	const job = { job_id: expect.any(Number), transcription_started: true };
	const { json } = (await submit()).items[0];
	// The first columns of n8n's table.
	expect(Object.keys(json).slice(0, 3)).toEqual(['file_name', 'job_id', 'transcription_started']);
	const asset_id = expect.any(String);
	expect(json).toEqual({ ...job, asset_id, file_name: 'talk.wav', integrity: 'verified' });
	const merged = await submit({ binaryPropertyName: '*' }, twoFiles());
	const file_names = ['one.wav', 'two.wav'];
	expect(merged.items[0].json).toEqual({ ...job, asset_ids: [asset_id, asset_id], file_names });
	const downloaded = await submit({ mediaUrl: 'https://h/talk.mp4' }, [{}]);
	expect(downloaded.items[0].json).toEqual({ ...job, media_url: 'https://h/talk.mp4' });
	expect(world.count('put')).toBe(3);
});

describe('when a step fails', () => {
	test.each([
		['put', { status: 403 }, 'Upload "talk.wav"', 'no media yet'],
		['add_media', { status: 422 }, 'Add media', 'no media yet'],
		['add_media', { kind: 'dropConnection', times: 4 }, 'Add media', 'may have its media'],
		['perform_transcription', { status: 422 }, 'Start transcription', 'not started'],
	])('at %s (%j), the error says how far the job has come', async (call, fault, step, how) => {
		world.fault(call, fault);
		const { error } = await world.failing(submit());
		const [jobId] = Object.keys(world.jobs);
		expect(error.message).toContain(`${step} for job ${jobId}: `);
		expect(error.description).toContain(`job ${jobId} (${how})`);
	});

	test('Verbit does not take the media of a job that is new: nothing says that it has some', async () => {
		refuse('add_media', 'Recordings of this profile come from a meeting');
		const { error } = await world.failing(submit());
		expect(error.context).toMatchObject({ code: 'CALL_REFUSED', job_id: expect.any(Number) });
		expect(error.message).not.toContain('already');
	});

	test('a call that was sent twice on its way is a success: nobody else has the job', async () => {
		refuse('add_media', 'Media was already added');
		refuse('perform_transcription', 'Not possible');
		world.fault('job_info', { status: 200, body: { job_status: 'In Progress' } });
		const { items } = await submit();
		expect(items[0].json).toMatchObject({ transcription_started: true, confirmed_by_repeat: true });
	});

	test('a status that cannot be read leaves a doubt, which the next try solves', async () => {
		refuse('perform_transcription', 'Not possible');
		world.fault('job_info', { status: 400, body: { ErrorType: 'INVALID_OPTION' } });
		const { items } = await submit({}, undefined, retryOnFail);
		expect(items[0].json).not.toHaveProperty('possible_duplicate');
		expect(world.count('job_new')).toBe(1);
	});
});
