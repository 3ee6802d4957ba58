const { parseJson } = require('../../../nodes/Verbit/http/body');
const fc = require('../../support/fastCheck');

test('an integer that JavaScript would round becomes a text, and nothing else does', () => {
	const text = String.raw`{"id":9007199254740993,"ids":[-9007199254740993,9007199254740991],"no\"1":"\\",
		"12345678901234567890":"12345678901234567890", "f":0.12345678901234567,"e":12345678901234567890e1}`;
	expect(parseJson(text)).toEqual({
		id: '9007199254740993',
		ids: ['-9007199254740993', 9007199254740991],
		'no"1': '\\',
		'12345678901234567890': '12345678901234567890',
		f: 0.12345678901234567,
		e: 12345678901234567890e1,
	});
});

test('any long integer is kept, wherever it stands', () => {
	const long = fc.bigInt({ min: 2n ** 53n, max: 10n ** 40n });
	fc.assert(
		fc.property(fc.array(fc.tuple(long, fc.string(), fc.nat())), (rows) => {
			const text = JSON.stringify(rows.map(([, string, number]) => ['@', string, number]));
			let index = 0;
			const written = text.replace(/\["@",/g, () => `[${rows[index++][0]},`);
			expect(parseJson(written)).toEqual(rows.map(([id, ...others]) => [String(id), ...others]));
		}),
	);
});
