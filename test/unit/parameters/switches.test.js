const { readSwitch, readSwitchOption } = require('../../../nodes/Verbit/parameters/values');

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
	expect(readSwitch('Draft', given)).toBe(expected);
	expect(readSwitchOption('Draft', given, !expected)).toBe(expected);
});

test.each(['no', '', 2, NaN, {}, [], [true]])('%j is refused by name', (given) => {
	const message = /^'Draft' must be true or false \(got /;
	expect(() => readSwitch('Draft', given)).toThrow(message);
	expect(() => readSwitchOption('Draft', given, false)).toThrow(message);
});

test('nothing is refused in a field, and is the default of an option', () => {
	for (const nothing of [undefined, null]) {
		expect(() => readSwitch('Simplify', nothing)).toThrow("'Simplify' must be true or false");
		expect(readSwitchOption('Draft', nothing, false)).toBe(false);
		expect(readSwitchOption('Verify Integrity', nothing, true)).toBe(true);
	}
});
