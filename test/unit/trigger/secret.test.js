const fc = require('fast-check');
const { carriesSecret, NOT_URL_SAFE_CHARACTERS } = require('../../../nodes/VerbitTrigger/secret');
const { triggerProperties } = require('../../../nodes/VerbitTrigger/properties');

test('a call carries the secret when its query has just that, and in no other case', () => {
	const anyText = fc.string({ unit: 'binary' });
	fc.assert(
		fc.property(anyText, anyText, (secret, other) => {
			expect(carriesSecret({ secret }, secret)).toBe(true);
			expect(carriesSecret({ secret: other }, secret)).toBe(other === secret);
		}),
	);
});

test.each([
	undefined,
	{},
	{ secret: ['open', 'open'] },
	{ secret: { open: '' } },
	{ Secret: 'open' },
])('the query %j carries no secret', (query) => {
	expect(carriesSecret(query, 'open')).toBe(false);
});

test('the notice about a secret knows each printable ASCII character that a URL has to encode', () => {
	const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
	const safe = /[A-Za-z0-9._~-]/;
	expect([...NOT_URL_SAFE_CHARACTERS].sort()).toEqual(
		printable.filter((character) => !safe.test(character)).sort(),
	);
});

test('no condition of a field is a regular expression: n8n gives up on it when the machine is busy', () => {
	expect(JSON.stringify(triggerProperties)).not.toContain('"regex"');
});
