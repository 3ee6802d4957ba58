const { useWorld } = require('./world');

const world = useWorld();
const HOUR = 3600_000;

/** One call to the service: announces a file. */
async function addAsset(items = [{}], more = {}) {
	return await world.run('asset:add', items, { jobId: world.newJob(), fileName: 'talk.wav' }, more);
}

/** Makes every test begin with a token that no other test has exchanged. */
async function beginWithToken() {
	await addAsset();
	world.emulator.journal.clear();
}

test.each(
	/** @type {const} */ ([
		['jwt', ' '],
		['jwt', '\n'],
		['apiToken', ' '],
		['apiToken', '\r\n'],
	]),
)('a key that was pasted with white space works (%s, %j)', async (authentication, space) => {
	const { apiKey } = world.emulator;
	const credential = world.credentialOf({ authentication, apiKey: `${space}${apiKey}${space}` });
	const { error } = await addAsset([{}], { credential });
	expect(error).toBeUndefined();
});

test.each(/** @type {const} */ (['jwt', 'apiToken']))(
	'a page of a firewall is not taken for a refusal of the key (%s)',
	async (authentication) => {
		world.emulator.faults.add({
			where: 'service',
			operation: 'add_asset',
			kind: 'status',
			status: 403,
			times: 4,
			body: '<html><body>Blocked</body></html>',
			headers: { 'content-type': 'text/html' },
		});
		const credential = world.credentialOf({ authentication });
		const { error } = await addAsset([{}, {}], { credential });
		expect(error.context.code).toBe('CALL_BLOCKED');
		expect(error.message).toContain('most likely from a proxy or firewall');
		expect(error.description).toContain('Check any proxy or firewall between n8n and Verbit');
	},
);

test('a token stays good when white space is removed from its key', async () => {
	const { apiKey } = world.emulator;
	await addAsset([{}], { credential: world.credentialOf({ apiKey: `${apiKey}\n` }) });
	await addAsset([{}], { credential: world.credentialOf({ apiKey }) });
	expect(world.count('auth')).toBe(1);
});

describe('with an API key', () => {
	test('a token is exchanged once, and serves the executions that follow', async () => {
		await addAsset();
		await addAsset();
		expect(world.calls()).toEqual(['auth 200', 'add_asset 200', 'add_asset 200']);
		expect(world.credential.data.accessToken).not.toBe('');
	});

	describe.each(
		/** @type {const} */ ([
			[401, true],
			[401, false],
			[403, true],
			[403, false],
			[400, true],
			[200, true],
		]),
	)(
		'a token that the service refuses with %s (envelope: %s)',
		(badTokenAnswer, badTokenEnvelope) => {
			test('is replaced once, and the call is repeated', async () => {
				await beginWithToken();
				world.emulator.switches.set({ badTokenAnswer, badTokenEnvelope });
				world.emulator.clock.advance(25 * HOUR);
				const { items, error } = await addAsset();
				expect(error).toBeUndefined();
				expect(items[0].json.asset_id).toEqual(expect.any(String));
				expect(world.calls()).toEqual([`add_asset ${badTokenAnswer}`, 'auth 200', 'add_asset 200']);
			});

			test('is replaced once for all items that run at the same time', async () => {
				await beginWithToken();
				world.emulator.switches.set({ badTokenAnswer, badTokenEnvelope });
				world.emulator.clock.advance(25 * HOUR);
				const items = Array.from({ length: 12 }, () => ({}));
				const result = await addAsset(items);
				expect(result.items).toHaveLength(12);
				expect(world.count('auth')).toBe(1);
			});

			test('brings an error and no loop when its replacement is refused as well', async () => {
				await beginWithToken();
				world.emulator.switches.set({ badTokenAnswer, badTokenEnvelope, tokenLifetime: 0 });
				world.emulator.clock.advance(25 * HOUR);
				const { items } = await addAsset([{}, {}, {}, {}, {}], {
					onError: 'continueRegularOutput',
				});
				expect(items).toHaveLength(5);
				for (const { json } of items) {
					// Without its envelope, the emulator refuses a token with a page.
					expect(json.error).toMatch(
						badTokenEnvelope
							? /^(Add asset|Authenticate).* Verbit didn't accept the access token/
							: /^Add asset.* a web page came instead of Verbit's response/,
					);
				}
				expect(world.count('auth')).toBe(1);
			});
		},
	);

	test('a token near its end is replaced before a call is wasted on it', async () => {
		await beginWithToken();
		const { accessToken } = world.credential.data;
		world.credential.data.renewAfter = String(Date.now() - 1);
		const { error } = await addAsset();
		expect(error).toBeUndefined();
		expect(world.calls()).toEqual(['auth 200', 'add_asset 200']);
		expect(world.credential.data.accessToken).not.toBe(accessToken);
	});

	describe('a token of another', () => {
		test('key is not used for a wrong one that has taken its place', async () => {
			await beginWithToken();
			world.credential.data.apiKey = 'wrong-key-of-somebody';
			const { error } = await addAsset();
			expect(error.message).toContain("didn't accept the API key");
			expect(world.calls()).toEqual(['auth 401']);
		});

		test('host is not sent to the one that has taken its place', async () => {
			await beginWithToken();
			world.credential.data.baseUrl = `${world.emulator.baseUrl}/`.replace(
				'127.0.0.1',
				'localhost',
			);
			const { error } = await addAsset();
			expect(error).toBeUndefined();
			expect(world.calls()).toEqual(['auth 200', 'add_asset 200']);
		});
	});

	test('a token that lives briefly is not replaced at each call', async () => {
		world.emulator.switches.set({ tokenLifetime: 60 });
		world.credential = world.credentialOf({ accessToken: 'old', renewAfter: '1' });
		await addAsset([{}, {}, {}]);
		await addAsset([{}, {}, {}]);
		expect(world.count('auth')).toBe(1);
	});

	test.each(/** @type {const} */ (['opaque', 'jwt']))(
		'a token that does not say its end (%s) is taken as one of 24 hours',
		async (tokenKind) => {
			world.emulator.switches.set({ tokenKind, tokenHasExp: false });
			world.emulator.clock.advance(25 * HOUR);
			await addAsset();
			const lifetime = Number(world.credential.data.renewAfter) - Date.now();
			expect(lifetime).toBeGreaterThan(23 * HOUR);
			expect(lifetime).toBeLessThan(24 * HOUR);
		},
	);

	test('a refusal that is about something else does not replace the token', async () => {
		await beginWithToken();
		const body = { ErrorType: 'ITEM_NOT_FOUND', ErrorComment: 'no such job' };
		world.emulator.faults.add({
			where: 'service',
			operation: 'add_asset',
			kind: 'status',
			status: 403,
			body,
		});
		const { error } = await addAsset();
		expect(error.message).toContain('Verbit returned 403 ITEM_NOT_FOUND (no such job)');
		expect(world.count('auth')).toBe(0);
	});
});

describe('a wrong API key', () => {
	const answers = /** @type {const} */ ([401, 403, 400, 404, 422, '200-without-token']);
	const bodies = /** @type {const} */ (['json', 'html', 'empty']);
	const cases = answers.flatMap((answer) =>
		bodies.map((body) => /** @type {const} */ ([answer, body])),
	);

	test.each(cases)(
		'that is refused with %s (%s) brings one clear message and one exchange',
		async (wrongKeyAnswer, wrongKeyBody) => {
			world.emulator.switches.set({ wrongKeyAnswer, wrongKeyBody });
			world.credential = world.credentialOf({ apiKey: 'wrong-key-of-somebody' });
			const { items } = await addAsset([{}, {}, {}], { onError: 'continueRegularOutput' });
			const host = new URL(world.emulator.authUrl).host;
			const status = parseInt(String(wrongKeyAnswer));
			const isPage = wrongKeyBody === 'html' && (status === 200 || status === 404);
			const message = isPage
				? `Authenticate: ${host} returned a web page instead of an access token (HTTP ${status})`
				: `Authenticate: Verbit didn't accept the API key (${host} returned ${status})`;
			expect(items.map(({ json }) => json.error)).toEqual([message, message, message]);
			expect(world.calls()).toEqual([`auth ${parseInt(String(wrongKeyAnswer))}`]);
		},
	);

	test('is reported with what to do, and is not shown', async () => {
		world.credential = world.credentialOf({ apiKey: 'wrong-key-of-somebody' });
		const { error, saved } = await addAsset();
		expect(error.description).toContain("Check 'API Key' and 'Environment'");
		expect(saved).not.toContain('wrong-key-of-somebody');
	});
});

test('an authentication host that is down for a moment is asked again', async () => {
	world.emulator.faults.add({ where: 'service', operation: 'auth', kind: 'status', status: 503 });
	world.credential = world.credentialOf({ accessToken: 'old', renewAfter: '1' });
	const { error } = await addAsset();
	expect(error).toBeUndefined();
	expect(world.calls()).toEqual(['auth 503', 'auth 200', 'add_asset 200']);
});

test('a redirect by the authentication host does not send the key to another host', async () => {
	const location = 'http://127.0.0.1:9/steal';
	world.emulator.faults.add({ where: 'service', operation: 'auth', kind: 'redirect', location });
	world.credential = world.credentialOf({ accessToken: 'old', renewAfter: '1' });
	const { error } = await addAsset();
	expect(error.message).toContain('returned a redirect instead of an access token (HTTP 307)');
});

test('an authentication host that asks for a wait gets it', async () => {
	const headers = { 'retry-after': '2' };
	world.emulator.faults.add({
		where: 'service',
		operation: 'auth',
		kind: 'status',
		status: 429,
		headers,
	});
	world.credential = world.credentialOf({ accessToken: 'old', renewAfter: '1' });
	const start = Date.now();
	const { error } = await addAsset();
	expect(error).toBeUndefined();
	expect(Date.now() - start).toBeGreaterThanOrEqual(2000);
	expect(world.calls()).toEqual(['auth 429', 'auth 200', 'add_asset 200']);
});

describe('a stop during an exchange that takes long', () => {
	const profile = { __rl: true, mode: 'name', value: 'standard' };
	const url = { mediaSource: 'url', mediaUrl: 'https://example.com/lecture.mp4' };

	test.each([
		['asset:add', { fileName: 'talk.wav' }],
		['job:create', { profile }],
		['recording:submit', { profile, ...url }],
		['job:start', {}],
		['media:add', url],
		['media:addNotes', { notesSource: 'url', notesUrl: 'https://example.com/notes.pdf' }],
	])(
		'ends the node with the exchange, and nothing is sent after it: %s',
		async (operation, parameters) => {
			let answer = () => {};
			const held = new Promise((resolve) => (answer = () => resolve(undefined)));
			world.emulator.faults.add({ where: 'service', operation: 'auth', kind: 'delay', held });
			world.credential = world.credentialOf({ accessToken: 'old', renewAfter: '1' });
			const jobId = world.newJob();
			const run = world.startRun(operation, [{}], { jobId, ...parameters });
			await world.until(() => world.emulator.faults.queue.length === 0);
			run.cancel();
			// n8n gives a credential no signal: the exchange runs to its end.
			answer();
			await run.nodeEnded;
			expect(world.calls()).toEqual(['auth 200']);
			// What is sent nevertheless would have come by now.
			const { error } = await world.run('job:get', [{}], { jobId });
			expect(error).toBeUndefined();
			expect(world.calls()).toEqual(['auth 200', 'job_info 200']);
		},
	);
});

describe('with an original API token', () => {
	test('the token is sent unchanged, and the authentication host is never called', async () => {
		world.credential = world.credentialOf({
			authentication: 'apiToken',
			authUrl: 'http://127.0.0.1:9',
		});
		const { error } = await addAsset([{}, {}]);
		expect(error).toBeUndefined();
		expect(world.calls()).toEqual(['add_asset 200', 'add_asset 200']);
		expect(world.emulator.journal.map(({ authScheme }) => authScheme)).toEqual([
			'ApiToken',
			'ApiToken',
		]);
	});

	test.each(/** @type {const} */ ([401, 403, 400, 200]))(
		'a wrong one that is refused with %s brings one error and one call',
		async (badTokenAnswer) => {
			world.emulator.switches.set({ badTokenAnswer });
			world.credential = world.credentialOf({ authentication: 'apiToken', apiKey: 'wrong' });
			const { error } = await addAsset();
			expect(error.message).toContain("Verbit didn't accept the original API token");
			expect(`${error.message} ${error.description}`).not.toMatch(/new|access token/);
			expect(error.description).toContain("set 'Authentication' to API Key");
			expect(world.calls()).toEqual([`add_asset ${badTokenAnswer}`]);
		},
	);
});

test.each([
	['query', { baseUrl: 'https://h/api?key=TopSecret' }, "'Base URL'"],
	['fragment', { authUrl: 'https://h/#TopSecret' }, "'Authentication URL'"],
])(
	'a URL of the credential with a %s is refused, and nothing is sent',
	async (_what, url, field) => {
		world.credential = world.credentialOf(url);
		const { error, saved } = await addAsset();
		expect(error.message).toContain(`${field} in the Verbit credential must start with http`);
		expect(error.message).toContain("can't contain ? or #");
		expect(saved).not.toContain('TopSecret');
		expect(world.calls()).toEqual([]);
	},
);

test('the token is sent with the scheme in lower case, as Verbit documents it', async () => {
	await addAsset();
	expect(world.emulator.journal.at(-1)?.authScheme).toBe('bearer');
});
