const { readJobMetadata } = require('../../../nodes/Verbit/parameters/values');

test.each([
	['{"room": 12, "course": "LAW101", "live": true, "note": null}', 4],
	[{ room: 12 }, 1],
	['  ', 0],
	['{}', 0],
	[null, 0],
	[undefined, 0],
])('%j is taken', (value, fields) => {
	expect(Object.keys(readJobMetadata(value))).toHaveLength(fields);
});

test.each(['[1]', '"text"', 'null', '17', [1], 17])('%j is no object', (value) => {
	expect(() => readJobMetadata(value)).toThrow("'Job Metadata' must be a JSON object");
});

test('a text that is no JSON is told', () => {
	expect(() => readJobMetadata('{room: 12}')).toThrow("(got text that isn't valid JSON)");
});

test.each(['{"a": 1, "deep": {}}', { deep: [] }])('%j is not flat', (value) => {
	expect(() => readJobMetadata(value)).toThrow('(got nested values in "deep")');
});
