const { randomFile, useWorld } = require('./world');

const world = useWorld();
const file = randomFile(1000);

/** What must not be in anything that n8n saves or shows. */
const secretsOf = () => {
	const { apiKey, state } = world.emulator;
	return {
		apiKey,
		token: String(world.credential.data.accessToken),
		tokenSecret: state.data.tokenSecret,
	};
};

/** @param {string} saved */
function expectNoSecret(saved) {
	for (const [name, secret] of Object.entries(secretsOf())) {
		expect(secret).not.toBe('');
		expect({ name, found: saved.includes(secret) }).toEqual({ name, found: false });
	}
	expect(saved).not.toContain('X-Amz-Signature');
	expect(saved).not.toContain('bearer ');
}

test.each([
	['asset:upload', {}],
	['media:add', { mediaSource: 'binary' }],
])(
	'what n8n saves of %s holds no key, no token and no signature',
	async (operation, parameters) => {
		const { saved, error } = await world.run(operation, [{ files: { data: file } }], {
			jobId: world.newJob(),
			...parameters,
		});
		expect(error).toBeUndefined();
		expectNoSecret(saved);
	},
);

const answer = { kind: 'status', status: 400 };

test.each([
	[
		'the store refuses',
		{
			where: 'store',
			...answer,
			body: '<Error><Code>X</Code><Message>See https://h/x?X-Amz-Signature=1</Message></Error>',
		},
	],
	['the store redirects', { where: 'store', kind: 'redirect', location: 'http://127.0.0.1:9/' }],
	['the connection to the store is cut', { where: 'store', kind: 'dropConnection', times: 9 }],
	['the store does not answer', { where: 'store', kind: 'stall', times: 9 }],
	[
		'the service refuses',
		{
			where: 'service',
			operation: 'add_asset',
			...answer,
			body: { ErrorType: 'X', ErrorComment: 'bearer at https://h/x?X-Amz-Signature=1'.slice(7) },
		},
	],
	[
		'the service is down',
		{ where: 'service', operation: 'add_asset', kind: 'dropConnection', times: 9 },
	],
	[
		'the token is refused',
		{ where: 'service', operation: 'add_asset', ...answer, status: 401, body: {}, times: 9 },
	],
])('what n8n saves when %s holds none either', async (_what, fault) => {
	await world.run('asset:add', [{}], { jobId: world.newJob(), fileName: 'x' });
	world.emulator.faults.add(/** @type {any} */ (fault));
	const parameters = { jobId: world.newJob(), options: { maxAttempts: 1, stallTimeout: 1 } };
	const { saved, error } = await world.run('asset:upload', [{ files: { data: file } }], parameters);
	expect(error).toBeDefined();
	expectNoSecret(saved);
});

test('the signed link of an answer is redacted, but for Add Asset, which is asked for it', async () => {
	const body = { media_url: 'https://h/x.mp4?X-Amz-Signature=1', note: 'fetched' };
	world.emulator.faults.add({
		where: 'service',
		operation: 'add_media',
		kind: 'status',
		status: 200,
		body,
	});
	const { items } = await world.run('media:add', [{}], {
		jobId: world.newJob(),
		mediaUrl: 'https://h/x.mp4',
	});
	expect(items[0].json).toMatchObject({ media_url: 'https://h/x.mp4?…', note: 'fetched' });
});

test('the access token is stored in the credential alone, and only with its time', async () => {
	const before = Object.keys(world.credential.data);
	await world.run('asset:add', [{}], { jobId: world.newJob(), fileName: 'x' });
	expect(Object.keys(world.credential.data)).toEqual(before);
	expect(world.credential.updates).toBe(1);
});
