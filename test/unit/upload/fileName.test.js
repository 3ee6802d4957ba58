const fc = require('../../support/fastCheck');
const { mediaFileName } = require('../../../nodes/Verbit/upload/fileName');

const clean = (/** @type {string} */ fileName) => mediaFileName({ fileName, property: 'data' });

test('whatever the name, the result is not empty, has no folder, no control character and at most 255 bytes', () => {
	const names = fc.string({ unit: 'binary', maxLength: 400 });
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

test('a name that needs no cleaning stays as it is', () => {
	const names = fc.stringMatching(/^[A-Za-z0-9 _'"()äöü日本语🎧-]{1,40}\.[a-z0-9]{2,4}$/u);
	fc.assert(
		fc.property(
			names.filter((name) => name === name.trim()),
			(name) => {
				expect(clean(name)).toBe(name);
			},
		),
	);
});

test.each([
	['../../etc/passwd', 'passwd'],
	['C:\\Users\\me\\talk.mp4', 'talk.mp4'],
	['/var/spool/a b.wav', 'a b.wav'],
	['two\nlines\r.mp3', 'twolines.mp3'],
	['nul\u0000.mp3', 'nul.mp3'],
	['fdp.\u202e3pm.exe', 'fdp.3pm.exe'],
	['  padded.wav ', 'padded.wav'],
	['talk.', 'talk.'],
	['.talk.wav', '.talk.wav'],
])('%j is cleaned to %j', (name, expected) => {
	expect(clean(name)).toBe(expected);
});

test.each(['', '   ', '/', '..', 'a/..', '\u0001'])('%j is as good as no name', (name) => {
	expect(mediaFileName({ fileName: name, mimeType: 'video/mp4', property: 'clip' })).toBe(
		'clip.mp4',
	);
});

test.each([
	['https://h/a/talk.mp4?X-Amz-Signature=1&b=2', 'talk.mp4'],
	['https://h/my%20talk.mp4#t=1', 'my talk.mp4'],
	['talk.mp4?X-Amz-Signature=1', 'talk.mp4'],
	['talk.mp4?sig=secret\nsecret', 'talk.mp4'],
	['  http://h/my%20talk.mp4', 'my talk.mp4'],
	['see https://h/my%20talk.mp4', 'my%20talk.mp4'],
	['xhttps://h/my%20talk.mp4', 'my%20talk.mp4'],
	['Why? Because.mp4', 'Why? Because.mp4'],
	['C#.mp4', 'C#.mp4'],
])('of the URL %s only the name is taken: %s', (name, expected) => {
	expect(clean(name)).toBe(expected);
});

test('a name of a million characters is cut at once', () => {
	const began = Date.now();
	expect(clean(`${'🎧é'.repeat(333_333)}.mp4`)).toMatch(/^[🎧é]+\.mp4$/u);
	expect(Date.now() - began).toBeLessThan(20_000);
});

test('a name that is too long is cut before its extension', () => {
	const cut = clean(`${'é'.repeat(200)}.mp4`);
	expect(cut).toMatch(/^é+\.mp4$/);
	expect(Buffer.byteLength(cut)).toBe(254);
});

test.each([
	['the longest extension', `.${'x'.repeat(15)}`],
	['its last byte', '.mp4'],
])('a long name is cut to 255 bytes and keeps %s', (_what, extension) => {
	const cut = clean('a'.repeat(300) + extension);
	expect(cut).toBe('a'.repeat(255 - extension.length) + extension);
});

test.each(['z', `.${'x'.repeat(16)}`])(
	'a long name without an extension is cut at its end: %s',
	(end) => {
		expect(clean(`${'é'.repeat(200)}${end}`)).toBe('é'.repeat(127));
	},
);

test('a name that is a number is taken as text', () => {
	expect(mediaFileName({ fileName: 2026, property: 'data' })).toBe('2026');
});

test('a file of which nothing is known has a name', () => {
	expect(mediaFileName({ property: '' })).toBe('recording');
});

test.each([
	['application/msword', 'doc'],
	['application/pdf', 'pdf'],
	['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
	['audio/aac', 'aac'],
	['audio/flac', 'flac'],
	['audio/mp4', 'm4a'],
	['audio/mpeg', 'mp3'],
	['audio/ogg', 'ogg'],
	['audio/wav', 'wav'],
	['audio/webm', 'weba'],
	['audio/x-m4a', 'm4a'],
	['audio/x-wav', 'wav'],
	['text/plain', 'txt'],
	['video/mp4', 'mp4'],
	['video/mpeg', 'mpeg'],
	['video/ogg', 'ogv'],
	['video/quicktime', 'mov'],
	['video/webm', 'webm'],
	['video/x-matroska', 'mkv'],
	['video/x-msvideo', 'avi'],
])('a file of the type %s without a name ends with .%s', (mimeType, extension) => {
	expect(mediaFileName({ mimeType, property: 'data' })).toBe(`data.${extension}`);
});

test.each([
	[{ mimeType: 'Audio/Wav; codecs=1', property: 'data' }, 'data.wav'],
	[{ mimeType: ' audio/wav ; codecs=1', property: 'data' }, 'data.wav'],
	[{ fileExtension: 'm4v', mimeType: 'video/mp4', property: 'clip' }, 'clip.m4v'],
	[{ mimeType: 'application/x-unheard-of', property: 'data' }, 'data'],
	[{ property: '_files["talk"]' }, '_files["talk"]'],
])('without a name, %j gives %s', (parts, expected) => {
	expect(mediaFileName(parts)).toBe(expected);
});

test('a MIME type that every object has a property for gives no extension', () => {
	expect(mediaFileName({ mimeType: 'constructor', property: 'data' })).toBe('data');
});

test.each([
	'talk.mp4%3FX-Amz-Signature%3DS3cr3t',
	'https%3A%2F%2Fh%2Ftalk.mp4%3fX-Amz-Signature%3dS3cr3t',
	'talk.mp4%253FX-Amz-Signature%253DS3cr3t',
	'talk.mp4?filter[id]=1&X-Amz-Signature=S3cr3t',
])('the query of an encoded URL is no part of a name: %s', (fileName) => {
	const name = mediaFileName({ fileName, property: 'data' });
	expect(name).toMatch(/talk\.mp4$/);
});
