const fc = require('fast-check');
const { redactUrlsIn } = require('../../../nodes/Verbit/http/redact');

test('URLs at any depth lose their queries, and all else stays', () => {
	const data = {
		id: 7,
		ok: true,
		none: null,
		url: 'https://h/x?sig=TopSecret',
		list: ['a', { deep: 'see https://h/y?sig=TopSecret now' }],
	};
	expect(redactUrlsIn(data)).toEqual({
		id: 7,
		ok: true,
		none: null,
		url: 'https://h/x?…',
		list: ['a', { deep: 'see https://h/y?… now' }],
	});
});

test('what JSON cannot hold is left out', () => {
	const data = /** @type {any} */ ({ id: 7, none: undefined, made: () => 7 });
	expect(Object.entries(redactUrlsIn(data))).toEqual([['id', 7]]);
});

test('what was given is not changed', () => {
	const data = { url: 'https://h/x?sig=1' };
	redactUrlsIn(data);
	expect(data).toEqual({ url: 'https://h/x?sig=1' });
});

describe("the user's own fields", () => {
	const FIELDS = ['external_id', 'job_name', 'labels', 'job_metadata'];
	/** @param {string} text */
	const inAll = (text) => ({
		external_id: text,
		job_name: text,
		labels: [text],
		job_metadata: { a: text },
	});

	test.each([
		'https://lms.example.com/course?id=42',
		'https://example.com/a?page=2&lang=de&code=MATH101&keyword=x#part-3',
		'https://drive.google.com/open?id=1A2b3C4d5E6f7G8h9I0j&authuser=0',
		'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
		'https://example.com/search?author=Ann&session=12',
		'https://example.com/search?for=token',
		'Why C#? Part 2 (a = b)',
	])('keep %s', (text) => {
		expect(redactUrlsIn(inAll(text))).toEqual(inAll(text));
		expect(redactUrlsIn({ media_url: text }).media_url === text).toBe(!text.includes('://'));
	});

	const SECRET = 'S3cr3tS1gnature';

	test.each([
		`?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=${SECRET}`,
		`?AWSAccessKeyId=A&Expires=1&Signature=${SECRET}`,
		`?X-Goog-Signature=${SECRET}`,
		`?sv=2022&se=2026-01-01&sig=${SECRET}`,
		`?Key-Pair-Id=A&Policy=b&Signature=${SECRET}`,
		`?hdnts=exp=1~acl=/*~hmac=${SECRET}`,
		`?access_token=${SECRET}`,
		`#token=${SECRET}`,
		`?id=1&api_key=${SECRET}`,
		`?apiKey=${SECRET}`,
		`?key=${SECRET}`,
		`?rlkey=${SECRET}&dl=1`,
		`?id=1&sesskey=${SECRET}`,
		`?JSESSIONID=${SECRET}`,
		`?sessid=${SECRET}`,
		`?authuserpw=${SECRET}`,
		`?session-id=${SECRET}`,
		`?session_id=${SECRET}`,
		`?password=${SECRET}`,
		`?pwd=${SECRET}`,
		`?clientSecret=${SECRET}`,
		`?linkSig=${SECRET}`,
		`?x=eyJhbGciOiJIUzI1NiJ9.${SECRET}.x`,
		`?X%2DAmz%2DSignature=${SECRET}`,
		`?next=https%3A%2F%2Fb%2Fy%3FX-Amz-Signature%3D${SECRET}`,
		`?next=https%253A%252F%252Fb%252Fy%253Fsig%253D${SECRET}`,
	])('lose the query %s', (query) => {
		const words = fc.stringMatching(/^[A-Za-z ,.:()\n"']{0,30}$/);
		fc.assert(
			fc.property(words, fc.webUrl(), words, (before, url, after) => {
				const output = redactUrlsIn(inAll(`${before} ${url}${query} ${after}`));
				expect(Object.keys(output)).toEqual(FIELDS.map((name) => expect.stringMatching(name)));
				expect(JSON.stringify(output)).not.toContain(SECRET);
			}),
		);
	});

	test('lose a user and password', () => {
		expect(redactUrlsIn({ external_id: `https://me:${SECRET}@h/x?id=1` })).toEqual({
			external_id: 'https://h/x?…',
		});
	});
});
