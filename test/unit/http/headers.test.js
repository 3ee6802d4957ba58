const { encodingOf, retryAfterMs } = require('../../../nodes/Verbit/http/headers');
const { dispositionFileName } = require('../../../nodes/Verbit/sources/fileName');

describe('the name in a Content-Disposition', () => {
	/** How Node.js hands on a header of UTF-8. @param {string} text */
	const asLatin1 = (text) => Buffer.from(text).toString('latin1');

	test.each([
		['filename="a b.mp4"', 'a b.mp4'],
		['filename="a \\"quoted\\" b.mp4"', 'a "quoted" b.mp4'],
		[`filename="a.mp3"; filename*=UTF-8''%22%e2%82%ac%27s %F0%9F%8E%A7%22`, '"€\'s 🎧"'],
		["FileName*=utf-8'en'%e2%82%ac.mp3", '€.mp3'],
		["filename*=ISO-8859-1''Gr%f6%dfe.srt", 'Größe.srt'],
		["filename*=UTF-8''Gr%f6%dfe.srt", 'Gr%f6%dfe.srt'],
		// Not encoded at all, as some hosts send it.
		["filename*=UTF-8''my talk.mp3; size=12", 'my talk.mp3'],
		[`filename*=UTF-8''"my talk.mp3"`, 'my talk.mp3'],
		[`filename*=UTF-8''${asLatin1('Größe 日本.srt')}`, 'Größe 日本.srt'],
		["filename* = UTF-8''%e2%82%ac.mp3", '€.mp3'],
		[`filename*=UTF-8''5" talk.mp3`, '5" talk.mp3'],
		[`filename*=UTF-8''"talk" of 5`, '"talk" of 5'],
		[`filename*=UTF-8''talk of "5"`, 'talk of "5"'],
		['filename = talk.wav', 'talk.wav'],
		// Decoded already.
		['filename="Ã亀.srt"', 'Ã亀.srt'],
		[`filename="${asLatin1('Größe 日本.srt')}"`, 'Größe 日本.srt'],
		[`filename=${asLatin1('Vorlesung Öl.srt')}; size=1`, 'Vorlesung Öl.srt'],
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

describe('Retry-After', () => {
	const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);

	beforeEach(() => jest.useFakeTimers({ now: NOW }));
	afterEach(() => jest.useRealTimers());

	const at = (/** @type {string} */ time) => `Sat, 21 Nov 2026 ${time} GMT`;

	const read = (/** @type {unknown} */ value) => retryAfterMs({ 'retry-after': value });

	test.each([
		['seconds', undefined, ' 120 ', 120_000],
		['a date that begins with digits', undefined, '21 Nov 2026 10:00:07 GMT', 7000],
		['a date that ends with digits', undefined, 'Sat, 21 Nov 2026 10:00:07 +0000', 7000],
		['a date that has passed', undefined, 'Fri, 20 Nov 2026 10:00:00 GMT', 0],
		['a clock that is late', at('09:00:00'), at('09:00:07'), 7000],
		['a clock, and seconds', at('11:00:00'), '7', 7000],
	])('is read by the clock of the host: %s', (_what, date, after, ms) => {
		expect(retryAfterMs({ date, 'retry-after': after })).toBe(ms);
	});

	test('asks for nothing where it is neither', () => {
		expect(['', '  ', 'soon', undefined, 7, ['1']].map(read)).toEqual(Array(6).fill(undefined));
	});
});

test('a body is packed unless its encoding leaves it as it is', () => {
	const plain = [undefined, '', 'identity', 'None', ' aws-chunked, identity', 'binary'];
	expect(plain.map(encodingOf)).toEqual(plain.map(() => undefined));
	const packed = ['gzip', ' GZip ', 'identity, br', 'br, identity', 'x'.repeat(51)];
	expect(packed.map(encodingOf)).toEqual([
		...['gzip', 'gzip', 'identity, br', 'br, identity', 'x'.repeat(50)],
	]);
});
