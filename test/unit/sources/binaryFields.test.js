const { filesIn, filesOf } = require('../../../nodes/Verbit/sources/binaryFields');
const { outcomeOf } = require('../outcome');

const file = /** @type {any} */ ({ mimeType: 'audio/wav', data: '' });
const item = { json: {}, binary: { data: { ...file }, more: { ...file } } };

/** The names of the files that a parameter names. @param {unknown} parameter @param {any} ofItem @param {'input' | 'fileName'} [order] */
const namesOf = (parameter, ofItem, order) =>
	filesIn(parameter, filesOf(ofItem, 'combined'), order).files.map(({ name }) => name);

describe.each([
	['beside the item', (/** @type {object} */ files) => ({ json: {}, binary: files })],
	['combined in the item', (/** @type {object} */ files) => ({ json: { _files: files } })],
])('files %s', (_place, itemWith) => {
	/** @param {unknown} parameter @param {string[]} fields @param {'input' | 'fileName'} [order] */
	const named = (parameter, fields, order) => {
		const entries = fields.map((field) => {
			const [name, fileName = name] = field.split(' = ');
			return [name, { mimeType: 'audio/wav', fileName }];
		});
		return namesOf(parameter, itemWith(Object.fromEntries(entries)), order);
	};

	const ODD_NAMES = ['Audio, video', ' data ', 'files[0]', 'file "a"', 'a.b', 'constructor'];

	test.each(ODD_NAMES)('a field named %j is found by its whole name', (name) => {
		expect(named(name, [name, 'other'])).toEqual([name]);
		expect(named([name, 'other'], ['other', name])).toEqual([name, 'other']);
	});

	test('the default takes the only file, whatever its name, and names no other', () => {
		expect(named('data', ['Audio, video'])).toEqual(['Audio, video']);
		expect(named('data', ['other', 'data'])).toEqual(['data']);
		expect(named('video', ['other', 'video'])).toEqual(['video']);
		expect(() => named('video', ['other'])).toThrow('No file found');
		expect(() => named('data', ['a', 'b'])).toThrow('No file found');
	});

	test('blanks around a name do not count', () => {
		expect(named(' Audio, video\n', ['Audio, video', 'other'])).toEqual(['Audio, video']);
	});

	test('all files are in the order of their names, with numbers as numbers', () => {
		const fields = ['c = part 10.wav', 'a = part 2.wav', 'b = part 2.wav', 'd'];
		expect(named('*', fields)).toEqual(['d', 'a', 'b', 'c']);
		expect(named('*', fields, 'fileName')).toEqual(['d', 'a', 'b', 'c']);
		expect(named('*', fields, 'input')).toEqual(['a', 'b', 'c', 'd']);
		const areAll = ['*', ['*'], 'data, *', 'data'].map(
			(names) => filesIn(names, filesOf(item)).isAll,
		);
		expect(areAll).toEqual([true, true, true, false]);
	});
});

test('an entry of an expression that found nothing names no file', () => {
	expect(namesOf([null, 'more'], item)).toEqual(['more']);
});

test("n8n's path to a file is its name in a workflow with combined binary data", () => {
	const combined = { json: { _files: { data: file, 'a b': { ...file } } } };
	expect(namesOf('_files.data, _files["a b"]', combined)).toEqual(['data', 'a b']);
	expect(() => namesOf('data, _files.data', combined)).toThrow('has data more than once');
	for (const none of ['x_files.data', '_files["a b"]x'])
		expect(() => namesOf(none, combined)).toThrow('No file found');
});

test('JSON names no file in a workflow with another setting, or none', () => {
	for (const mode of ['separate', undefined])
		expect(filesOf({ json: { _files: { data: file } } }, mode)).toEqual([]);
});

test('a file itself, as an expression returns it, is refused', () => {
	const talk = { mimeType: 'audio/wav', fileName: 'talk.wav', data: 'x' };
	const item = /** @type {any} */ ({ json: {}, binary: { talk } });
	const told = /^VALUE_INVALID: .*as in the previous node's Binary tab/;
	for (const parameter of [talk, {}, [talk], ['talk', talk]])
		expect(outcomeOf(() => namesOf(parameter, item))).toMatch(told);
});
