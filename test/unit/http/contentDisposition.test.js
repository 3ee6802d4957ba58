const fc = require('../../support/fastCheck');
const { dispositionFileName } = require('../../../nodes/Verbit/http/headers');

/** How Node.js hands on a header of UTF-8. @param {string} text */
function asLatin1(text) {
	return Buffer.from(text).toString('latin1');
}

test('any name in its encoded form is read, and preferred to the plain one', () => {
	fc.assert(
		fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (name) => {
			const encoded = encodeURIComponent(name).replace(
				/['()*]/g,
				(c) => `%${c.charCodeAt(0).toString(16)}`,
			);
			const header = `attachment; filename="fallback.mp3"; filename*=UTF-8''${encoded}`;
			expect(dispositionFileName(header)).toBe(name);
		}),
	);
});

test.each([
	['attachment; filename="a b.mp4"', 'a b.mp4'],
	['attachment; filename="a \\"quoted\\" b.mp4"', 'a "quoted" b.mp4'],
	['inline;filename=talk.wav', 'talk.wav'],
	["attachment; FileName*=utf-8'en'%e2%82%ac.mp3", '€.mp3'],
	["attachment; filename*=UTF-8''%zz.mp3", '%zz.mp3'],
	["attachment; filename*=ISO-8859-1''Gr%f6%dfe.srt", 'Größe.srt'],
	["attachment; filename*=klingon''Gr%f6%dfe.srt", 'Gr%f6%dfe.srt'],
	// Not encoded at all, as some hosts send it.
	["attachment; filename*=UTF-8''my talk.mp3; size=12", 'my talk.mp3'],
	[`attachment; filename*=UTF-8''"my talk.mp3"`, 'my talk.mp3'],
	[`attachment; filename*=UTF-8''${asLatin1('Größe 日本.srt')}`, 'Größe 日本.srt'],
	["attachment; filename* = UTF-8''%e2%82%ac.mp3", '€.mp3'],
	[`attachment; filename*=UTF-8''5" talk.mp3`, '5" talk.mp3'],
	[`attachment; filename*=UTF-8''"talk" of 5`, '"talk" of 5'],
	[`attachment; filename*=UTF-8''talk of "5"`, 'talk of "5"'],
	['attachment; filename = talk.wav', 'talk.wav'],
	[`attachment; filename="${asLatin1('é')}"`, 'é'],
	// Decoded already.
	['attachment; filename="é日.srt"', 'é日.srt'],
	['attachment; filename="Ã亀.srt"', 'Ã亀.srt'],
	['attachment; filename=my talk.srt', 'my talk.srt'],
	['attachment; filename=my talk.srt ; size=12', 'my talk.srt'],
	[`attachment; filename="${asLatin1('Größe 日本.srt')}"`, 'Größe 日本.srt'],
	[`attachment; filename=${asLatin1('Vorlesung Öl.srt')}; size=1`, 'Vorlesung Öl.srt'],
	// Latin-1, as it was meant long ago.
	['attachment; filename="Größe.srt"', 'Größe.srt'],
])('%s names %s', (header, name) => {
	expect(dispositionFileName(header)).toBe(name);
});

const WITHOUT_NAME = [
	undefined,
	'',
	'attachment',
	'form-data; name="file"',
	'attachment; filename=""',
	'attachment; filename= ',
];

test.each(WITHOUT_NAME)('%p names none', (header) => {
	expect(dispositionFileName(header)).toBeUndefined();
});
