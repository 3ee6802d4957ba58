const fc = require('../../support/fastCheck');
const { decodeCaptions } = require('../../../nodes/Verbit/captions/captionText');

test('any text comes back as it was, and as a beginning of it where it is cut at any byte', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.string({ unit: 'grapheme', maxLength: 600 }),
			fc.nat(1000),
			async (text, bytes) => {
				fc.pre(!text.startsWith('\uFEFF'));
				expect(decodeCaptions(Buffer.from(text))).toBe(text);
				const beginning = decodeCaptions(Buffer.from(text).subarray(0, bytes), undefined, true);
				expect(text.startsWith(beginning)).toBe(true);
				expect(Buffer.byteLength(beginning)).toBeGreaterThan(Math.min(bytes, text.length) - 4);
			},
		),
	);
});

const TEXT = 'Größe: 10 €';

test.each([
	['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), undefined],
	['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), 'text/plain; charset=utf-8'],
	['UTF-16, big end first', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16(), undefined],
	['a charset of the Content-Type', Buffer.from(TEXT, 'utf16le'), 'text/plain;charset="UTF-16LE"'],
	['a charset that nobody knows', Buffer.from(TEXT), 'text/plain; charset=klingon'],
	['no charset at all', Buffer.from(TEXT), 'text/plain'],
])('%s is decoded, without a mark', (_what, content, type) => {
	expect(decodeCaptions(content, type)).toBe(TEXT);
});

/** What isn't valid UTF-8 is Windows-1252, and no character is lost in silence. */
test.each([
	['a text of Windows-1252', Buffer.from('Gr\xf6\xdfe \x80 \x84\x93', 'latin1'), 'Größe € „“'],
	['such a byte in UTF-8', Buffer.concat([Buffer.from('日本 ö '), Buffer.of(0xf6)]), '日本 ö ö'],
	['a character of UTF-8 that is broken off', Buffer.from('日本').subarray(0, 5), '日æœ'],
])('%s is read', (_what, content, text) => {
	for (const type of [undefined, 'text/plain', 'text/plain; charset=utf-8'])
		expect(decodeCaptions(content, type)).toBe(text);
});

test('the prolog of XML says its charset', () => {
	const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><tt>Gr\xf6\xdfe</tt>';
	const content = Buffer.from(xml, 'latin1');
	for (const type of [undefined, 'application/ttml+xml; charset=utf-8'])
		expect(decodeCaptions(content, type)).toBe(xml);
});

test.each(['utf-16', 'UTF-16LE', 'utf16', 'ucs-2', 'unicode'])(
	'a prolog that says %s in a file of single bytes is not believed',
	(charset) => {
		const xml = `<?xml version="1.0" encoding="${charset}"?><tt>${TEXT}</tt>`;
		expect(decodeCaptions(Buffer.from(xml))).toBe(xml);
		const real = Buffer.from(`\uFEFF${xml}`, 'utf16le');
		expect(decodeCaptions(real)).toBe(xml);
	},
);
