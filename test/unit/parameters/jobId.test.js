const fc = require('../../support/fastCheck');
const { readJobCall } = require('../../../nodes/Verbit/parameters/jobCall');

/** @param {unknown} jobId of the parameter */
const readJobId = (jobId) => {
	const parameters = /** @type {Record<string, unknown>} */ ({ jobId, options: {} });
	const context = /** @type {any} */ ({
		getNodeParameter: (/** @type {string} */ name) => parameters[name],
		getNode: () => ({ parameters }),
		getInputData: () => [{ json: {} }],
	});
	return readJobCall(context, 0).jobId;
};

test('every positive integer is taken as a number, a string, and a string with blanks', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
			expect([readJobId(id), readJobId(String(id)), readJobId(` ${id}\n`)]).toEqual([id, id, id]);
		}),
	);
});

test.each([
	0,
	-1,
	1.5,
	NaN,
	Infinity,
	2 ** 53,
	'',
	' ',
	'0',
	'-3',
	'1.0',
	'1e3',
	'0x10',
	'12 34',
	'job 5',
	'٣',
	null,
	undefined,
	true,
	[5],
	{ id: 5 },
])('%p is refused with a message that shows it', (value) => {
	expect(() => readJobId(value)).toThrow(/^'Job ID' must be a positive whole number \(got /);
});
