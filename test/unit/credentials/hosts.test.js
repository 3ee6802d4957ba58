const fc = require('../../support/fastCheck');
const { BASE_URL_EXPRESSION, hostsOf } = require('../../../credentials/verbitApi/hosts');

test('production and sandbox have the hosts that the vendor documents', () => {
	expect(hostsOf({ environment: 'production' })).toEqual({
		baseUrl: 'https://api.verbit.co/api',
		authUrl: 'https://users.verbit.co',
	});
	expect(hostsOf({ environment: 'sandbox' })).toEqual({
		baseUrl: 'https://sandbox-api.verbit.co/api',
		authUrl: 'https://users.verbit.co',
	});
});

test('a slash or several at the end of a custom URL do not matter', () => {
	fc.assert(
		fc.property(fc.nat(3), fc.nat(3), (a, b) => {
			const hosts = hostsOf({
				environment: 'custom',
				baseUrl: ` https://api.example.com/api${'/'.repeat(a)}`,
				authUrl: `https://auth.example.com${'/'.repeat(b)} `,
			});
			expect(hosts).toEqual({
				baseUrl: 'https://api.example.com/api',
				authUrl: 'https://auth.example.com',
			});
		}),
	);
});

test.each([
	...['', 'api.example.com', 'file:///etc', 'https://h/api?v=4', 'https://h?'].map((url) => [
		'baseUrl',
		'Base URL',
		url,
	]),
	...['ftp://h', undefined, 'https://h/#top'].map((url) => ['authUrl', 'Authentication URL', url]),
])('a custom %s that is no http(s) URL, or has a query, is refused: %s %s', (name, field, url) => {
	const hosts = { environment: 'custom', baseUrl: 'https://a/api', authUrl: 'https://b' };
	expect(() => hostsOf(/** @type {any} */ ({ ...hosts, [String(name)]: url }))).toThrow(
		`'${field}' in the Verbit credential must start with http`,
	);
});

test.each([
	{ environment: 'production' },
	{ environment: 'sandbox' },
	{ environment: 'custom', baseUrl: ' https://api.example.com/api// ', authUrl: 'https://b' },
])('the Test button calls the host that the node calls, for %j', (credential) => {
	const expression = BASE_URL_EXPRESSION.replace(/^=\{\{(.*)\}\}$/, '$1');
	const evaluate = new Function('$credentials', `return ${expression}`);
	expect(evaluate(credential)).toBe(hostsOf(/** @type {any} */ (credential)).baseUrl);
});
