const { continueOnFail, pauses, useWorld } = require('./world');

const world = useWorld();
const HOUR = 3600_000;
const WRONG = 'wrong-key-of-somebody';
/** It makes the first call of a test exchange the key. */
const OLD_TOKEN = { accessToken: 'old', renewAfter: '1' };

const addAsset = async (items = [{}], more = {}) =>
	await world.run('asset:add', items, { jobId: world.newJob(), fileName: 'talk.wav' }, more);

/** Makes a test begin with a token that no other test has exchanged. */
async function beginWithToken() {
	await addAsset();
	world.emulator.journal.clear();
}

const PAGE = { headers: { 'content-type': 'text/html' }, body: '<html><p>Blocked</html>' };

/** `test/unit/credentials/hosts.test.js` has what else is taken off a key. */
test('a key that was pasted with white space works, and its token stays good without', async () => {
	const { apiKey } = world.emulator;
	for (const pasted of [` ${apiKey}\r\n`, apiKey])
		await addAsset([{}], { credential: world.credentialOf({ apiKey: pasted }) });
	expect(world.count('auth')).toBe(1);
});

describe('with an API key', () => {
	// `test/unit/api/response.test.js` has what else refuses a token.
	describe.each([
		[401, false],
		[200, true],
	])('a token that Verbit refuses with %s (envelope: %s)', (badTokenAnswer, badTokenEnvelope) => {
		beforeEach(async () => {
			await beginWithToken();
			world.set({ badTokenAnswer, badTokenEnvelope });
			world.emulator.clock.advance(25 * HOUR);
		});

		test.each([1, 12])('is replaced once, and the call repeated (items: %d)', async (count) => {
			expect((await addAsset(Array(count).fill({}))).items).toHaveLength(count);
			expect(world.calls()).toContain(`add_asset ${badTokenAnswer}`);
			expect(world.count('auth')).toBe(1);
		});

		test('brings an error and no loop when its replacement is refused as well', async () => {
			world.set({ tokenLifetime: 0 });
			const { items } = await addAsset(Array(5).fill({}), continueOnFail);
			const codes = items.map(({ json }) => /** @type {any} */ (json.details).code);
			// Without its envelope, the emulator refuses a token with a page.
			const code = badTokenEnvelope ? 'TOKEN_REFUSED' : 'NOT_VERBIT';
			expect(codes).toEqual(Array(5).fill(code));
			expect(world.count('auth')).toBe(1);
		});
	});

	test('a token near its end is replaced before a call is wasted on it', async () => {
		await beginWithToken();
		world.credential.data.renewAfter = String(Date.now() - 1);
		await addAsset();
		expect(world.calls()).toEqual(['auth 200', 'add_asset 200']);
	});

	test('a token of another host or key is not used for the one that has taken its place', async () => {
		await beginWithToken();
		const baseUrl = world.emulator.baseUrl.replace('127.0.0.1', 'localhost');
		Object.assign(world.credential.data, { baseUrl });
		await addAsset();
		Object.assign(world.credential.data, { apiKey: WRONG });
		await world.failing(addAsset());
		expect(world.calls()).toEqual(['auth 200', 'add_asset 200', 'auth 401', 'job_info 401']);
	});
});

/** `test/unit/credentials/accessToken.test.js` has the others. */
test.each(['asset:add', 'job:wait'])('a wrong key brings one message, in %s', async (operation) => {
	world.credential = world.credentialOf({ authentication: 'jwt', apiKey: WRONG });
	// Ten at a time: the eleventh comes when the key has been refused.
	const jobs = Array.from({ length: 11 }, () => ({ json: { id: world.jobThatIs('In Progress') } }));
	const parameters = { jobId: '={{ $json.id }}', fileName: 'talk.wav' };
	const { items, saved } = await world.run(operation, jobs, parameters, continueOnFail);
	const details = { code: 'API_KEY_REFUSED', step: 'Authenticate', job_id: expect.any(Number) };
	const json = { error: expect.stringContaining('401'), details };
	expect(items).toMatchObject(Array(11).fill({ json }));
	expect(world.calls()).toEqual(['auth 401']);
	expect(saved).not.toContain(WRONG);
});

describe('an authentication host', () => {
	beforeEach(() => (world.credential = world.credentialOf(OLD_TOKEN)));

	test('that asks for a wait of 20 s is asked again', async () => {
		world.fault('auth', { status: 429, headers: { 'retry-after': '20' } });
		const slept = jest.spyOn(pauses, 'cancellableSleep');
		await addAsset();
		expect(slept.mock.calls[0][0]).toBeGreaterThanOrEqual(20_000);
		expect(world.calls()).toEqual(['auth 429', 'auth 200', 'add_asset 200']);
	});

	test.each(['asset:add', 'job:create', 'job:start'])(
		'that takes long ends a stopped node with the exchange, and nothing is sent after it: %s',
		async (operation) => {
			const release = world.hold('auth');
			const jobId = world.newJob();
			const run = world.startRun(operation, [{}], { jobId, fileName: 'talk.wav' });
			await world.callHeld();
			run.cancel();
			// n8n gives a credential no signal: the exchange runs to its end.
			release();
			await run.nodeEnded;
			// What is sent nevertheless would have come by now.
			await world.run('job:get', [{}], { jobId });
			expect(world.calls()).toEqual(['auth 200', 'job_info 200']);
		},
	);
});

describe('with an original API token', () => {
	test('the token is sent unchanged, and the authentication host is never called', async () => {
		const authUrl = 'http://127.0.0.1:9';
		world.credential = world.credentialOf({ authentication: 'apiToken', authUrl });
		await addAsset();
		expect(world.calls()).toEqual(['add_asset 200']);
		expect(world.emulator.journal.at(-1)?.authScheme).toBe('ApiToken');
	});

	test('a wrong one brings one error and one call', async () => {
		world.credential = world.credentialOf({ authentication: 'apiToken', apiKey: WRONG });
		const { error } = await world.failing(addAsset());
		expect(error.context.code).toBe('API_KEY_REFUSED');
		expect(`${error.message} ${error.description}`).not.toMatch(/new one|access token/);
		expect(world.calls()).toEqual(['add_asset 401']);
	});
});

describe('a key of either kind', () => {
	/** @param {any} keyTakenBy */
	const takeBy = (keyTakenBy) => world.set({ keyTakenBy });

	test.each([
		['both', 'bearer', ['auth 200']],
		['apiToken', 'ApiToken', ['auth 401', 'job_info 400']],
	])('that Verbit takes by %s is found out once for all runs', async (way, scheme, found) => {
		takeBy(way);
		expect((await addAsset(Array(8).fill({}))).items).toHaveLength(8);
		await addAsset();
		expect(world.calls()).toEqual([...found, ...Array(9).fill('add_asset 200')]);
		expect(world.emulator.journal.at(-1)?.authScheme).toBe(scheme);
		const { apiKey } = world.emulator;
		expect(JSON.stringify({ ...world.credential.data, apiKey: '' })).not.toContain(apiKey);
	});

	test('is looked for again when it is refused, as the account got another kind', async () => {
		takeBy('apiToken');
		await addAsset();
		takeBy('exchange');
		world.emulator.journal.clear();
		await addAsset();
		expect(world.calls()).toEqual(['add_asset 401', 'auth 200', 'add_asset 200']);
	});

	test.each([
		[{}, ['auth 401', 'job_info 401']],
		[{ wrongKeyAnswer: '200-without-token', badTokenAnswer: 200 }, ['auth 200', 'job_info 200']],
	])('that Verbit takes neither way is an error that says both: %j', async (switches, calls) => {
		world.set(switches);
		world.credential = world.credentialOf({ apiKey: WRONG });
		const { items } = await addAsset([{}, {}], continueOnFail);
		const [{ json }] = items;
		expect(json.details).toMatchObject({ code: 'API_KEY_REFUSED', step: 'Authenticate' });
		expect(json.error).toMatch(
			/neither as an API key nor as an original API token \(.* returned \d+.*; .* returned \d+/,
		);
		expect(JSON.stringify(items)).not.toContain(WRONG);
		expect(world.calls()).toEqual(calls);
	});

	test('that is refused with 401 and a type of its own is no original API token', async () => {
		world.credential = world.credentialOf({ apiKey: WRONG });
		world.fault('job_info', { status: 401, body: { ErrorType: 'UNAUTHORIZED' } });
		expect((await world.failing(addAsset())).error.context.code).toBe('API_KEY_REFUSED');
		expect(world.calls()).toEqual(['auth 401', 'job_info 401']);
	});

	const FORBIDDEN = { headers: { 'content-type': 'text/plain' }, body: 'Forbidden' };

	test.each([
		['auth', { status: 503 }, 'HOST_BUSY', false],
		['auth', { status: 200, ...PAGE }, 'NOT_VERBIT', false],
		['job_info', { status: 503 }, 'HOST_BUSY', true],
		['job_info', { status: 200, ...PAGE }, 'NOT_VERBIT', true],
		// Who refuses so may be a proxy: it is for Verbit to judge.
		['auth', { status: 403, ...PAGE }, 'API_KEY_REFUSED', true],
		['auth', { status: 403, ...FORBIDDEN }, 'API_KEY_REFUSED', true],
	])('is left open, and said so, where %s is answered %j', async (call, fault, code, isAsked) => {
		const isJudged = code === 'API_KEY_REFUSED';
		takeBy(isJudged ? 'exchange' : 'apiToken');
		world.fault(call, { ...fault, times: 9 });
		const { error } = await world.failing(addAsset());
		expect(error.context.code).toBe(code);
		expect(error.description).toContain("can't tell which kind of key this is");
		expect(world.count('job_info') > 0).toBe(isAsked);
		if (!isJudged) world.emulator.faults.clear();
		takeBy('apiToken');
		await addAsset();
	});

	test('is not sent as a token after its kind was chosen by hand', async () => {
		takeBy('apiToken');
		await addAsset();
		Object.assign(world.credential.data, { authentication: 'jwt' });
		const { error } = await world.failing(addAsset());
		expect(error.context.code).toBe('API_KEY_REFUSED');
	});
});
