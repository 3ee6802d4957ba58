const {
	dispositionFileName,
	inNaturalOrder,
	safeFileName,
} = require('../../../nodes/Verbit/sources/fileName');
const fc = require('../../support/fastCheck');

const clean = (/** @type {string} */ fileName) => safeFileName({ fileName, fallback: 'data' });

test('whatever the name, the result is not empty, has no folder, no control character and at most 255 bytes', () => {
	// Half of them is ASCII. To make all of Unicode at once takes two seconds.
	const codes = fc.array(fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)), { maxLength: 400 });
	const names = codes.map((all) => String.fromCodePoint(...all));
	fc.assert(
		fc.property(names, (name) => {
			const cleaned = clean(name);
			expect(cleaned).not.toBe('');
			expect(cleaned).not.toMatch(/[/\\\p{Cc}\u202e]/u);
			expect(['.', '..']).not.toContain(cleaned);
			expect(Buffer.byteLength(cleaned)).toBeLessThanOrEqual(255);
		}),
	);
});

test.each([
	[{ fallback: 'f'.repeat(65_536), recordingExtension: 'mp4' }, `${'f'.repeat(251)}.mp4`],
	[{ fallback: 'é'.repeat(300), mimeType: 'video/mp4' }, `${'é'.repeat(125)}.mp4`],
	[{ fallback: 'data', fileExtension: 'x'.repeat(1e6) }, `data.${'x'.repeat(250)}`],
])('a name made of other parts has at most 255 bytes, too', (parts, expected) => {
	expect(safeFileName(parts)).toBe(expected);
});

test.each([
	['../../etc/passwd', 'passwd'],
	['C:\\Users\\me\\talk.mp4', 'talk.mp4'],
	['fdp.\u202e3pm.exe', 'fdp.3pm.exe'],
	['.talk.wav', '.talk.wav'],
	// As good as no name.
	...['', '/a/..', '\u0001', '\u2800\u3164', '\ufeff\u00ad', '\ud800', ' \u00a0.MP3'].map(
		(none) => [none, 'data'],
	),
	['👩‍🏫 日本 (1)_"a"-ß\'.mp4', '👩‍🏫 日本 (1)_"a"-ß\'.mp4'],
	// Of a URL only the name is taken.
	[`https://h/${'a'.repeat(9999)}/my%20talk.mp4#t=1`, 'my talk.mp4'],
	['X-Amz-Signature=S3cr3t.mp4', 'X-Amz-Signature=…'],
	['  http://h/my%20talk.mp4', 'my talk.mp4'],
	['Ready?take=2.mp3', 'Ready.mp3'],
	['https://h/v0/b/app/o/recordings%2Ftalk.mp4?alt=media', 'talk.mp4'],
	['xhttps://h/my%20talk.mp4', 'my%20talk.mp4'],
	['Why? Because.mp4', 'Why? Because.mp4'],
	// A slash that is no path.
	['AC/DC.mp3', 'AC-DC.mp3'],
	['./talk.wav', 'talk.wav'],
	['~/talks/a b.wav', 'a b.wav'],
	['C:/talks/a.wav', 'a.wav'],
	['talks/2026/a.wav', 'a.wav'],
	// Encoded words of mail programs.
	['=?UTF-8?Q?Gr=C3=BC=C3=9Fe_aus_Graz.mp3?=', 'Grüße aus Graz.mp3'],
	['=?utf-8?B?R3LDvMOfZQ==?= =?iso-8859-1?q?_=FCber_Graz?=.mp3', 'Grüße über Graz.mp3'],
	['=?UTF-8*de?q?a?=\r\n =?UTF-8?q?b.mp3?=', 'ab.mp3'],
	['=?UTF-8?B?Li4vLi4vZXRjL3Bhc3N3ZA==?=', 'passwd'],
	// At most 255 bytes, cut before the extension where there is one.
	[`${'é'.repeat(200)}.mp4`, `${'é'.repeat(125)}.mp4`],
	[`${'a'.repeat(300)}.${'x'.repeat(15)}`, `${'a'.repeat(239)}.${'x'.repeat(15)}`],
	[`${'é'.repeat(200)}.${'x'.repeat(16)}`, 'é'.repeat(127)],
])('the name %j becomes %j', (name, expected) => {
	expect(clean(name)).toBe(expected);
});

test.each([
	[{ mimeType: ' audio/x-wav ; codecs=1', fallback: 'data' }, 'data.wav'],
	[{ mimeType: 'x-y/mp4', fallback: 'data' }, 'data'],
	[{ fileExtension: ' .mp4', fallback: 'd' }, 'd.mp4'],
	[{ fileExtension: '..', mimeType: 'video/mp4', fallback: 'd' }, 'd.mp4'],
	[{ fileExtension: 'tar.gz', fallback: 'd' }, 'd.tar.gz'],
	[{ mimeType: 'video/mp4', fallback: '.mp3' }, 'recording.mp4'],
	// What the bytes say, for a name without an extension that people use.
	[{ fileName: 'Lecture 3.5', recordingExtension: 'mp3' }, 'Lecture 3.5.mp3'],
	[{ fileName: 'talk.mpga', recordingExtension: 'mp3' }, 'talk.mp3'],
	[{ fileName: '.mpga', recordingExtension: 'mp3' }, '.mpga.mp3'],
	[{ fileName: '\ud800.mp4', recordingExtension: 'mp3' }, 'recording.mp3'],
	// Every object has a property of that name.
	[{ mimeType: 'constructor', fallback: 'data' }, 'data'],
	[{ fileName: 2026, fallback: 'data' }, '2026'],
])('%j gives %s', (parts, expected) => {
	expect(safeFileName(parts)).toBe(expected);
});

test('names that differ in their case alone keep the order they came in', () => {
	expect(inNaturalOrder(['b', 'A', 'a', 'A'], (name) => name)).toEqual(['A', 'a', 'A', 'b']);
});

describe('the name in a Content-Disposition', () => {
	/** How Node.js hands on a header of UTF-8. @param {string} text */
	const asLatin1 = (text) => Buffer.from(text).toString('latin1');

	test.each([
		['filename="a \\"quoted\\" b.mp4"', 'a "quoted" b.mp4'],
		[`filename="a.mp3"; filename*=UTF-8''%22%e2%82%ac%27s %F0%9F%8E%A7%22`, '"€\'s 🎧"'],
		["FileName*=utf-8'en'%e2%82%ac.mp3", '€.mp3'],
		["filename*=ISO-8859-1''Gr%f6%dfe.srt", 'Größe.srt'],
		["filename*=UTF-8''Gr%f6%dfe.srt", 'Gr%f6%dfe.srt'],
		// Not encoded at all, as some hosts send it.
		[`filename*=UTF-8''"my talk.mp3"`, 'my talk.mp3'],
		[`filename*=UTF-8''${asLatin1('Größe 日本.srt')}`, 'Größe 日本.srt'],
		["filename* = UTF-8''%e2%82%ac.mp3", '€.mp3'],
		[`filename*=UTF-8''"talk" of 5`, '"talk" of 5'],
		[`filename*=UTF-8''talk of "5"`, 'talk of "5"'],
		['filename = talk.wav', 'talk.wav'],
		// Decoded already.
		['filename="Ã亀.srt"', 'Ã亀.srt'],
		[`filename="${asLatin1('Größe 日本.srt')}"`, 'Größe 日本.srt'],
		// As browsers read what many programs write.
		['filename=%E6%97%A5%E6%9C%AC%20100%25.mp4', '日本 100%.mp4'],
		['filename="100% sure.mp4"', '100% sure.mp4'],
		// Latin-1, as it was meant long ago.
		['filename="Größe.srt"', 'Größe.srt'],
	])('%s is %s', (parameter, name) => {
		expect(dispositionFileName(`attachment; ${parameter}`)).toBe(name);
		expect(dispositionFileName(`inline;${parameter}`)).toBe(name);
	});

	test('is none where the header has none', () => {
		const none = ['', 'attachment', 'form-data; name="file"', 'a; filename=""', 'a; filename= '];
		expect(none.map(dispositionFileName)).toEqual(none.map(() => undefined));
		expect(dispositionFileName()).toBeUndefined();
	});
});
