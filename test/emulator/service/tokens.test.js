const jwt = require('jsonwebtoken');
const { TOKEN_START } = require('./tokens');
const { useEmulator } = require('../../support/emulatorClient');

const client = useEmulator();
const HOUR = 3_600_000;

/** @param {string} authorization */
async function call(authorization) {
	client.authorization = authorization;
	return await client.call('GET /profiles', undefined, { v: 4 });
}

/** Exchanges the key. @returns {Promise<string>} */
async function newToken() {
	return (await client.authenticate()).json.token;
}

test('the exchange answers a JWT that works until its last second by the clock, 24 hours', async () => {
	const token = await newToken();
	expect(token.startsWith(TOKEN_START)).toBe(true);
	const { iat, exp, jti } = /** @type {jwt.JwtPayload} */ (jwt.decode(token));
	expect(Number(exp) - Number(iat)).toBe(24 * 3600);
	expect(jti).toEqual(expect.any(String));
	client.emulator.clock.advance(24 * HOUR - 5000);
	expect((await call(`bearer ${token}`)).status).toBe(200);
	client.emulator.clock.advance(6000);
	const { status, json } = await call(`bearer ${token}`);
	expect([status, json.ErrorType]).toEqual([401, 'BAD_API_TOKEN']);
});

test('a call is let in by the scheme as it is documented, letter by letter', async () => {
	expect((await call(`ApiToken ${client.emulator.apiKey}`)).status).toBe(200);
	const others = ['', 'bearer', 'bearer abc', 'ApiToken wrong', 'Basic abc'];
	for (const authorization of [...others, `Bearer ${await newToken()}`]) {
		expect((await call(authorization)).json.ErrorType).toBe('BAD_API_TOKEN');
	}
});

test('a JWT of another secret, and one without a signature, is refused', async () => {
	const payload = { iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 60 };
	for (const forged of [jwt.sign(payload, 'guess'), jwt.sign(payload, '', { algorithm: 'none' })]) {
		expect((await call(`bearer ${forged}`)).status).toBe(401);
	}
});

test.each([401, 403, 400, 200])(
	'badTokenAnswer %i, with and without the envelope',
	async (status) => {
		const badTokenAnswer = /** @type {401} */ (status);
		for (const badTokenEnvelope of [true, false]) {
			client.set({ badTokenAnswer, badTokenEnvelope });
			const reply = await call('bearer abc');
			// It can be left out of a status that says it itself.
			const type = badTokenEnvelope || status < 401 ? 'BAD_API_TOKEN' : undefined;
			expect([reply.status, reply.json?.ErrorType]).toEqual([status, type]);
		}
	},
);

test('a wrong key is answered as switched, and leaves the right one working', async () => {
	for (const status of /** @type {const} */ ([401, 403, 400, 404, 422])) {
		client.set({ wrongKeyAnswer: status });
		const reply = await client.authenticate('wrong');
		expect([reply.status, reply.json.token]).toEqual([status, undefined]);
	}
	client.set({ wrongKeyAnswer: '200-without-token' });
	const { status, json } = await client.authenticate('wrong');
	expect([status, json]).toEqual([200, { error: expect.any(String) }]);
	for (const [kind, form] of Object.entries({ html: /^<!doctype html>/, empty: /^$/ })) {
		client.set({ wrongKeyBody: /** @type {'html'} */ (kind) });
		expect((await client.authenticate('wrong')).text).toMatch(form);
	}
	expect(await newToken()).toEqual(expect.any(String));
});

test.each(
	/** @type {const} */ ([
		['an opaque one', { tokenKind: 'opaque' }, 24 * HOUR],
		['a JWT that does not say its end', { tokenHasExp: false }, 24 * HOUR],
		['one with another lifetime', { tokenLifetime: 60 }, 60_000],
	]),
)('%s ends after its time all the same', async (_what, switches, lifetime) => {
	client.set(switches);
	const token = await newToken();
	const claims = /** @type {jwt.JwtPayload | null} */ (jwt.decode(token));
	expect(claims?.exp !== undefined).toBe('tokenLifetime' in switches);
	client.emulator.clock.advance(lifetime - 5000);
	expect((await call(`bearer ${token}`)).status).toBe(200);
	client.emulator.clock.advance(6000);
	expect((await call(`bearer ${token}`)).status).toBe(401);
});

test('the journal tells tokens apart and holds neither token nor key', async () => {
	const token = await newToken();
	await call(`bearer ${token}`);
	await call(`ApiToken ${client.emulator.apiKey}`);
	const [exchange, withToken, withKey] = client.emulator.journal;
	expect(exchange).toMatchObject({ operation: 'auth', body: { data: { api_key: '***' } } });
	expect(withToken).toMatchObject({
		authScheme: 'bearer',
		tokenId: /** @type {jwt.JwtPayload} */ (jwt.decode(token)).jti,
		query: { v: '4' },
		headers: { authorization: 'bearer' },
	});
	expect(withKey).toMatchObject({ authScheme: 'ApiToken', tokenId: null });
	const text = JSON.stringify(client.emulator.journal);
	expect(text).not.toContain(token);
	expect(text).not.toContain(client.emulator.apiKey);
});
