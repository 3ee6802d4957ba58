const { Readable } = require('node:stream');
const { renewToken } = require('../../../credentials/verbitApi/accessToken');

const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let now = NOW;
beforeEach(() => {
	now = NOW;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});

let keys = 0;
/** What is known of exchanges lives as long as the process. */
const newAccount = () => ({ environment: 'production', apiKey: `key ${++keys}`, accessToken: '' });

/** @param {number} statusCode @param {string} text */
const responseOf = (statusCode, text) => ({
	statusCode,
	headers: {},
	body: Readable.from([Buffer.from(text)]),
});

/** An authentication host. @param {() => { statusCode: number }} respond */
function hostThat(respond) {
	const httpRequest = jest.fn(async () => respond());
	const renew = async (/** @type {Record<string, string>} */ credentials) =>
		await renewToken(/** @type {any} */ ({ httpRequest }), credentials);
	return { httpRequest, renew };
}

/** A host that issues this token, or a new one each time. @param {string} [token] */
function issuing(token) {
	let count = 0;
	return hostThat(() => responseOf(200, JSON.stringify({ token: token ?? `token ${++count}` })));
}

/** n8n would replace a code. */
test.each([
	['ECONNREFUSED', 'connection refused'],
	['ENOTFOUND', 'host not found'],
	['EAI_AGAIN', 'host not found'],
	['ETIMEDOUT', 'no response in time'],
	['EPIPE', 'no connection'],
])('a host that is not reached (%s) is told in words', async (code, told) => {
	const { renew } = hostThat(() => {
		throw Object.assign(new Error('x'), { code });
	});
	const { message } = await renew(newAccount()).catch((/** @type {Error} */ error) => error);
	expect(message).toContain(told);
	expect(message).not.toContain(code);
});

const ISSUED = NOW / SECOND;
const OF_A_DAY = 24 * HOUR - 5 * MINUTE;

test.each([
	['of 24 hours', { iat: ISSUED, exp: ISSUED + 86400 }, OF_A_DAY],
	['by a clock that goes wrong', { iat: ISSUED - 1e9, exp: ISSUED - 1e9 + 86400 }, OF_A_DAY],
	['that does not say when it was issued', { exp: ISSUED + 7200 }, 2 * HOUR - 5 * MINUTE],
	// Five minutes earlier would be at every call.
	['that lives briefly', { iat: ISSUED, exp: ISSUED + 3000 }, 45 * MINUTE],
	['without exp', { sub: 'me' }, OF_A_DAY],
	['that ends before it is issued', { iat: ISSUED, exp: ISSUED - 1 }, OF_A_DAY],
	['with a payload that is no object', null, OF_A_DAY],
])('a token %s is renewed before its end', async (_which, claims, lifetime) => {
	const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
	const { renew } = issuing(`e30.${payload}.signature`);
	expect(Number((await renew(newAccount())).renewAfter) - NOW).toBe(lifetime);
});

/** `test/engine/token.test.js` and `test/engine/hostile.test.js` have the others. */
test.each([
	[401, '401 Unauthorized', 'API_KEY_REFUSED', false],
	[401, '<html><p>No', 'API_KEY_REFUSED', true],
	[200, '{}', 'API_KEY_REFUSED', false],
	[200, 'OK', 'NOT_VERBIT', true],
	[404, 'Not found', 'NOT_VERBIT', true],
	[404, '{}', 'API_KEY_REFUSED', false],
	[302, '', 'NOT_VERBIT', false],
])('an exchange answered %d, %j is %s, from a proxy: %s', async (status, text, ...told) => {
	const error = await hostThat(() => responseOf(status, text))
		.renew(newAccount())
		.catch((/** @type {any} */ failed) => failed.failure.details);
	expect([error.code, error.response.isFromProxy]).toEqual(told);
});

test("an original API token is accepted where Verbit returns its own error, and not by an outage's", async () => {
	const renewed = async (/** @type {number} */ status, /** @type {string} */ ErrorType) => {
		const respond = jest.fn().mockReturnValueOnce(responseOf(401, '{}'));
		respond.mockReturnValue(responseOf(status, JSON.stringify({ ErrorType })));
		return await hostThat(respond).renew({ ...newAccount(), authentication: 'auto' });
	};
	expect((await renewed(500, 'ITEM_NOT_FOUND')).accessToken).toMatch(/^ApiToken /);
	const outage = { failure: { details: { code: 'HOST_BUSY' } } };
	for (const status of [429, 503])
		await expect(renewed(status, 'UNAVAILABLE')).rejects.toMatchObject(outage);
});

/** The age of the caller's token, counted from the last exchange, and when the caller comes. */
test.each([
	['serves a caller who comes a little later with an older token', -HOUR, MINUTE, 'token 1'],
	['is made again for a caller whose token is the last one', 0, MINUTE, 'token 2'],
	['is made again for a caller whose token is newer', MINUTE / 2, MINUTE, 'token 2'],
	['serves a caller who comes later with an original API token', Infinity, MINUTE, 'token 1'],
	['is made again for a caller hours later', -HOUR, 3 * HOUR, 'token 2'],
])('an exchange %s', async (_what, newer, later, token) => {
	const account = newAccount();
	const { renew } = issuing();
	const last = await renew(account);
	now += later;
	const accessToken = newer === 0 ? String(last.accessToken) : 'other';
	const outdated = { ...account, accessToken, renewAfter: String(Number(last.renewAfter) + newer) };
	expect(await renew(outdated)).toMatchObject({ accessToken: token });
});
