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
	const body = { source: 'https://h/x.mp4?X-Amz-Signature=1', note: 'fetched' };
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
	expect(items[0].json).toMatchObject({ source: 'https://h/x.mp4?…', note: 'fetched' });
});

test('the access token is stored in the credential alone, and only with its time', async () => {
	const before = Object.keys(world.credential.data);
	await world.run('asset:add', [{}], { jobId: world.newJob(), fileName: 'x' });
	expect(Object.keys(world.credential.data)).toEqual(before);
	expect(world.credential.updates).toBe(1);
});

describe('a response that quotes the token it was sent', () => {
	/** @type {string[]} */
	const lines = [];
	let stopListening = () => {};
	beforeEach(() => {
		lines.length = 0;
		stopListening = world.engine.listenToLog((_level, text) => lines.push(text));
	});
	afterEach(() => stopListening());

	/** @type {Array<['jwt' | 'apiToken', 'jwt' | 'opaque']>} */
	const TOKENS = [
		['apiToken', 'opaque'],
		['jwt', 'jwt'],
		['jwt', 'opaque'],
	];
	const cases = TOKENS.flatMap(([authentication, tokenKind]) =>
		[401, 400, 200].flatMap((status) =>
			['BAD_API_TOKEN', 'INVALID_QUERY'].map(
				(type) => /** @type {const} */ ([authentication, tokenKind, status, type]),
			),
		),
	);

	test.each(cases)('is shown without it: %s (%s), %s %s', async (...given) => {
		const [authentication, tokenKind, status, type] = given;
		world.emulator.switches.set({ tokenKind });
		// What a JWT begins with would be found wherever it comes from.
		world.credential = world.credentialOf({ authentication });
		world.emulator.faults.add({
			where: 'service',
			operation: 'add_asset',
			kind: 'status',
			status,
			times: 9,
			body: { ErrorType: type, ErrorComment: 'The token {token} is not valid' },
		});
		const parameters = { jobId: world.newJob(), fileName: 'x' };
		const [failed, goesOn] = [
			await world.run('asset:add', [{}], parameters),
			await world.run('asset:add', [{}], parameters, { onError: 'continueRegularOutput' }),
		];
		expect(failed.error.message).toContain('The token … is not valid');
		expect(goesOn.items[0].json.error).toContain('The token … is not valid');
		const { accessToken } = world.credential.data;
		for (const secret of [world.emulator.apiKey, accessToken].filter((text) => text !== '')) {
			expect(`${failed.saved} ${goesOn.saved} ${lines}`).not.toContain(secret);
		}
	});

	test.each(TOKENS)('is output without it: %s (%s)', async (authentication, tokenKind) => {
		world.emulator.switches.set({ tokenKind });
		world.credential = world.credentialOf({ authentication });
		const quoting = { note: 'sent with {token}', list: [{ '{token}': '{token}' }] };
		world.emulator.faults.add({
			where: 'service',
			operation: 'job_info',
			kind: 'status',
			status: 200,
			body: { job_status: 'Completed', external_id: 'key {token}', ...quoting },
		});
		const { items, saved } = await world.run('job:get', [{}], { jobId: 7, simplify: false });
		expect(items[0].json).toMatchObject({
			note: 'sent with …',
			external_id: 'key …',
			list: [{ '…': '…' }],
		});
		expect(saved).not.toContain(world.emulator.apiKey);
		expect(saved).not.toContain(world.credential.data.accessToken || world.emulator.apiKey);
	});
});

describe('captions that quote the token', () => {
	/** @param {object} fault @param {object} [parameters] @param {string} [secret] that must not be saved */
	const get = async (fault, parameters, secret = world.emulator.apiKey) => {
		world.credential = world.credentialOf({ authentication: 'apiToken' });
		const jobId = world.newJob();
		world.emulator.setJobStatus(jobId, 'Completed');
		const captions = { where: 'service', operation: 'get_caption', kind: 'status' };
		world.emulator.faults.add(/** @type {any} */ ({ ...captions, ...fault }));
		const { items, error, saved } = await world.run('job:getCaptions', [{}], {
			jobId,
			captionFormat: 'txt',
			...parameters,
		});
		expect(saved).not.toContain(secret);
		return { item: items[0], error };
	};

	test.each(['file', 'text'])('are none (%s)', async (outputAs) => {
		const body = 'The token {token} is not valid';
		const { error } = await get({ status: 200, body }, { outputAs });
		expect(error?.message).toContain('200 and a text with the access token instead of the file');
	});

	test('may hold a key that is an ordinary word', async () => {
		world.emulator.state.update((data) => (data.apiKey = 'evening'));
		const body = 'Good evening, everybody.';
		const { item, error } = await get({ status: 200, body }, { outputAs: 'text' }, 'nothing');
		expect(error).toBeUndefined();
		expect(item.json.text).toBe(body);
	});

	test('in their name or type are output without it', async () => {
		const { apiKey } = world.emulator;
		const headers = {
			'content-disposition': `attachment; filename="${apiKey}.txt"`,
			'content-type': `text/x-${apiKey}`,
		};
		const { item } = await get({ status: 200, headers, body: '1\n' }, { captionFormat: 'new' });
		expect(item.json.file_name).toBe('….txt');
	});

	test.each([
		['that has no valid URL', () => 'ftp://h'],
		['that the storage refuses', () => world.emulator.storeUrl],
	])('in a redirect %s are reported without it', async (_what, host) => {
		const location = `${host()}/${world.emulator.apiKey}/x`;
		const { error } = await get({ status: 302, headers: { location }, times: 9 });
		expect(error?.message).toContain(`${host()}/`);
	});
});

describe('a secret of somebody else in a response', () => {
	const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJTM2NyM3QifQ.S3cr3tS1gnature';

	test.each([
		['a JWT', `The session ${JWT} has ended`, 'The session … has ended'],
		['what follows bearer', 'got Bearer S3cr3tValue', 'got Bearer …'],
		['what follows ApiToken', 'got apitoken S3cr3tValue.', 'got apitoken ….'],
		['what follows it in capitals', 'got APITOKEN S3cr3tValue', 'got APITOKEN …'],
		[
			'a login of a proxy',
			'Proxy-Authorization: Basic bWU6UzNjcjN0',
			'Proxy-Authorization: Basic …',
		],
		[
			'a signature without its URL',
			'X-Amz-Signature=S3cr3t is wrong',
			'X-Amz-Signature=… is wrong',
		],
	])('is removed from a message: %s', async (_what, comment, shown) => {
		world.emulator.faults.add({
			where: 'service',
			operation: 'add_asset',
			...answer,
			kind: 'status',
			body: { ErrorType: 'INVALID_OPTION', ErrorComment: comment },
		});
		const { error, saved } = await world.run('asset:add', [{}], { jobId: 7, fileName: 'x' });
		expect(error.message).toContain(`(${shown})`);
		expect(saved).not.toMatch(/S3cr3t|UzNjcjN0/);
	});

	test.each([
		['the status of a job', { job_status: 'Odd https://h/x?X-Amz-Signature=S3cr3t' }],
		[
			'the name of a field',
			{ job_status: 'Pending', 'https://h/x?sig=S3cr3t': { 'X-Amz-Signature=S3cr3t': 1 } },
		],
		['a bare signature', { job_status: 'Pending', note: 'X-Amz-Signature=S3cr3t&X-Amz-Date=1' }],
		['a JWT', { job_status: 'Pending', note: `see ${JWT}` }],
	])('is removed from what is output: %s', async (_what, body) => {
		const fault = /** @type {const} */ ({
			where: 'service',
			operation: 'job_info',
			kind: 'status',
		});
		world.emulator.faults.add({ ...fault, status: 200, body });
		const { items, saved } = await world.run('job:get', [{}], { jobId: 7, simplify: false });
		expect(items[0].json.job_id).toBe(7);
		expect(saved).not.toContain('S3cr3t');
	});

	test('is removed from the status that an error names', async () => {
		const body = { job_status: 'Odd https://h/x?X-Amz-Signature=S3cr3t' };
		const fault = /** @type {const} */ ({
			where: 'service',
			operation: 'job_info',
			kind: 'status',
		});
		world.emulator.faults.add({ ...fault, status: 200, times: 99, body });
		const options = { timeoutHours: 0.0003, pollInterval: 1 };
		const { error, saved } = await world.run('job:wait', [{}], { jobId: 7, options });
		expect(error.message).toContain('Odd https://h/x?…');
		expect(saved).not.toContain('S3cr3t');
	});

	test('is removed from the code of a storage', async () => {
		const url = 'https://h/x?X-Amz-Signature=S3cr3t';
		world.emulator.faults.add({
			where: 'store',
			kind: 'status',
			status: 403,
			body: `<Error><Code>See ${url}</Code><Message>No</Message></Error>`,
		});
		const { error, saved } = await world.run('asset:upload', [{ files: { data: file } }], {
			jobId: world.newJob(),
		});
		expect(error.message).toContain('403 See https://h/x?…');
		expect(saved).not.toContain('S3cr3t');
	});
});

describe('a request of another node with this credential', () => {
	/** @param {object} request @param {object} [changes] */
	const authenticated = async (request, changes) =>
		await world
			.credentialOf({ accessToken: 'S3cr3tToken', renewAfter: '9e15', ...changes })
			.authenticate(world.credential.data, 'verbitApi', /** @type {any} */ (request));

	test.each(['url', 'uri'])('gets no token for another host (%s)', async (name) => {
		world.credential.data.authentication = 'apiToken';
		for (const target of [
			'https://example.com/job/info',
			`${world.emulator.baseUrl.replace('127.0.0.1', '127.0.0.1.example.com')}/job/info`,
			`${world.emulator.baseUrl.replace('//', '//user@example.com\\@')}/job/info`,
			world.emulator.baseUrl.replace('http:', 'https:'),
			'//example.com/x',
			'not a url',
		]) {
			await expect(authenticated({ [name]: target })).rejects.toThrow(
				/isn't on a host of the Verbit credential/,
			);
		}
	});

	test.each(['url', 'uri'])(
		'gets the token for its own host, and for no redirect (%s)',
		async (name) => {
			world.credential.data.authentication = 'apiToken';
			const target = `${world.emulator.baseUrl}/jobs`;
			expect(await authenticated({ [name]: target, headers: { a: 'b' } })).toEqual({
				[name]: target,
				headers: { a: 'b', Authorization: `ApiToken ${world.emulator.apiKey}` },
				sendCredentialsOnCrossOriginRedirect: false,
			});
			const { baseUrl: baseURL } = world.emulator;
			expect(await authenticated({ baseURL, [name]: '/job/info' })).toMatchObject({
				headers: { Authorization: expect.stringContaining('ApiToken') },
			});
		},
	);
});
