const fc = require('fast-check');
const { carriesSecret } = require('../../../nodes/VerbitTrigger/secret');

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
