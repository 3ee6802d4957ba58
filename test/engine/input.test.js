const { randomFile, useWorld } = require('./world');

const world = useWorld();
const file = randomFile(10);
const empty = { content: Buffer.alloc(0), fileName: 'empty.wav' };

/** @type {Array<[what: string, operation: string, item: import('./engine').ItemSpec, parameters: any, message: string | RegExp]>} */
const REFUSED = [
	[
		'a job ID that was dragged onto the prefilled field',
		'job:get',
		{ json: { job_id: 1010 } },
		{ jobId: '={{ $json.job_id }}{{ $json.job_id }}' },
		"'Job ID' contains the same ID twice (got 10101010)",
	],
	[
		'no job ID',
		'asset:upload',
		{ files: { data: file } },
		{ jobId: '={{ "" }}' },
		"'Job ID' must be a positive whole number (got nothing)",
	],
	[
		'a job ID of words',
		'media:add',
		{},
		{ jobId: 'seven', mediaUrl: 'https://h/x' },
		"'Job ID' must be",
	],
	[
		'a job ID that an expression does not find',
		'media:add',
		{},
		{ jobId: '={{ $json.nothing }}', mediaUrl: 'https://h/x' },
		"'Job ID' must be",
	],
	[
		'a negative job ID',
		'asset:add',
		{},
		{ jobId: -1, fileName: 'x' },
		"'Job ID' must be a positive whole number (got -1)",
	],
	['an empty file name', 'asset:add', {}, { jobId: 1, fileName: ' ' }, "'File Name' is empty"],
	[
		'no asset URL',
		'asset:add',
		{},
		{ jobId: 1, assetSource: 'url', assetUrl: '={{ "" }}' },
		"'Asset URL' is empty",
	],
	[
		'a file: URL',
		'asset:add',
		{},
		{ jobId: 1, assetSource: 'url', assetUrl: 'file:///etc/passwd' },
		"'Asset URL' isn't a valid URL (got file:///etc/passwd)",
	],
	[
		'an s3: URL',
		'media:add',
		{},
		{ jobId: 1, mediaUrl: 's3://bucket/key' },
		"'Media URL' isn't a valid URL (got s3://bucket/key)",
	],
	[
		'no asset IDs',
		'media:add',
		{},
		{ jobId: 1, mediaSource: 'assetIds', assetIds: '={{ [] }}' },
		"'Asset IDs' is empty",
	],
	[
		'an asset ID twice',
		'media:add',
		{},
		{ jobId: 1, mediaSource: 'assetIds', assetIds: 'a,a' },
		`'Asset IDs' lists "a" twice`,
	],
	[
		'an item without a file',
		'asset:upload',
		{},
		{ jobId: 1 },
		'No file found: this item has no files',
	],
	[
		'a field that is not there',
		'asset:upload',
		{ files: { data: file } },
		{ jobId: 1, binaryPropertyName: 'video' },
		"No file found in field 'video': this item has files in data",
	],
	[
		'a field that is not there beside one that is',
		'asset:upload',
		{ files: { data: file } },
		{ jobId: 1, binaryPropertyName: 'data, video' },
		"No file found in field 'video': this item has files in data",
	],
	[
		'* for an item without a file',
		'media:merge',
		{},
		{ jobId: 1, binaryPropertyName: '*' },
		'No file found: this item has no files',
	],
	[
		'no field name',
		'media:add',
		{ files: { data: file } },
		{ jobId: 1, mediaSource: 'binary', binaryPropertyName: ' , ' },
		"'Input Binary Field' is empty",
	],
	[
		'an empty file',
		'asset:upload',
		{ files: { data: empty } },
		{ jobId: 1 },
		'File "empty.wav" in field \'data\' is empty',
	],
	[
		'an empty file among others',
		'media:merge',
		{ files: { data: file, more: empty } },
		{ jobId: 1, binaryPropertyName: '*' },
		'File "empty.wav" in field \'more\' is empty',
	],
	[
		'one file name for several files',
		'asset:upload',
		{ files: { a: file, b: file } },
		{ jobId: 1, binaryPropertyName: '*', options: { fileName: 'x.wav' } },
		"'File Name' is set, but this item has 2 files",
	],
	[
		'several files for one upload URL',
		'asset:upload',
		{ files: { a: file, b: file } },
		{ jobId: 1, binaryPropertyName: '*', options: { uploadUrl: 'https://h/x' } },
		'An upload URL accepts one file, but this item has 2 files',
	],
	[
		'an upload URL that is none',
		'asset:upload',
		{ files: { data: file } },
		{ jobId: 1, options: { uploadUrl: 'nope' } },
		"'Pre-Signed Upload URL' isn't a valid URL (got nope)",
	],
	[
		'no concurrency',
		'asset:upload',
		{ files: { data: file } },
		{ jobId: 1, options: { concurrency: 0 } },
		"'Concurrency' must be a whole number from 1 to 32 (got 0)",
	],
	[
		'half an attempt',
		'asset:upload',
		{ files: { data: file } },
		{ jobId: 1, options: { maxAttempts: 1.5 } },
		"'Max Attempts' must be",
	],
	[
		'a stall timeout of words',
		'asset:upload',
		{ files: { data: file } },
		{ jobId: 1, options: { stallTimeout: 'long' } },
		"'Stall Timeout' must be",
	],
	[
		'a content type with a line in it',
		'asset:upload',
		{ files: { data: file } },
		{ jobId: 1, options: { contentType: 'a/b\r\nX: y' } },
		"'Content Type' must be a MIME type",
	],
	[
		'a field that is an object',
		'asset:upload',
		{ files: { data: file } },
		{ jobId: 1, binaryPropertyName: '={{ ({ a: 1 }) }}' },
		"'Input Binary Field' must be the name of a field (got an object)",
	],
	[
		'a file name that is no date',
		'asset:add',
		{},
		{ jobId: 1, fileName: '={{ DateTime.fromISO("soon") }}' },
		"'File Name' must be text (got a date)",
	],
	[
		'an option File Name that is an object',
		'asset:upload',
		{ files: { data: file } },
		{ jobId: 1, options: { fileName: '={{ ({ a: 1 }) }}' } },
		"'File Name' must be text (got an object)",
	],
	...['labels:Labels', 'permissions:Permissions', 'translationLanguages:Translation Languages'].map(
		(names) => {
			const [name, displayName] = names.split(':');
			return /** @type {typeof REFUSED[number]} */ ([
				`an object for ${displayName}`,
				'job:create',
				{},
				{ profile: 'standard', additionalFields: { [name]: '={{ ({ a: 1 }) }}' } },
				`'${displayName}' must be a list of texts (got an object as an entry)`,
			]);
		},
	),
	[
		'a boolean for Labels',
		'job:create',
		{},
		{ profile: 'standard', additionalFields: { labels: '={{ true }}' } },
		"'Labels' must be a list of texts (got true as an entry)",
	],
	[
		'an object for Asset IDs',
		'media:add',
		{},
		{ jobId: 1, mediaSource: 'assetIds', assetIds: '={{ ({ asset_id: "a" }) }}' },
		"'Asset IDs' must be a list of texts (got an object as an entry)",
	],
	[
		'a language of captions that is an object',
		'job:getCaptions',
		{},
		{ jobId: 1, options: { captionLanguage: '={{ ({ code: "es" }) }}' } },
		"'Caption Language' must be text (got an object)",
	],
	[
		'a format of captions that is an object',
		'job:getCaptions',
		{},
		{ jobId: 1, captionFormat: '={{ ({ a: 1 }) }}' },
		"'Caption Format' isn't a valid format name (got an object)",
	],
	[
		'an output field that is an object',
		'job:getCaptions',
		{},
		{ jobId: 1, outputBinaryPropertyName: '={{ ({ a: 1 }) }}' },
		"'Put Output File in Field' must be text (got an object)",
	],
	[
		'a name of the captions that is an object',
		'job:getCaptions',
		{},
		{ jobId: 1, options: { fileName: '={{ ({ a: 1 }) }}' } },
		"'File Name' must be text (got an object)",
	],
	...['={{ $json.nothing }}', '={{ undefined }}', '={{ null }}'].map(
		(callbackUrl) =>
			/** @type {typeof REFUSED[number]} */ ([
				`a callback URL ${callbackUrl}`,
				'job:start',
				{},
				{ jobId: 1, options: { callbackUrl } },
				"'Callback URL' is empty",
			]),
	),
	[
		'a time of the sandbox that an expression does not find',
		'job:start',
		{},
		{ jobId: 1, options: { finishIn: '={{ $json.nothing }}' } },
		"'Sandbox: Finish In' must be a whole number from 0 to 900 (got nothing)",
	],
];

test.each(REFUSED)(
	'%s is refused by name, before anything is sent',
	async (_what, operation, item, parameters, message) => {
		const { error } = await world.run(operation, [item], parameters);
		expect(error.name).toBe('NodeOperationError');
		expect(error.message).toContain(message);
		expect(error.description).toMatch(/\.$/);
		expect(error.context.itemIndex).toBe(0);
		expect(world.calls()).toEqual([]);
	},
);

test.each(['v4', 0, ''])(
	"the credential's API version %j is refused by name, before anything is sent",
	async (apiVersion) => {
		const credential = world.credentialOf({ apiVersion });
		const { error } = await world.run('job:get', [{}], { jobId: 1 }, { credential });
		expect(error.message).toContain("'API Version' in the Verbit credential must be a positive");
		expect(error.description).toMatch(/^Enter 4/);
		expect(world.calls()).toEqual([]);
	},
);

test('an empty option Callback URL starts the job without a callback', async () => {
	const jobId = world.newJob();
	await world.run('media:add', [{}], { jobId, mediaUrl: 'https://h/x.mp4' });
	const { error } = await world.run('job:start', [{}], { jobId, options: { callbackUrl: '' } });
	expect(error).toBeUndefined();
});

test.each(['={{ $binary.talk }}', '={{ $input.item.binary.talk }}', '={{ Object.keys($binary) }}'])(
	"'Input Binary Field' may be %s",
	async (binaryPropertyName) => {
		const item = { files: { talk: file } };
		const jobId = world.newJob();
		const { items, error } = await world.run('asset:upload', [item], { jobId, binaryPropertyName });
		expect(error).toBeUndefined();
		expect(items[0].json.bytes).toBe(10);
	},
);

test('an item that cannot be used keeps the node from sending the ones before it', async () => {
	const items = [{ files: { data: file } }, { files: { data: file } }, {}];
	const { error } = await world.run('asset:upload', items, { jobId: world.newJob() });
	expect(error.context.itemIndex).toBe(2);
	expect(world.calls()).toEqual([]);
});

test('no items bring no output and no call', async () => {
	const { items, error } = await world.run('asset:upload', [], { jobId: 1 });
	expect({ items, error }).toEqual({ items: [], error: undefined });
	expect(world.calls()).toEqual([]);
});

describe('a custom credential', () => {
	test.each([
		['baseUrl', 'Base URL'],
		['authUrl', 'Authentication URL'],
	])('without its %s is refused by the name of the field', async (property, field) => {
		world.credential = world.credentialOf({ [property]: 'example.com' });
		const { error } = await world.run('asset:add', [{}], { jobId: 1, fileName: 'x' });
		expect(error.message).toContain(`'${field}' in the Verbit credential must start with http`);
		expect(world.calls()).toEqual([]);
	});

	test('with slashes at the end of its URLs works', async () => {
		const { baseUrl, authUrl } = world.emulator;
		world.credential = world.credentialOf({ baseUrl: `${baseUrl}//`, authUrl: `${authUrl}/` });
		const { error } = await world.run('asset:add', [{}], { jobId: world.newJob(), fileName: 'x' });
		expect(error).toBeUndefined();
	});
});

describe('with Continue On Fail', () => {
	test('an item that fails outputs its error, and the others continue', async () => {
		const items = [{ files: { data: file } }, {}, { files: { data: file } }];
		const result = await world.run(
			'asset:upload',
			items,
			{ jobId: world.newJob() },
			{ onError: 'continueRegularOutput' },
		);
		expect(result.items.map(({ json }) => json.asset_id ?? json.error)).toEqual([
			expect.any(String),
			'No file found: this item has no files',
			expect.any(String),
		]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }],
			[{ item: 1 }],
			[{ item: 2 }],
		]);
	});

	test('an item that fails goes to the error output where the node has one', async () => {
		const items = [{ files: { data: file } }, {}];
		const result = await world.run(
			'asset:upload',
			items,
			{ jobId: world.newJob() },
			{ onError: 'continueErrorOutput' },
		);
		expect(result.outputs.map((output) => output?.length)).toEqual([1, 1]);
	});

	test('items of an operation that this version does not have do not go on as if they were done', async () => {
		const more = { onError: /** @type {const} */ ('continueErrorOutput') };
		const { outputs } = await world.run('media:remove', [{ json: { row: 1 } }], {}, more);
		expect(outputs.map((items) => items?.map(({ json }) => json))).toEqual([
			[],
			[expect.objectContaining({ row: 1, error: expect.stringContaining('media:remove') })],
		]);
	});
});
