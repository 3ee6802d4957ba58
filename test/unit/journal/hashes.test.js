const { urlIdentity } = require('../../../nodes/Verbit/journal/hashes');

describe('the identity of a link', () => {
	const FILE = 'https://host.example/talk.mp4';

	test('is that of its file, without what signs it or limits its life', () => {
		for (const signature of [
			'X-Amz-Signature=ab',
			'Key-Pair-Id=K&Signature=ab',
			'sv=1&se=2&sig=ab',
		])
			expect(urlIdentity(`${FILE}?${signature}`)).toBe(FILE);
		const ofDiscord = ['ex=6748a1f0', 'is=67475070', 'hm=0123456789abcdef0123'];
		const signing = [
			'sig=2',
			...ofDiscord,
			'access_token=4',
			'Expires=5',
			'jwt=eyJh',
			'e=1795600000',
		];
		expect(urlIdentity(`${FILE}?id=1&${signing.join('&')}&n=2#part`)).toBe(`${FILE}?id=1&n=2`);
	});

	test.each([
		['a number', 'play?show=x&e=12', 'play?show=x&e=13'],
		['a word that holds another', 'get?author=a', 'get?author=b'],
		['a key', 'dl?key=1001&sig=1', 'dl?key=1002&sig=1'],
		['a token', 'api/v1/download.php?token=abc', 'api/v1/download.php?token=abd'],
	])('differs where nothing else names it, by %s', (_what, one, other) => {
		const [first, second] = [one, other].map((rest) => urlIdentity(`https://host.example/${rest}`));
		expect(first).not.toBe(second);
		expect([first, second].join()).not.toMatch(/1001|abc/);
	});

	test.each([
		'files/17/content?token=',
		'recordings/Zx81kQ-abcdefghij?access_token=',
		'dl?id=7&token=',
	])('is the same where its path or query names it: %s…', (rest) => {
		const [one, other] = ['abc', 'abd'].map((token) =>
			urlIdentity(`https://h.example/${rest}${token}`),
		);
		expect(one).toBe(other);
	});
});
