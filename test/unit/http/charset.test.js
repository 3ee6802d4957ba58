const { decodeBody, unicodeIn } = require('../../../nodes/Verbit/http/charset');
const fc = require('../../support/fastCheck');

/** @param {Parameters<typeof decodeBody>} given */
const decode = (...given) => decodeBody(...given).text;

test('any text comes back as it was, and as a beginning of it where it is cut at any byte', () => {
	const text = fc.string({ unit: 'grapheme', maxLength: 600 });
	fc.assert(
		fc.property(text, fc.nat(1000), (any, bytes) => {
			fc.pre(!any.startsWith('\uFEFF'));
			expect(decode(Buffer.from(any))).toBe(any);
			const beginning = decode(Buffer.from(any).subarray(0, bytes), undefined, true);
			expect(any.startsWith(beginning)).toBe(true);
			expect(Buffer.byteLength(beginning)).toBeGreaterThan(Math.min(bytes, any.length) - 4);
		}),
	);
});

const TEXT = 'Größe: 10 €';

test.each([
	['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), 'text/plain; charset=utf-8'],
	['a charset of the Content-Type', Buffer.from(TEXT, 'utf16le'), 'text/plain;charset="UTF-16LE"'],
	['a charset that nobody knows', Buffer.from(TEXT), 'text/plain; charset=klingon'],
])('%s is decoded, without a mark', (_what, content, type) => {
	expect(decode(content, type)).toBe(TEXT);
});

test.each(['iso-8859-1', 'shift_jis', 'utf-16le'])(
	'UTF-8 is UTF-8, also where a server and a prolog say %s',
	(charset) => {
		const text = `<?xml version="1.0" encoding="${charset}"?><tt>${TEXT}</tt>`;
		const decoded = decodeBody(Buffer.from(text), `text/plain; charset=${charset}`);
		expect(decoded).toEqual({ text, isGuess: false });
	},
);

test.each([
	['the Content-Type', '', 'text/plain; charset=iso-2022-jp'],
	['the prolog', '<?xml version="1.0" encoding="iso-2022-jp"?>', undefined],
])('a charset that switches by escapes is read by %s', (_what, prolog, type) => {
	const content = Buffer.from(`${prolog}\x1b$B$3$s\x1b(B`, 'latin1');
	expect(decodeBody(content, type)).toEqual({ text: `${prolog}こん`, isGuess: false });
});

test('a control character in UTF-8 is kept', () => {
	const text = `${TEXT}\x1b`;
	expect(decodeBody(Buffer.from(text), 'text/plain')).toEqual({ text, isGuess: false });
});

/** What isn't valid UTF-8 is Windows-1252, unless most of it is UTF-8. */
test.each([
	['a text of Windows-1252', Buffer.from('Gr\xf6\xdfe \x80 \x84\x93', 'latin1'), 'Größe € „“'],
	['one with a letter in UTF-8', Buffer.from('\xc3\x9f \xf6\xdf\xe4', 'latin1'), 'ÃŸ ößä'],
	['a character of UTF-8 that is broken off', Buffer.from('日本語').subarray(0, 8), '日本\ufffd'],
])('%s is read, as a guess', (_what, content, text) => {
	expect(decodeBody(content, 'text/plain; charset=utf-8')).toEqual({ text, isGuess: true });
});

test('the prolog of XML says its charset, also where the Content-Type says another', () => {
	const xml = '<?xml version="1.0" encoding="windows-1251"?><tt>Привет</tt>';
	const content = Buffer.from(xml.replace('Привет', '\xcf\xf0\xe8\xe2\xe5\xf2'), 'latin1');
	for (const type of [undefined, 'application/ttml+xml; charset=utf-8'])
		expect(decodeBody(content, type)).toEqual({ text: xml, isGuess: false });
});

test('a prolog of UTF-16 in a file of single bytes is not believed', () => {
	const xmlOf = (/** @type {string} */ text) =>
		`<?xml version="1.0" encoding="UTF-16LE"?><tt>${text}</tt>`;
	expect(decode(Buffer.from(xmlOf('\xf6\xdf'), 'latin1'))).toBe(xmlOf('öß'));
});

test.each([
	['utf-8', ['efbbbf3c', 'efbbbf']],
	['utf-16le', ['fffe6100', '3c00', '7b00', '5b00', '20000a000d0009003c00']],
	['utf-16be', ['feff0061', '003c', '007b', '005b', '0020000a000d0009003c']],
	[
		undefined,
		['', '61', '3c21', '003d', '3d00', '61fffe', '61003c00', '61feff', '0061003c', '61efbb'],
	],
])('the encoding %s is known by the first bytes', (encoding, texts) => {
	for (const hex of texts)
		expect([hex, unicodeIn(Buffer.from(hex, 'hex'))]).toEqual([hex, encoding]);
});
