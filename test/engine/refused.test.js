/** Parameters and items that can't be used: each is refused by name, and nothing is sent for it. */
const { profileOf, randomFile, recording, signedUrl, useWorld } = require('./world');

const world = useWorld();

const TWO_FILES = [{ files: { a: randomFile(10), b: randomFile(10) } }];
const ONE_URL = ['HTTPS://B.Example.com:443/my%20talk', 'https://b.example.com/m%79%20talk#x'];
const ONE_URL_TWICE = ONE_URL.map((url) => recording(10, 'talk.wav', { url }));
const object = '={{ ({ a: 1 }) }}';
const nothing = '={{ $json.nothing }}';
const JOB = '={{ $json.job_id }}';
const FORM = 'Application/X-WWW-Form-Urlencoded';
const DEEP = `'{"a":'.repeat(5000) + 1 + '}'.repeat(5000)`;

/** @typedef {[parameters: any, refusal: string, items?: import('./engine').ItemSpec[]]} Refused */

/** @type {Record<string, Refused[]>} by operation; what each reader of a value refuses is in unit/parameters */
const REFUSED = {
	'job:get': [
		[{ jobId: `${JOB}${JOB.slice(1)}` }, 'JOB_ID_INVALID', [{ json: { job_id: 1010 } }]],
		[{ jobId: JOB }, 'JOB_ID_INVALID', [{ json: { id: 7 } }]],
	],
	'job:wait': [
		[{ options: { pollInterval: 0 } }, "VALUE_INVALID 'Poll Interval'"],
		[{ options: { timeoutHours: 720.5 } }, "VALUE_INVALID 'Timeout'"],
		[{ options: { timeoutHours: ' ' } }, "VALUE_INVALID 'Timeout'"],
		[{ options: { timeoutHours: '={{ true }}' } }, "VALUE_INVALID 'Timeout'"],
		[{ simplify: '={{ null }}' }, "VALUE_INVALID 'Simplify'"],
	],
	'job:start': [
		[{ options: { callbackUrl: 'ftp://h/done' } }, "URL_INVALID 'Callback URL'"],
		[{ options: { callbackUrl: nothing } }, "FIELD_EMPTY 'Callback URL'"],
		[{ options: { finishIn: 901 } }, "VALUE_INVALID 'Sandbox: Finish In'"],
		[{ options: { finishIn: nothing } }, "VALUE_INVALID 'Sandbox: Finish In'"],
		[{ options: { finishWithError: true } }, "FIELD_EMPTY 'Sandbox: Finish In'"],
		[{ options: { extraFields: '{a' } }, "VALUE_INVALID 'Extra Start Fields'"],
	],
	'job:create': [
		[{ profile: profileOf('={{ "" }}') }, "FIELD_EMPTY 'Profile'"],
		[{ additionalFields: { language: 'en_US' } }, "VALUE_INVALID 'Language'"],
		[{ additionalFields: { language: 'en-!' } }, "VALUE_INVALID 'Language'"],
		[{ additionalFields: { language: 'x-klingon' } }, "VALUE_INVALID 'Language'"],
		[{ additionalFields: { language: 'English' } }, "VALUE_INVALID 'Language'"],
		[
			{ additionalFields: { translationLanguages: ['in French'] } },
			"VALUE_INVALID 'Translation Languages'",
		],
		[{ additionalFields: { jobMetadata: '{"a": {"b": 1}}' } }, "VALUE_INVALID 'Job Metadata'"],
		[
			{ additionalFields: { translationProcessingMode: 'fast' } },
			"VALUE_INVALID 'Translation Processing Mode'",
		],
		[{ additionalFields: { jobName: object } }, "VALUE_INVALID 'Job Name'"],
		[{ additionalFields: { extraFields: '[1]' } }, "VALUE_INVALID 'Extra Job Fields'"],
		[{ additionalFields: { extraFields: `={{ JSON.parse(${DEEP}) }}` } }, 'VALUE_TOO_DEEP'],
		[{ externalId: 'x', ifExternalIdUsed: 'fail' }, "VALUE_INVALID 'If Used Before'"],
		[{ externalId: 'x', ifExternalIdUsed: nothing }, 'VALUE_INVALID'],
	],
	'job:getCaptions': [
		[{ captionFormat: '={{ "srt/x" }}' }, "VALUE_INVALID 'Caption Format'"],
		[{ outputBinaryPropertyName: '__proto__' }, "VALUE_INVALID 'Put Output File in Field'"],
		[{ outputBinaryPropertyName: '={{ " " }}' }, "FIELD_EMPTY 'Put Output File in Field'"],
		[{ outputAs: '={{ "mail" }}' }, "VALUE_INVALID 'Output As'"],
		[{ outputAs: 'text', captionFormat: '={{ "MP4" }}' }, 'CAPTION_FORMAT_WITHOUT_TEXT'],
		[{ outputAs: 'text', options: { maxCharacters: 0 } }, "VALUE_INVALID 'Max Characters'"],
		[{ outputAs: 'text', options: { timecodeInterval: 0 } }, "VALUE_INVALID 'Timecode Interval'"],
	],
	'job:requestUploadUrl': [
		[{ fileName: ' ' }, "FIELD_EMPTY 'File Name'"],
		...['/job/../../admin', '@evil.example/x', '/job?x=1', '/job/%2e%2e/x'].map(
			(path) =>
				/** @type {Refused} */ ([
					{ fileName: 'a.mp3', options: { path } },
					"VALUE_INVALID 'Endpoint Path'",
				]),
		),
	],
	'asset:add': [
		[{ fileName: ' ' }, "FIELD_EMPTY 'File Name'"],
		[{ fileName: '={{ DateTime.fromISO("soon") }}' }, "VALUE_INVALID 'File Name'"],
		[{ assetSource: 'url', assetUrl: '={{ "" }}' }, "FIELD_EMPTY 'Asset URL'"],
		[{ assetSource: 'url', assetUrl: 'file:///etc/passwd' }, "URL_INVALID 'Asset URL'"],
		[{ assetSource: 'URL', fileName: 'a.wav' }, "VALUE_INVALID 'Upload Method'"],
	],
	'asset:upload': [
		[{}, 'ITEM_WITHOUT_FILES', [{}]],
		[{}, 'FILE_INVALID', [recording(0)]],
		[
			{ binaryPropertyName: 'video' },
			"FILE_NOT_FOUND 'video': this item has files in a, b",
			TWO_FILES,
		],
		[{ binaryPropertyName: '*', options: { fileName: 'x.wav' } }, 'ONE_ACCEPTED', TWO_FILES],
		[{ binaryPropertyName: '*', options: { uploadUrl: 'https://h/x' } }, 'ONE_ACCEPTED', TWO_FILES],
		[{ options: { uploadUrl: '={{ $json.url }}' } }, 'VALUE_REPEATED', ONE_URL_TWICE],
		[{ options: { uploadUrl: 'nope' } }, "URL_INVALID 'Pre-Signed Upload URL'"],
		[{ options: { uploadUrl: signedUrl(-3600) } }, "URL_EXPIRED 'Pre-Signed Upload URL'"],
		...[
			['Concurrency', { concurrency: 33 }],
			['Max Attempts', { maxAttempts: 11 }],
			['Stall Timeout', { stallTimeout: 3601 }],
			...['mp4', FORM].map((contentType) => ['Content Type', { contentType }]),
		].map(([name, options]) => /** @type {Refused} */ ([{ options }, `VALUE_INVALID '${name}'`])),
		[{ uploadSource: 'file' }, "VALUE_INVALID 'Upload Source'"],
	],
	'media:add': [
		[{ mediaUrl: 's3://bucket/key' }, "URL_INVALID 'Media URL'"],
		[{ mediaUrl: signedUrl(3600) }, "URL_EXPIRES_SOON 'Media URL'"],
		[{ mediaUrl: 'https://h/x.mp4' }, 'JOB_IN_SEVERAL_ITEMS', [{}, {}]],
		[{ mediaSource: 'URL', mediaUrl: 'https://h/a.mp4' }, "VALUE_INVALID 'Media Source'"],
		[{ assetIds: '={{ [] }}' }, "FIELD_EMPTY 'Asset IDs'"],
		[{ assetIds: 'a, b, a' }, "VALUE_REPEATED 'Asset IDs'"],
		[{ mediaSource: 'binary', binaryPropertyName: ' , ' }, "FIELD_EMPTY 'Input Binary Field'"],
		[{ mediaSource: 'binary', binaryPropertyName: '*' }, 'ONE_ACCEPTED', TWO_FILES],
	],
	'media:merge': [
		[{ binaryPropertyName: '*' }, 'ITEM_WITHOUT_FILES', [{}]],
		[{}, 'MERGE_NEEDS_TWO_PARTS'],
		[{ mergeSource: 'assetIds', assetIds: 'a' }, "VALUE_REPEATED 'Asset IDs'", [{}, {}]],
		[{ binaryPropertyName: 'data, data' }, "VALUE_REPEATED 'Input Binary Field'"],
		[{ mergeSource: 'files', binaryPropertyName: '*' }, "VALUE_INVALID 'Merge Source'", TWO_FILES],
		[{ order: '={{ "File Name" }}', binaryPropertyName: '*' }, "VALUE_INVALID 'Order'", TWO_FILES],
	],
	'media:addBackupRecording': [
		[{ backupSource: 'binary', binaryPropertyName: '*' }, 'ONE_ACCEPTED', TWO_FILES],
		[{ assetId: 'a, a' }, 'ONE_ACCEPTED'],
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
		[{ notesUrl: signedUrl(3600) }, "URL_EXPIRES_SOON 'Notes URL'"],
		[{ notesSource: null, notesUrl: 'https://h/a.pdf' }, "VALUE_INVALID 'Notes Source'"],
	],
	'recording:submit': [
		[{}, 'ITEM_WITHOUT_FILES', [{}]],
		[{ mediaSource: 'file' }, "VALUE_INVALID 'Media Source'"],
		[{ options: { callbackUrl: 'here' } }, "URL_INVALID 'Callback URL'"],
		[{ options: { startTranscription: nothing } }, "VALUE_INVALID 'Start Transcription'"],
	],
	'recording:transcribe': [
		[{ outputAs: 'file', captionFormat: '' }, "VALUE_INVALID 'Caption Format'"],
		[{ options: { timeoutHours: 'a day' } }, "VALUE_INVALID 'Timeout'"],
		[{ options: { maxCharacters: 0 } }, "VALUE_INVALID 'Max Characters'"],
	],
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
	['Callback URL', 'job:start', { jobId: 7, options: { callbackUrl: '{{ $json.url }}' } }],
	['Input Binary Field', 'asset:upload', { jobId: 7, binaryPropertyName: '{{ $json.field }}' }],
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

test("a time is that of the workflow's zone", async () => {
	const parameters = { jobId: 7, mediaUrl: signedUrl(-60) };
	const more = { settings: { timezone: 'Asia/Tokyo' } };
	const { message } = await world.expectRefused('URL_EXPIRED', 'media:add', [{}], parameters, more);
	expect(message).toMatch(/expired at \d\d:\d\d GMT\+9 (today|on \d)/);
});

/** `test/unit/parameters/values.test.js` has what is none. */
test('exact digits are sent as a text, and JSON as it is', async () => {
	const extraFields = '{"b": ["x", ":", {"a": "y\\":"}], "c": null, "": {"a": 0.5}}';
	const parameters = {
		externalId: '={{ 2 ** 53 - 1 }}',
		additionalFields: { labels: ['={{ 0.5 }}'], extraFields },
	};
	await world.run('job:create', [{}], parameters);
	const sent = { external_id: '9007199254740991', labels: ['0.5'], ...JSON.parse(extraFields) };
	expect(world.sent('job_new')).toMatchObject([sent]);
});

test('an asset ID that stands twice is the error of its item and job', async () => {
	const items = [{ json: { ids: 'a' } }, { json: { ids: 'b, b' } }];
	const merge = { jobId: 7, mergeSource: 'assetIds', assetIds: '={{ $json.ids }}' };
	const { context } = await world.expectRefused('VALUE_REPEATED', 'media:merge', items, merge);
	expect(context).toMatchObject({ itemIndex: 1, data: { job_id: 7 } });
	const same = [{ json: { ids: 'a' } }, { json: { ids: 'a' } }];
	const error = await world.expectRefused('VALUE_REPEATED', 'media:merge', same, merge);
	expect(error.context).toMatchObject({ itemIndex: 0, data: { job_id: 7 } });
});

test('no items bring no output, and no call', async () => {
	expect(await world.run('asset:upload', [], {})).toMatchObject({ items: [], error: undefined });
	expect(world.calls()).toEqual([]);
});

test("an empty 'Callback URL' starts the job without a callback", async () => {
	const jobId = await world.jobWithMedia();
	await world.run('job:start', [{}], { jobId, options: { callbackUrl: '' } });
	expect(world.emulator.job(jobId)?.status).toBe('In Progress');
});

describe('what a Code node may have put beside the files', () => {
	const data = Buffer.from('hello').toString('base64');
	const file = { data, mimeType: 'audio/wav', fileName: 'a.wav' };

	test.each([
		['nothing', null],
		['a text', 'x'],
	])('does not keep a job from being read: %s', async (_what, binary) => {
		const jobId = world.newJob();
		const { items, error } = await world.run('job:get', [{ binary }], { jobId });
		expect([error, items[0]?.json.job_id]).toEqual([undefined, jobId]);
	});

	test.each([
		['null', '*', { data: file, other: null }],
		['a number', '*', { data: file, other: 5 }],
		['an object as ID', 'data', { data: { ...file, id: {} } }],
		['an empty ID', 'data', { data: { ...file, id: '' } }],
	])(
		'does not keep the file from being uploaded: %s, with %s',
		async (_what, binaryPropertyName, binary) => {
			const parameters = { jobId: world.newJob(), binaryPropertyName };
			const { items } = await world.run('asset:upload', [{ binary }], parameters);
			expect(items).toMatchObject([{ json: { bytes: 5, integrity: 'verified' } }]);
		},
	);

	// The storage's word, without the ID that a copy has lost.
	const words = ['filesystem-v2', 's3'];

	/** @type {any[][]} */
	const UNUSABLE = [
		['ITEM_WITHOUT_FILES', null],
		['ITEM_WITHOUT_FILES', { data: null }],
		...words.map((data) => ['FILE_INVALID', { data: { ...file, data } }]),
	];

	test.each(UNUSABLE)('is no file: %s for %j', async (refusal, binary) => {
		await world.expectRefused(refusal, 'asset:upload', [{ binary }], { jobId: 1 });
	});
});
