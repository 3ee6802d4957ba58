const fc = require('fast-check');
const { redactUrls } = require('../../../nodes/Verbit/http/redact');

const SECRET = 'S3cr3tS1gnature';

test('no signature survives in any text around a URL', () => {
	const words = fc.stringMatching(/^[A-Za-z ,.:()\n"']{0,30}$/);
	fc.assert(
		fc.property(words, fc.webUrl(), words, (before, url, after) => {
			const text = `${before} ${url}?X-Amz-Signature=${SECRET}&b=2#${SECRET} ${after}`;
			expect(redactUrls(text)).not.toContain(SECRET);
		}),
	);
});

test('scheme, host and path stay readable', () => {
	expect(redactUrls(`PUT https://s3.example.com/a/b%20c.mp4?sig=${SECRET} was refused`)).toBe(
		'PUT https://s3.example.com/a/b%20c.mp4?… was refused',
	);
});

test('a user and password are taken out', () => {
	expect(redactUrls(`see https://me:${SECRET}@example.com/x`)).toBe('see https://example.com/x');
});

test.each(['https://h/a@b/c', 'https://h@', 'https://h/@', 'https://h'])(
	'%s loses no more than a login, and no part of its path',
	(url) => {
		expect(redactUrls(url)).toBe(url === 'https://h@' ? 'https://' : url);
	},
);

test('an at sign of a password is no end of it', () => {
	expect(redactUrls(`https://me:a@${SECRET}@h/x@y`)).toBe('https://h/x@y');
});

test('two URLs in one text are both redacted', () => {
	expect(redactUrls(`a://h/x?k=${SECRET} b://h/y?k=${SECRET}`)).toBe('a://h/x?… b://h/y?…');
});

test('text without a URL stays as it is', () => {
	fc.assert(
		fc.property(
			fc.string().filter((text) => !text.includes('://')),
			(text) => {
				expect(redactUrls(text)).toBe(text);
			},
		),
	);
});
