const { apiKeyOf } = require('../../../credentials/verbitApi/accessToken');
const {
	BASE_URL_EXPRESSION,
	refuseOtherHost,
	hostsOf,
} = require('../../../credentials/verbitApi/hosts');
const { VerbitApi } = require('../../../credentials/VerbitApi.credentials');

const authUrl = 'https://users.verbit.co';

/** What the Test button calls. @param {object} credential */
function testedHost(credential) {
	const expression = BASE_URL_EXPRESSION.replace(/^=\{\{(.*)\}\}$/, '$1');
	return new Function('$credentials', `return ${expression}`)(credential);
}

test.each([
	['production', 'https://api.verbit.co/api'],
	['sandbox', 'https://sandbox-api.verbit.co/api'],
])('%s has the hosts that the vendor documents', (environment, baseUrl) => {
	expect(hostsOf({ environment })).toEqual({ baseUrl, authUrl });
	expect(testedHost({ environment })).toBe(baseUrl);
});

test.each(['Sandbox', '', undefined, 'toString'])('%j is no environment', (environment) => {
	const credential = /** @type {any} */ ({ environment });
	expect(() => hostsOf(credential)).toThrow(
		"'Environment' in the Verbit credential must be production, sandbox or custom",
	);
	expect(testedHost(credential)).toBe('');
});

test('slashes and blanks around a custom URL, and capitals in its host, do not matter', () => {
	const baseUrl = ' https://API.example.com/Api///';
	const given = { environment: 'custom', baseUrl, authUrl: `${authUrl}/// ` };
	expect(hostsOf(given)).toEqual({ baseUrl: 'https://api.example.com/Api', authUrl });
	expect(testedHost(given)).toBe('https://API.example.com/Api');
});

/** With a login, it would replace the token. */
const NO_HOSTS = [
	...['', undefined, 'api.example.com', 'file:///etc', 'ftp://h', 'https://me:pw@h'],
	...['https://h/api?v=4', 'https://h?', 'https://h/#top'],
];

test.each([
	['baseUrl', 'Base URL'],
	['authUrl', 'Authentication URL'],
])('a custom %s that is no http(s) URL, or has a query, is refused', (name, field) => {
	const hosts = { environment: 'custom', baseUrl: 'https://a/api', authUrl: 'https://b' };
	const told = `'${field}' in the Verbit credential must start with http`;
	for (const url of NO_HOSTS) expect(() => hostsOf({ ...hosts, [name]: url })).toThrow(told);
});

test.each([
	['white space around it', ' k-1.Z\r\n'],
	['a line break inside', 'k-1\n.Z'],
	['Bearer before it', 'Bearer k-1.Z'],
	['a header before it', 'Authorization: ApiToken  k-1.Z'],
	['quotes', '"k-1.Z"'],
	['other quotes, and Bearer inside them', '“bearer k-1.Z”'],
	['a space that nobody sees', '\u200bk-1\u200b.Z\ufeff'],
	['marks of a direction', '\u200e\u2066k-1.Z\u2069'],
])('a key that was copied with %s is cleaned', (_what, apiKey) => {
	expect(apiKeyOf({ apiKey })).toBe('k-1.Z');
});

test.each(['', '  ', undefined, 'Bearer ', 'kéy', 'abcdef…'])('no key can be %j', (apiKey) => {
	expect(() => apiKeyOf(/** @type {any} */ ({ apiKey }))).toThrow(
		"'API Key' in the Verbit credential is empty or has",
	);
});

const insights = 'https://ai.verbit.co/api/v2/insights?job_id=7';
const own = 'https://api.verbit.co/api';

test.each([insights, 'https://orders.verbit.co/api/v2/orders'])(
	'another host of Verbit may be called with a production credential: %s',
	(url) => {
		for (const request of [{ url }, /** @type {any} */ ({ uri: url })])
			expect(() => refuseOtherHost({ environment: 'production' }, request)).not.toThrow();
	},
);

test.each([
	['sandbox', insights],
	['production', 'http://ai.verbit.co/api'],
	['production', 'https://ai.verbit.co.example.com/api'],
	['production', 'https://other.verbit.co/api'],
	['production', 'https://ai.verbit.co:8443/api'],
	['production', 'https://ai.verbit.co@example.com/api'],
	['custom', insights],
	['custom', 'https://user@example.com\\@api.verbit.co/x'],
	['custom', '//example.com/x'],
	['custom', 'not a url'],
])('with a %s credential a request gets no token for another host: %s', (environment, url) => {
	const credential = { environment, baseUrl: own, authUrl: 'https://users.verbit.co' };
	for (const request of [{ url }, { uri: url }, { url, uri: own }, { url: own, uri: url }]) {
		expect(() => refuseOtherHost(credential, request)).toThrow(
			"isn't on a host of the Verbit credential",
		);
	}
});

test.each(['url', 'uri'])('a request of another node gets the token: %s', async (name) => {
	const ofCustom = { environment: 'custom', baseUrl: 'https://h/api', authUrl: 'https://h' };
	const credential = { ...ofCustom, authentication: 'apiToken', apiKey: 'k-1' };
	const { authenticate } = /** @type {any} */ (new VerbitApi());
	const relative = { baseURL: 'https://h/api', [name]: '/job/info', headers: { a: 'b' } };
	expect(await authenticate(credential, relative)).toEqual({
		...relative,
		headers: { a: 'b', Authorization: 'ApiToken k-1' },
		sendCredentialsOnCrossOriginRedirect: false,
	});
	const other = authenticate(credential, { [name]: 'https://example.com/x' });
	await expect(other).rejects.toThrow("isn't on a host of the Verbit credential");
});
