const fc = require('../../support/fastCheck');
const { decodePieces } = require('../../../nodes/Verbit/captions/captionText');

/** @param {Buffer} content @param {string} [contentType] @param {number} [size] of each piece */
async function decode(content, contentType, size = content.length || 1) {
	async function* chunks() {
		for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
	}
	const pieces = [];
	for await (const piece of decodePieces(chunks(), contentType)) pieces.push(piece);
	return pieces.join('');
}

test('any text comes back as it was, wherever its pieces are cut', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.string({ unit: 'grapheme', maxLength: 600 }),
			fc.integer({ min: 1, max: 300 }),
			async (text, size) => {
				fc.pre(!text.startsWith('\uFEFF'));
				expect(await decode(Buffer.from(text), undefined, size)).toBe(text);
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
	[
		'Windows-1252',
		Buffer.from('Gr\xf6\xdfe: 10 \x80', 'latin1'),
		'text/plain; charset=windows-1252',
	],
	['a charset that nobody knows', Buffer.from(TEXT), 'text/plain; charset=klingon'],
	['no charset at all', Buffer.from(TEXT), 'text/plain'],
])('%s is decoded, without a mark', async (_what, content, type) => {
	for (const size of [1, 7, 1000]) expect(await decode(content, type, size)).toBe(TEXT);
});

test('the prolog of XML says its charset', async () => {
	const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><tt>Gr\xf6\xdfe</tt>';
	const content = Buffer.from(xml, 'latin1');
	expect(await decode(content)).toBe(xml);
	expect(await decode(content, 'application/ttml+xml; charset=utf-8')).toContain('\uFFFD');
});

test.each(['utf-16', 'UTF-16LE', 'utf16', 'ucs-2', 'unicode'])(
	'a prolog that says %s in a file of single bytes is not believed',
	async (charset) => {
		const xml = `<?xml version="1.0" encoding="${charset}"?><tt>${TEXT}</tt>`;
		expect(await decode(Buffer.from(xml))).toBe(xml);
		const real = Buffer.from(`\uFEFF${xml}`, 'utf16le');
		expect(await decode(real)).toBe(xml);
	},
);

test('nothing is nothing', async () => {
	expect(await decode(Buffer.alloc(0))).toBe('');
});
