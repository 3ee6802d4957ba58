const { fieldsIn, filesOf } = require('../../../nodes/Verbit/sources/binaryFields');
const { outcomeOf } = require('../outcome');

/** `test/engine/binaryData.test.js` has those that are in the item's JSON, `test/engine/media.test.js` their order. */

/** The fields of the files that a parameter names. @param {unknown} parameter @param {string[]} fields of the item */
function named(parameter, fields) {
	const file = { mimeType: 'audio/wav', data: '' };
	const binary = Object.fromEntries(fields.map((name) => [name, file]));
	return fieldsIn(parameter, filesOf({ json: {}, binary })).fields;
}

test.each(['Audio, video', ' data ', 'files[0]', 'file "a"', 'a.b', 'constructor'])(
	'a field named %j is found by its whole name',
	(name) => {
		expect(named(name, [name, 'other'])).toEqual([name]);
		expect(named([name, 'other'], ['other', name])).toEqual([name, 'other']);
	},
);

test('the default takes the only file, whatever its name, and names no other', () => {
	expect(named('data', ['Audio, video'])).toEqual(['Audio, video']);
	expect(named('data', ['other', 'data'])).toEqual(['data']);
	expect(() => named('video', ['other'])).toThrow('No file found');
	expect(() => named('data', ['a', 'b'])).toThrow('No file found');
});

test('blanks around a name, and an expression that found nothing, name no file', () => {
	expect(named([null, ' Audio, video\n'], ['Audio, video', 'other'])).toEqual(['Audio, video']);
});

test("n8n's path to a file is its name in a workflow with combined binary data", () => {
	const fields = ['data', 'a b'];
	expect(named('_files.data, _files["a b"]', fields)).toEqual(fields);
	expect(() => named('data, _files.data', fields)).toThrow('has data more than once');
	for (const none of ['x_files.data', '_files["a b"]x'])
		expect(() => named(none, fields)).toThrow('No file found');
});

test('a file itself, as an expression returns it, is refused', () => {
	const talk = { mimeType: 'audio/wav', fileName: 'talk.wav', data: 'x' };
	const told = /^VALUE_INVALID: .*as in the previous node's Binary tab/;
	for (const parameter of [talk, {}, [talk], ['talk', talk]])
		expect(outcomeOf(() => named(parameter, ['talk']))).toMatch(told);
});
