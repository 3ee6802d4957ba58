/** Parameters and items that can't be used: each is refused by name, and nothing is sent for it. */
const { profileOf, randomFile, recording, signedUrl, useWorld } = require('./world');

const world = useWorld();

const TWO_FILES = [{ files: { a: randomFile(10), b: randomFile(10) } }];
const ONE_URL = ['HTTPS://B.Example.com:443/my%20talk', 'https://b.example.com/m%79%20talk#x'];
const ONE_URL_TWICE = ONE_URL.map((url) => recording(10, 'talk.wav', { url }));
const object = '={{ ({ a: 1 }) }}';
const nothing = '={{ $json.nothing }}';
const OF_99_BYTES = 'https://h/x?X-Amz-Signature=TopSecret&content-length=99';
const FORM = 'Application/X-WWW-Form-Urlencoded';

/** @typedef {[parameters: any, refusal: string, items?: import('./engine').ItemSpec[]]} Refused */

/** @type {Record<string, Refused[]>} by operation; what each reader of a value refuses is in unit/parameters */
const REFUSED = {
	'job:get': [
		[{ jobId: '={{ $json.id }}{{ $json.id }}' }, 'JOB_ID_INVALID', [{ json: { id: 10 } }]],
	],
	'job:wait': [
		[{ options: { pollInterval: 0 } }, "VALUE_INVALID 'Poll Interval'"],
		[{ options: { timeoutHours: 720.5 } }, "VALUE_INVALID 'Timeout'"],
		[{ options: { timeoutHours: ' ' } }, "VALUE_INVALID 'Timeout'"],
		[{ options: { timeoutHours: '={{ true }}' } }, "VALUE_INVALID 'Timeout'"],
	],
	'job:start': [
		[{ options: { callbackUrl: 'ftp://h/done' } }, "URL_INVALID 'Callback URL'"],
		[{ options: { callbackUrl: nothing } }, "FIELD_EMPTY 'Callback URL'"],
		[{ options: { finishIn: 901 } }, "VALUE_INVALID 'Sandbox: Finish In'"],
		[{ options: { finishWithError: true } }, "FIELD_EMPTY 'Sandbox: Finish In'"],
	],
	'job:create': [
		[{ profile: profileOf('={{ "" }}') }, "FIELD_EMPTY 'Profile'"],
		[{ additionalFields: { language: 'en_US' } }, "VALUE_INVALID 'Language'"],
		[{ additionalFields: { language: 'x-klingon' } }, "VALUE_INVALID 'Language'"],
		[{ additionalFields: { language: 'English' } }, "VALUE_INVALID 'Language'"],
		[
			{ additionalFields: { translationLanguages: ['in French'] } },
			"VALUE_INVALID 'Translation Languages'",
		],
		[
			{ additionalFields: { translationProcessingMode: 'fast' } },
			"VALUE_INVALID 'Translation Processing Mode'",
		],
		[{ additionalFields: { jobName: object } }, "VALUE_INVALID 'Job Name'"],
		[{ externalId: 'x', ifExternalIdUsed: 'fail' }, "VALUE_INVALID 'If Used Before'"],
	],
	'job:getCaptions': [
		[{ captionFormat: '={{ "srt/x" }}' }, "VALUE_INVALID 'Caption Format'"],
		[{ captionFormat: '' }, "VALUE_INVALID 'Caption Format'"],
		[{ outputBinaryPropertyName: '__proto__' }, "VALUE_INVALID 'Put Output File in Field'"],
		[{ outputBinaryPropertyName: '={{ " " }}' }, "FIELD_EMPTY 'Put Output File in Field'"],
		[{ outputAs: '={{ "mail" }}' }, "VALUE_INVALID 'Output As'"],
		[{ outputAs: 'text', options: { maxCharacters: 0 } }, "VALUE_INVALID 'Max Characters'"],
		[{ outputAs: 'text', options: { timecodeInterval: 0 } }, "VALUE_INVALID 'Timecode Interval'"],
	],
	'job:requestUploadUrl': [
		[{ fileName: ' ' }, "FIELD_EMPTY 'File Name'"],
		[{ fileName: 'a', options: { path: '/job/../../admin' } }, "VALUE_INVALID 'Endpoint Path'"],
		[{ fileName: 'a', options: { path: '@evil.example/x' } }, "VALUE_INVALID 'Endpoint Path'"],
		[{ fileName: 'a', options: { path: '/job?x=1' } }, "VALUE_INVALID 'Endpoint Path'"],
		[{ fileName: 'a', options: { path: '/job/%2e%2e/x' } }, "VALUE_INVALID 'Endpoint Path'"],
	],
	'asset:add': [
		[{ fileName: ' ' }, "FIELD_EMPTY 'File Name'"],
		[{ fileName: '={{ DateTime.fromISO("soon") }}' }, "VALUE_INVALID 'File Name'"],
		[{ assetSource: 'url', assetUrl: 'file:///etc/passwd' }, "URL_INVALID 'Asset URL'"],
		[{ assetSource: 'URL', fileName: 'a.wav' }, "VALUE_INVALID 'Upload Method'"],
	],
	'asset:upload': [
		[
			{ binaryPropertyName: 'video' },
			"FILE_NOT_FOUND 'video': this item has files in a, b",
			TWO_FILES,
		],
		[{ binaryPropertyName: '*', options: { uploadUrl: 'https://h/x' } }, 'ONE_ACCEPTED', TWO_FILES],
		[{ options: { uploadUrl: '={{ $json.url }}' } }, 'VALUE_REPEATED', ONE_URL_TWICE],
		[{ options: { uploadUrl: 'nope' } }, "URL_INVALID 'Pre-Signed Upload URL'"],
		[{ options: { uploadUrl: OF_99_BYTES } }, 'UPLOAD_URL_UNUSABLE'],
		[{ options: { uploadUrl: signedUrl(-3600) } }, "URL_EXPIRED 'Pre-Signed Upload URL'"],
		[{ options: { concurrency: 33 } }, "VALUE_INVALID 'Concurrency'"],
		[{ options: { maxAttempts: 11 } }, "VALUE_INVALID 'Max Attempts'"],
		[{ options: { stallTimeout: 3601 } }, "VALUE_INVALID 'Stall Timeout'"],
		[{ options: { contentType: 'mp4' } }, "VALUE_INVALID 'Content Type'"],
		[{ options: { contentType: FORM } }, "VALUE_INVALID 'Content Type'"],
		[{ uploadSource: 'file' }, "VALUE_INVALID 'Upload Source'"],
	],
	'media:add': [
		[{ mediaSource: 'URL', mediaUrl: 'https://h/a.mp4' }, "VALUE_INVALID 'Media Source'"],
		[{ mediaSource: 'binary', binaryPropertyName: ' , ' }, "FIELD_EMPTY 'Input Binary Field'"],
	],
	'media:merge': [
		[{ mergeSource: 'assetIds', assetIds: 'a' }, "VALUE_REPEATED 'Asset IDs'", [{}, {}]],
		[{ binaryPropertyName: 'data, data' }, "VALUE_REPEATED 'Input Binary Field'"],
		[{ mergeSource: 'files', binaryPropertyName: '*' }, "VALUE_INVALID 'Merge Source'", TWO_FILES],
		[{ order: '={{ "File Name" }}', binaryPropertyName: '*' }, "VALUE_INVALID 'Order'", TWO_FILES],
	],
	'media:addBackupRecording': [
		[{ backupSource: 'binary', binaryPropertyName: '*' }, 'ONE_ACCEPTED', TWO_FILES],
		[{ assetId: '={{ "" }}' }, "FIELD_EMPTY 'Asset ID'"],
		[{ backupSource: 'id', assetId: 'a' }, "VALUE_INVALID 'Backup Source'"],
		[{ assetId: '={{ $itemIndex }}' }, 'JOB_IN_SEVERAL_ITEMS', [{}, {}]],
	],
	'media:addNotes': [
		[{ notesSource: 'assetIds', assetIds: 'a' }, "VALUE_REPEATED 'Asset IDs'", [{}, {}]],
		[
			{ notesSource: '={{ $json.source }}', notesUrl: 'https://h/x.pdf', assetIds: 'a' },
			'JOB_IN_SEVERAL_ITEMS',
			[{ json: { source: 'assetIds' } }, { json: { source: 'url' } }],
		],
		[{ notesSource: null, notesUrl: 'https://h/a.pdf' }, "VALUE_INVALID 'Notes Source'"],
	],
	'recording:submit': [
		[{ mediaSource: 'file' }, "VALUE_INVALID 'Media Source'"],
		[{ options: { startTranscription: nothing } }, "VALUE_INVALID 'Start Transcription'"],
	],
	'recording:transcribe': [[{ options: { timeoutHours: 'a day' } }, "VALUE_INVALID 'Timeout'"]],
};

describe.each(Object.entries(REFUSED))('%s', (operation, cases) => {
	test.each(cases)('with %j is refused: %s', async (parameters, refusal, items = [recording()]) => {
		const all = { jobId: 1, ...parameters };
		const error = await world.expectRefused(refusal, operation, items, all);
		expect(error.description).toMatch(/\.$/);
		expect(`${error.message} ${error.description}`).not.toContain('TopSecret');
		if (items.length === 1) expect(error.context.itemIndex).toBe(0);
	});
});

test.each([
	['Job ID', 'job:get', { jobId: '{{ $json.job_id }}' }],
	['Profile', 'job:create', { profile: profileOf('{{ $json.profile }}') }],
	['External ID', 'job:create', { externalId: '{{ $json.id }}' }],
	['Labels', 'job:create', { additionalFields: { labels: ['law', '{{\n$json.label\n}}'] } }],
	['Job Metadata', 'job:create', { additionalFields: { jobMetadata: '{"a": "{{ $json.a }}"}' } }],
])("an expression in Fixed mode is refused: '%s' of %s", async (field, operation, parameters) => {
	const refusal = `VALUE_INVALID '${field}' must be in Expression mode`;
	const error = await world.expectRefused(refusal, operation, [recording()], parameters);
	expect(error.description).toContain('click Expression');
});

test('an expression with quotes in Expression mode is none in Fixed mode', async () => {
	const additionalFields = { jobName: '={{ $json["a"] }} {{ $json["b"] }}' };
	await world.run('job:create', [{ json: { a: 'Lecture', b: 42 } }], { additionalFields });
	expect(world.sent('job_new')).toMatchObject([{ job_name: 'Lecture 42' }]);
});

test('no items bring no output, and no call', async () => {
	expect(await world.run('asset:upload', [], {})).toMatchObject({ items: [], error: undefined });
	expect(world.calls()).toEqual([]);
});

describe('what a Code node may have put beside the files', () => {
	const data = Buffer.from('hello').toString('base64');
	const file = { data, mimeType: 'audio/wav', fileName: 'a.wav' };

	test.each([null, 'x'])('does not keep a job from being read: %j', async (binary) => {
		const jobId = world.newJob();
		const { items } = await world.run('job:get', [{ binary }], { jobId });
		expect(items[0].json.job_id).toBe(jobId);
	});

	test.each([
		{ data: file, other: null },
		{ data: file, other: 5 },
		{ data: { ...file, id: {} } },
		{ data: { ...file, id: '' } },
	])('does not keep the file from being uploaded: %j', async (binary) => {
		const parameters = { jobId: world.newJob(), binaryPropertyName: '*' };
		const { items } = await world.run('asset:upload', [{ binary }], parameters);
		expect(items).toMatchObject([{ json: { bytes: 5, integrity: 'verified' } }]);
	});

	test.each([null, { data: null }])('is no file: %j', async (binary) => {
		const refusal = 'ITEM_WITHOUT_FILES';
		await world.expectRefused(refusal, 'asset:upload', [{ binary }], { jobId: 1 });
	});
});
