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

test('what was given is not changed', () => {
	const data = { url: 'https://h/x?sig=1' };
	redactUrlsIn(data);
	expect(data).toEqual({ url: 'https://h/x?sig=1' });
});
