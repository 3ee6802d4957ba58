const { redactUrlsIn, withoutSecrets } = require('../../../nodes/Verbit/http/redact');

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

test('what has no value is left out', () => {
	expect(Object.keys(redactUrlsIn({ id: 7, none: undefined }))).toEqual(['id']);
});

test('what was given is not changed', () => {
	const data = { url: 'https://h/x?sig=1' };
	redactUrlsIn(data);
	expect(data).toEqual({ url: 'https://h/x?sig=1' });
});

test("the user's own fields stay as the user gave them", () => {
	const url = 'https://lms.example.com/course?id=42';
	const own = { external_id: url, job_name: url, labels: [url], job_metadata: { a: url } };
	expect(redactUrlsIn({ ...own, media_url: url })).toEqual({
		...own,
		media_url: 'https://lms.example.com/course?…',
	});
});

test('a response that is nested too deep for n8n to save is cut', () => {
	const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
	expect(JSON.stringify(redactUrlsIn({ id: 7, deep }))).toMatch(
		/^\{"id":7,"deep":(\{"a":)+"…"\}+$/,
	);
});

describe('what a request was sent with', () => {
	test('is removed from all texts and names, also encoded', () => {
		const response = { note: 'key a/b+c= and a%2Fb%2Bc%3D', list: [{ 'a/b+c=': 1 }] };
		expect(withoutSecrets(response, ['a/b+c='])).toEqual({
			note: 'key … and …',
			list: [{ '…': 1 }],
		});
	});

	test('is left where it is too short to be a secret, or empty', () => {
		expect(withoutSecrets('a key', ['', 'key'])).toBe('a key');
	});
});
