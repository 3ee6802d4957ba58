const { readTextList, toList } = require('../../../nodes/Verbit/parameters/values');

test.each([
	['a text with commas', 'a, b ,c', ['a', 'b', 'c']],
	['an array', ['a', ' b '], ['a', 'b']],
	['an array inside of one', [['a', 'b'], 'c'], ['a', 'b', 'c']],
	['a JSON array in a text', ' ["a", "b,c"] ', ['a', 'b,c']],
	['a number', 17, ['17']],
	['numbers', [1, 'a'], ['1', 'a']],
	['empty entries', ['', ' ', 'a'], ['a']],
	['nothing', undefined, []],
	['an empty text', '  ', []],
	['null', null, []],
	['a date', [new Date(0)], ['1970-01-01T00:00:00.000Z']],
	['a fraction', 1.5, ['1.5']],
])('a list may be %s', (_what, value, list) => {
	expect(readTextList('Labels', value)).toEqual(list);
});

test.each([
	[[true], 'true'],
	[[{ a: 1 }], 'an object'],
	[[NaN], 'NaN'],
	[[1, Infinity], 'Infinity'],
	[2 ** 53, '9007199254740992'],
	[[null], 'null'],
	[true, 'true'],
	[{ a: 1 }, 'an object'],
])('%j holds what is no text', (value, told) => {
	expect(() => readTextList('Labels', value)).toThrow(
		`'Labels' must be a list of texts (got ${told} as an entry)`,
	);
});

test('a text that begins as a JSON array and is none is told', () => {
	expect(() => readTextList('Labels', '[a, b]')).toThrow(
		"'Labels' must be a JSON array (got text that isn't valid JSON)",
	);
});

test('entries of a list are handed on as they are', () => {
	expect(toList('Asset IDs', ['a', 1, null])).toEqual(['a', 1, null]);
});
