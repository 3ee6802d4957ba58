const { randomFile, useWorld } = require('./world');

const world = useWorld();

const file = {
	data: Buffer.from('hello').toString('base64'),
	mimeType: 'audio/wav',
	fileName: 'a.wav',
};
const profile = { __rl: true, mode: 'name', value: 'standard' };

describe('What a Code node may have put beside the files', () => {
	test.each([
		['nothing', null],
		['null beside a file', { data: file, other: null }],
		['an empty object beside a file', { data: file, other: {} }],
		['a number beside a file', { data: file, other: 5 }],
		['a file whose ID is a number', { data: { ...file, id: 5 } }],
		['a file without content', { data: { mimeType: 'audio/wav' } }],
		['an array', [file]],
		['a text', 'x'],
	])('does not keep a job from being read: %s', async (_what, binary) => {
		const jobId = world.newJob();
		const { items, error } = await world.run('job:get', [{ binary }], { jobId });
		expect(error).toBeUndefined();
		expect(items[0].json.job_id).toBe(jobId);
	});

	test.each([
		['null', { data: file, other: null }],
		['an empty object', { data: file, other: {} }],
		['a number', { data: file, other: 5 }],
	])('does not keep the file from being uploaded: %s', async (_what, binary) => {
		const { items, error } = await world.run('asset:upload', [{ binary }], {
			jobId: world.newJob(),
		});
		expect(error).toBeUndefined();
		expect(items[0].json.bytes).toBe(5);
	});

	test.each([
		['null', { data: file, other: null }],
		['a number', { data: file, other: 5 }],
	])('is no file where all are uploaded: %s', async (_what, binary) => {
		const parameters = { jobId: world.newJob(), binaryPropertyName: '*' };
		const { items, error } = await world.run('asset:upload', [{ binary }], parameters);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});

	test.each(['data', '*'])('is no file where nothing else is there: %s', async (field) => {
		const parameters = { jobId: world.newJob(), binaryPropertyName: field };
		const { error } = await world.run('asset:upload', [{ binary: { data: null } }], parameters);
		expect(error.context.code).toBe('ITEM_WITHOUT_FILES');
	});
});

describe('A stored file that a Code node has copied without its ID', () => {
	test.each(['filesystem-v2', 'filesystem', 'database', 's3', 'azure'])(
		'is refused instead of uploading the word %s',
		async (storage) => {
			const binary = { data: { ...file, data: storage } };
			const { error } = await world.run('asset:upload', [{ binary }], { jobId: world.newJob() });
			expect(error?.context).toMatchObject({ code: 'FILE_INVALID' });
			expect(error.description).toContain('copy the whole file with its id');
			expect(world.calls()).toEqual([]);
		},
	);
});

test.each([5, true, {}, ['filesystem-v2:x'], ''])(
	'A file whose ID is %j has none, and is read from the item',
	async (id) => {
		const { items, error } = await world.run(
			'asset:upload',
			[{ binary: { data: { ...file, id } } }],
			{
				jobId: world.newJob(),
			},
		);
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ integrity: 'verified' });
	},
);

describe('A choice that is not in its list', () => {
	/** @type {Array<[field: string, operation: string, parameters: any]>} */
	const cases = [
		['Asset Source', 'asset:add', { assetSource: 'URL', fileName: 'a.wav' }],
		['Upload Source', 'asset:upload', { uploadSource: 'file' }],
		['Media Source', 'media:add', { mediaSource: 'URL', mediaUrl: 'https://h/a.mp4' }],
		['Media Source', 'recording:submit', { mediaSource: 'file', profile }],
		['Merge Source', 'media:merge', { mergeSource: 'files', binaryPropertyName: '*' }],
		['Order', 'media:merge', { order: '={{ "File Name" }}', binaryPropertyName: '*' }],
		['Backup Source', 'media:addBackupRecording', { backupSource: 'id', assetId: 'a' }],
		['Notes Source', 'media:addNotes', { notesSource: null, notesUrl: 'https://h/a.pdf' }],
	];

	test.each(cases)(
		'is refused, and no other one taken for it: %s of %s',
		async (field, operation, parameters) => {
			const items = [{ files: { data: randomFile(10), more: randomFile(10) } }];
			const { error } = await world.run(operation, items, { jobId: world.newJob(), ...parameters });
			expect(error?.context).toMatchObject({ code: 'CHOICE_INVALID' });
			expect(error.message).toContain(`'${field}' must be `);
			expect(world.calls()).toEqual([]);
		},
	);
});

const SECRET = 'S3cr3tS1gnature';
const SIGNED = `https://bucket.s3.amazonaws.com/talk.mp4?X-Amz-Signature=${SECRET}&X-Amz-Date=1`;

describe('A signed URL in a field for something else', () => {
	/** @type {string[]} */
	const lines = [];
	/** @type {() => void} */
	let stopListening;
	beforeEach(() => {
		lines.length = 0;
		stopListening = world.engine.listenToLog((_level, text) => lines.push(text));
	});
	afterEach(() => stopListening());

	/** @type {Array<[where: string, operation: string, parameters: any]>} */
	const fields = [
		['Input Binary Field', 'asset:upload', { binaryPropertyName: '={{ $json.url }}' }],
		[
			'Input Binary Field, twice',
			'asset:upload',
			{ binaryPropertyName: '={{ $json.url }}, ={{ $json.url }}' },
		],
		['the option File Name', 'asset:upload', { options: { fileName: '={{ $json.url }}' } }],
		['File Name', 'asset:add', { fileName: '={{ $json.url }}' }],
		[
			'File Name of the deprecated upload',
			'job:requestUploadUrl',
			{ fileName: '={{ $json.url }}' },
		],
		['Asset IDs', 'media:merge', { mergeSource: 'assetIds', assetIds: '={{ [$json.url, 1] }}' }],
		[
			'Asset IDs, as objects',
			'media:merge',
			{ mergeSource: 'assetIds', assetIds: '={{ [$json] }}' },
		],
		['Job ID, as an item', 'job:get', { jobId: '={{ $json }}' }],
		['Language', 'job:create', { profile, additionalFields: { language: '={{ $json.url }}' } }],
		['Caption Format', 'job:getCaptions', { captionFormat: '={{ $json.url }}' }],
	];

	test.each(fields)('is not shown: %s', async (_where, operation, parameters) => {
		const jobId = world.newJob();
		const json = { url: SIGNED, upload_url: SIGNED };
		const items = [{ json, files: { data: randomFile(10) } }];
		const { items: outputs, error } = await world.run(operation, items, { jobId, ...parameters });
		const shown = JSON.stringify([
			outputs.map(({ json }) => json),
			error?.message,
			error?.description,
		]);
		expect(shown).not.toContain(SECRET);
		expect(lines.join('\n')).not.toContain(SECRET);
	});

	test('is not shown: External ID, of a job that may exist', async () => {
		const parameters = { profile, additionalFields: { externalId: '={{ $json.url }}' } };
		world.emulator.faults.add({
			where: 'service',
			operation: 'job_new',
			kind: 'dropConnection',
			times: 4,
		});
		const { error } = await world.run('job:create', [{ json: { url: SIGNED } }], parameters);
		expect(error.context.code).toBe('JOB_MAY_EXIST');
		expect([error.message, error.description, ...lines].join('\n')).not.toContain(SECRET);
	});
});

describe('A strange response from Verbit', () => {
	/** @param {string} operation @param {object} body */
	const answer = (operation, body) =>
		world.emulator.faults.add({ where: 'service', operation, kind: 'status', status: 200, body });

	test('leaves no signed URL in the output of Add Asset but the one to upload to', async () => {
		answer('add_asset', { asset_id: 'a', asset_url: SIGNED, upload_url: SIGNED, error: 'none' });
		const { items } = await world.run('asset:add', [{}], { jobId: 7, fileName: 'talk.mp4' });
		expect(items[0].json).toMatchObject({
			asset_id: 'a',
			asset_url: 'https://bucket.s3.amazonaws.com/talk.mp4?…',
			upload_url: SIGNED,
			verbit_error: 'none',
		});
		expect(items[0].json).not.toHaveProperty('error');
	});

	test('with an empty asset ID is an error before anything is uploaded', async () => {
		answer('add_asset', { asset_id: ' ', upload_url: SIGNED });
		const { error } = await world.run('asset:add', [{}], { jobId: 7, fileName: 'talk.mp4' });
		expect(error.context.code).toBe('RESPONSE_INCOMPLETE');
	});

	test.each([true, [5], '0x10', '1e3', 1.5, '', {}])(
		'with the job ID %j is not taken for a job',
		async (jobId) => {
			answer('job_new', { job_id: jobId });
			const { error } = await world.run('job:create', [{}], { profile });
			expect(error.context.code).toBe('JOB_MAY_EXIST');
		},
	);

	test.each([
		['job:get', 'job_info', {}],
		['job:start', 'perform_transcription', {}],
		['media:add', 'add_media', { mediaUrl: 'https://h/x.mp4' }],
		['media:addNotes', 'add_notes_attachments', { notesUrl: 'https://h/x.pdf' }],
		['asset:add', 'add_asset', { fileName: 'x' }],
	])('does not replace the job ID that %s outputs', async (operation, call, parameters) => {
		const jobId = world.newJob();
		answer(call, { job_id: null, asset_id: 'a', job_status: 'Completed' });
		const { items } = await world.run(operation, [{}], { jobId, ...parameters });
		expect(items[0].json.job_id).toBe(jobId);
	});

	test('does not make a message of megabytes', async () => {
		const errors = Array.from({ length: 5000 }, () => ({ code: 'x', message: 'y'.repeat(500) }));
		answer('job_info', { job_status: `Failure${' '.repeat(100_000)}`, errors });
		const first = await world.run('job:wait', [{}], { jobId: 7 });
		expect(first.error.message).toContain('the transcription failed');
		expect(first.error.message.length).toBeLessThan(4000);
		answer('job_info', { job_status: 'Z'.repeat(100_000) });
		answer('job_info', { job_status: 'Z'.repeat(100_000) });
		const options = { timeoutHours: 1 / 3600, pollInterval: 1 };
		const second = await world.run('job:wait', [{}], { jobId: 7, options });
		expect(second.error.message.length).toBeLessThan(400);
	});
});
