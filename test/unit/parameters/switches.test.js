const { toggle } = require('../../../nodes/Verbit/parameters/field');

const draft = toggle('Draft', 'draft', true, '');

test.each([
	[true, true],
	['true', true],
	[' TRUE\n', true],
	[1, true],
	['1', true],
	[false, false],
	['false', false],
	['False', false],
	[0, false],
	['0', false],
])('%j means %j', (given, expected) => {
	expect(draft.read(given)).toBe(expected);
	expect(draft.readIn({ draft: given })).toBe(expected);
});

test.each(['no', '', 2, NaN, {}, [], [true]])('%j is refused by name', (given) => {
	const message = /^'Draft' must be true or false \(got /;
	expect(() => draft.read(given)).toThrow(message);
	expect(() => draft.readIn(/** @type {any} */ ({ draft: given }))).toThrow(message);
});

test('nothing is refused in a field, and is the default of an option', () => {
	for (const nothing of [undefined, null]) {
		expect(() => draft.read(nothing)).toThrow("'Draft' must be true or false");
		expect(draft.readIn({ draft: nothing })).toBe(true);
		expect(toggle('Draft', 'draft', false, '').readIn({ draft: nothing })).toBe(false);
	}
});
