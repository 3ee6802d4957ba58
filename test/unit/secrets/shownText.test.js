const { describeValue, withoutLikelySecrets } = require('../../../nodes/Verbit/secrets/shownText');
const fc = require('../../support/fastCheck');

const SECRET = 'S3cr3tS1gnature';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJTM2NyM3QifQ.S3cr3t-S1gn_ture';

const NAMES = ['X-Amz-Credential', 'X-Amz-Security-Token', 'Signature', 'api-key', 'AUTH_KEY'];

test.each([
	// A login.
	...['/', '#', '?', '"', '>', '`', ' a/', ' "'].map((mark) => [
		...[`https://me:a${mark}${SECRET}@h/x`, 'https://h/x'],
	]),
	['https://h@', 'https://'],
	[`https://me:a@${SECRET}@h/x@y`, 'https://h/x@y'],
	[`https://me:${SECRET}…`, 'https://'],
	// A query, up to its last word with a parameter.
	['PUT https://h/a/b%20c.mp4?sig=1 was refused', 'PUT https://h/a/b%20c.mp4?… was refused'],
	['https://h/x?a=1 b&c=2 was refused', 'https://h/x?… was refused'],
	['https://h/x?a=1 b=2, see https://h/y c=3', 'https://h/x?… see https://h/y c=3'],
	['https://h/x?a=1 see b=https://h/y c=3', 'https://h/x?… see b=https://h/y c=3'],
	['h/x?name=my talk#22 was refused', 'h/x?… talk?… was refused'],
	['proxy/x.mp4%3Fa%3D1 was refused', 'proxy/x.mp4?… was refused'],
	['https://h/x?a=my talk= https://h/y', 'https://h/x?… https://h/y'],
	// Keys in a path, and what has a name in it.
	['https://h/bot12:AAHdqTcvCH1vGWJxfSeo/getFile', 'https://h/…/getFile'],
	[
		'"https://h/a;sid=x7Yq2Lm9/b.mp4", (https://h/1AbCdEf2GhI).',
		'"https://h/a;…/b.mp4", (https://h/…).',
	],
	// Tokens, also without their signature, or cut off.
	[`The session ${JWT} has ended`, 'The session … has ended'],
	[`<${JWT.replace(/\.[^.]*$/, '')}>`, '<…>'],
	['<eyJhbGci…>', '<…>'],
	['got Bearer S3cr3tValue', 'got Bearer …'],
	['got bearer  +/=.~-S3', 'got bearer …'],
	['got apitoken S3cr3t.', 'got apitoken ….'],
	// In base64: me:S3cr3t, also cut off.
	['Proxy-Authorization: Basic bWU6UzNjcjN0', 'Proxy-Authorization: Basic …'],
	['basic  bWU6UzNj…', 'basic ……'],
	...NAMES.map((name) => [`"${name}=S3cr3t" is wrong`, `"${name}=…" is wrong`]),
	['a sig%3DS3cr3t&b', 'a sig=…&b'],
	["'accessToken%253dS3cr3t'", "'accessToken=…'"],
])('of the secrets in %s nothing is left', (text, shown) => {
	expect(withoutLikelySecrets(text)).toBe(shown);
});

test('a signed URL, encoded three times in a path, keeps no query', () => {
	const signed = `https://s3.example/talk.mp4?X-Amz-Date=1&X-Amz-Signature=${SECRET}`;
	const inner = [1, 2, 3].reduce((url) => encodeURIComponent(url), signed);
	const shown = withoutLikelySecrets(`https://proxy.example/fetch/${inner} returned 404`);
	expect(shown).toMatch(/^https:\/\/proxy\.example\/fetch\/https%.*talk\.mp4\?… returned 404$/);
	expect(describeValue(`ftp://proxy.example/${inner}`)).not.toContain(SECRET);
});

test('what only resembles a secret stays', () => {
	const texts = [
		...['eyJabcd.efghij', 'eyJabcde.fghi', 'eyJustice', 'the bearer token. Next'],
		...['Bearer: abcdefg', 'cupbearer S3cr3tValue', 'a basic transcript', 'Basic ABCDEF'],
		...['Basic 101.mp4', 'Basic JavaScript', 'Basic 24-hour', 'Visa2basic bWU6UzNjcjN0'],
		...['Ring Bearer interview.mp4', 'Bearer chapter one', 'design=5', 'sig', 'sig='],
		...['X-Amz-Date=5', 'the token=5', 'https://h:80/a@b/c', 'https://h/@', 'http://[::1]:80/a@b'],
		...['see "http://h:80", or mail a@b', 'https://h/2026/11/PHY101L/S01E02/x7Yq2Lm9Rt4.mp4'],
	];
	expect(texts.map(withoutLikelySecrets)).toEqual(texts);
});

test('text without a URL or a query stays as it is', () => {
	const text = fc.string().filter((any) => !any.includes('://') && !/\?\s*[\w.~%-]+=/.test(any));
	fc.assert(fc.property(text, (any) => expect(withoutLikelySecrets(any)).toBe(any)));
	const plain = ['Why C#? Part 2 (a = b)', 'Why C#5? See https://h/x', 'R&a%20b=5 and Q&A=3'];
	expect(plain.map(withoutLikelySecrets)).toEqual(plain);
});

test('no text behind a question mark is in the message about a refused value, whatever is around it', () => {
	const around = fc.string({ unit: 'grapheme', maxLength: 50 });
	const noQuery = around.filter((text) => !text.includes(SECRET));
	fc.assert(
		fc.property(noQuery, fc.constantFrom('?', '#'), around, around, (path, mark, left, right) => {
			const url = `${path}${mark}${left}${SECRET}${right}`;
			for (const value of [url, { url }, [url], [{ deep: url }]])
				expect(describeValue(value)).not.toContain(SECRET);
		}),
	);
});

test('no parameter of a query survives in any text, with spaces and quotes that nobody encoded', () => {
	const words = fc.stringMatching(/^[A-Za-z ,.:()\n"'<>/]{0,30}$/);
	const scheme = fc.constantFrom('https://', 'HTTP://', '');
	fc.assert(
		fc.property(words, scheme, words, words, words, (before, start, path, value, after) => {
			const text = `${before} ${start}h/${path}?a=${value}&X-Amz-Signature=${SECRET} ${after}`;
			expect(withoutLikelySecrets(text)).not.toContain(SECRET);
		}),
	);
});

test.each([
	[undefined, 'nothing'],
	['', 'nothing'],
	[null, 'null'],
	['x'.repeat(100), `"${'x'.repeat(100)}"`],
	['x'.repeat(500), `"${'x'.repeat(100)}…"`],
	[new Date(0), 'a date'],
	[{ toISO: () => '' }, 'a date'],
	[() => 7, 'an object'],
	[['https://h/x?k=1'], 'an array'],
	['https://h/my talk.mp4?k=1', '"https://h/my talk.mp4?…"'],
	[`me:${SECRET}@h/x`, '"h/x"'],
	[`https://me:a@${SECRET} b@h/x`, '"https://h/x"'],
	[`ftp://me:a b/${SECRET}?@h/x`, '"ftp://h/x"'],
])('the value %j is shown as %s', (value, shown) => {
	expect(describeValue(value)).toBe(shown);
});
