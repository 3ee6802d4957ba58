const {
	continuesAt,
	rangeHeaders,
	readVersion,
} = require('../../../nodes/Verbit/download/fileResponse');

const headers = { 'content-length': '100', etag: '"a"' };

test.each([
	['a strong ETag', headers, '"a"'],
	[
		'a date, where the ETag is weak',
		{ ...headers, etag: 'W/"a"', 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' },
		'Sat, 21 Nov 2026 10:00:00 GMT',
	],
])('%s tells the content', (_what, given, validator) => {
	expect(readVersion({ status: 200, headers: given })).toEqual({ validator, size: 100 });
	expect(rangeHeaders({ validator, size: 100 }, 7)).toEqual({
		Range: 'bytes=7-',
		'If-Range': validator,
	});
});

test.each([
	['without ETag and date', 200, { 'content-length': '100' }],
	['with a weak ETag only', 200, { 'content-length': '100', etag: 'W/"a"' }],
	['without a length', 200, { etag: '"a"' }],
	['of a host that takes no ranges', 200, { ...headers, 'accept-ranges': 'none' }],
	['that is no file', 404, headers],
])('a response %s can not be continued', (_what, status, given) => {
	expect(readVersion({ status, headers: given })).toBeUndefined();
});

test.each([
	[206, 'bytes 7-99/100', true],
	[206, 'bytes 8-99/100', false],
	[206, 'bytes 7-99/101', false],
	[206, 'bytes 7-99/*', false],
	[206, undefined, false],
	[200, 'bytes 7-99/100', false],
])('%i with %s is the rest from byte 7 of 100: %s', (status, range, expected) => {
	const response = { status, headers: { 'content-range': range } };
	expect(continuesAt(response, { validator: '"a"', size: 100 }, 7)).toBe(expected);
});
