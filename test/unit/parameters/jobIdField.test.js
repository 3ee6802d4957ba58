const { readJobId } = require('../../../nodes/Verbit/parameters/jobIdField');
const fc = require('../../support/fastCheck');

/** @param {unknown} jobId of the parameter */
const read = (jobId) => {
	const parameters = /** @type {Record<string, unknown>} */ ({ jobId, options: {} });
	const context = /** @type {any} */ ({
		getNodeParameter: (/** @type {string} */ name) => parameters[name],
		getNode: () => ({ parameters }),
		getInputData: () => [{ json: {} }],
	});
	return readJobId(context, 0);
};

test('every positive integer is taken as a number, a string, and a string with blanks', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
			expect([read(id), read(String(id)), read(` ${id}\n`)]).toEqual([id, id, id]);
		}),
	);
});

test('anything else is refused with a message that shows it', () => {
	const numbers = [0, -1, 1.5, NaN, Infinity, 2 ** 53];
	const texts = ['', ' ', '0', '-3', '1.0', '1e3', '0x10', '12 34', 'job 5', '٣'];
	for (const value of [...numbers, ...texts, null, undefined, true, [5], { id: 5 }])
		expect(() => read(value)).toThrow(/^'Job ID' must be a positive whole number \(got /);
	expect(() => read('\u200b5')).toThrow('(got "\\u{200b}5")');
});
