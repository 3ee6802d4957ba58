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
])('a list may be %s', (_what, value, list) => {
	expect(readTextList('Labels', value)).toEqual(list);
});

test.each([
	[[true], 'true'],
	[[{ a: 1 }], 'an object'],
	[[null], 'null'],
	[true, 'true'],
	[{ a: 1 }, 'an object'],
	[new Date(0), 'a date'],
])('%j holds what is no text', (value, told) => {
	expect(() => readTextList('Labels', value)).toThrow(
		`'Labels' contains ${told}, which isn't text`,
	);
});

test('a text that begins as a JSON array and is none is told', () => {
	expect(() => readTextList('Labels', '[a, b]')).toThrow(
		"'Labels' looks like a JSON array but can't be parsed",
	);
});

test('entries of a list are handed on as they are', () => {
	expect(toList('Asset IDs', ['a', 1, null])).toEqual(['a', 1, null]);
});
