const fc = require('../../support/fastCheck');
const { isHttpUrl, readHttpUrl } = require('../../../nodes/Verbit/http/url');

test('every http and https URL is taken, and given back to the letter', () => {
	fc.assert(
		fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
			expect(readHttpUrl('Media URL', url)).toBe(url);
		}),
	);
});

test('blanks around a URL are dropped', () => {
	expect(readHttpUrl('Media URL', '  https://h/x \n')).toBe('https://h/x');
});

test.each([
	'ftp://h/x',
	'file:///etc/passwd',
	'javascript:alert(1)',
	's3://bucket/key',
	'//h/x',
	'h/x',
	'https://',
	'https:///x',
	'https://h/a b',
	'https://h:port/x',
	'xhttps://h/x',
])('%s is refused', (url) => {
	expect(isHttpUrl(url)).toBe(false);
	expect(() => readHttpUrl('Media URL', url)).toThrow(/^'Media URL' isn't a valid URL/);
});

test.each([undefined, null, '', '   '])('%p is refused as empty', (value) => {
	expect(() => readHttpUrl('Media URL', value)).toThrow("'Media URL' is empty");
});

test.each([
	[17, '17'],
	[true, 'true'],
	[{ url: 'https://h/x?sig=TopSecret' }, 'an object'],
	[['https://h/x?sig=TopSecret'], 'an array'],
])('%p is refused as what it is', (value, shown) => {
	expect(() => readHttpUrl('Media URL', value)).toThrow(
		`'Media URL' isn't a valid URL (got ${shown})`,
	);
});

test('an object that reads as a URL is none', () => {
	expect(isHttpUrl(new URL('https://h/x'))).toBe(false);
});

test.each([
	['Media URL', '', 'Enter a complete URL, for example https://example.com/talk.mp4'],
	['Callback URL', '', 'Enter a complete URL, for example https://example.com/verbit'],
	['Notes URL', '', 'Enter a complete URL, for example https://example.com/agenda.pdf'],
	[
		'Pre-Signed Upload URL',
		'',
		'Enter a complete URL, for example https://storage.example.com/talk.mp4?signature=abc',
	],
	[
		'Media URL',
		'h/x',
		'Enter a complete URL that starts with https:// or http:// and has no spaces.',
	],
])('the refusal of %s with "%s" says what to give', (field, value, remedy) => {
	expect(() => readHttpUrl(field, value)).toThrow(
		expect.objectContaining({
			details: expect.objectContaining({ remedy: expect.stringContaining(remedy) }),
		}),
	);
});

test('the refusal does not tell the query of the link', () => {
	expect(() => readHttpUrl('Media URL', 'ftp://h/x?sig=TopSecret')).toThrow(
		"'Media URL' isn't a valid URL (got ftp://h/x?…)",
	);
});
