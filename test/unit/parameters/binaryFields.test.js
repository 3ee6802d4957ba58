const { binaryFields, fileNotFound } = require('../../../nodes/Verbit/parameters/binaryFields');

const file = /** @type {any} */ ({ mimeType: 'audio/wav', data: '' });
const item = { json: {}, binary: { data: file, more: file } };

test('several names are read in their order', () => {
	expect(binaryFields('more, data', item)).toEqual(['more', 'data']);
});

test.each(['data, data', 'data,more,data', ' data ,data'])('%j is refused', (parameter) => {
	expect(() => binaryFields(parameter, item)).toThrow(
		expect.objectContaining({
			message: "'Input Binary Field' names data twice",
			details: expect.objectContaining({ code: 'BINARY_FIELD_REPEATED' }),
		}),
	);
});

test('one file under two names is refused in a workflow with combined binary data', () => {
	const combined = { json: { _files: { data: {} } } };
	expect(() => binaryFields('data, _files.data', combined)).toThrow('names _files.data twice');
	expect(() => binaryFields('data, _files["data"]', combined)).toThrow('twice');
});

test.each([
	[item, "No file found in field 'x'. This item has files in: data, more", 'FILE_NOT_FOUND'],
	[{ json: {} }, 'No file found: this item has no files', 'ITEM_WITHOUT_FILES'],
	[{ json: { _files: null } }, 'No file found: this item has no files', 'ITEM_WITHOUT_FILES'],
])('a field without a file is told with those that have one: %j', (ofItem, message, code) => {
	expect(fileNotFound('x', /** @type {any} */ (ofItem))).toMatchObject({
		message,
		details: { code },
	});
});
