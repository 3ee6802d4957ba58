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

	test('has only hashes of what looks like a key', () => {
		const identityOf = (/** @type {string} */ token) =>
			urlIdentity(`https://h.example/file/bot${token}/voice/file_1.oga?t=${token}x`);
		const [one, other] = ['123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw', '123456:BBHdqTcvCH1vGWJxf'];
		expect(identityOf(one)).not.toMatch(/dqTcvCH1vGWJxf/);
		expect(identityOf(one)).toBe(identityOf(one));
		expect(identityOf(one)).not.toBe(identityOf(other));
	});

	test.each([
		['a number', 'play?show=x&e=12', 'play?show=x&e=13'],
		['a word that holds another', 'get?author=a', 'get?author=b'],
		['a key', 'dl?key=1001&sig=1', 'dl?key=1002&sig=1'],
		['a signature', 'dl?sig=abc', 'dl?sig=abd'],
		...[
			'api/v1/download.php?',
			'api/2/download?',
			'api/v12/dl?',
			'2024/download?',
			'2024-11-29/download?',
			'mp4/play?',
			'hls/1080p/play?',
			'oauth2/download?',
			'tenant42/dl?',
			'api/getRecordingFile?',
			'dl?download=1&',
			'dl?client_id=8&',
		].map((rest) => ['a token', `${rest}token=abc`, `${rest}token=abd`]),
	])('differs where nothing else names it, by %s: %s', (_what, one, other) => {
		const [first, second] = [one, other].map((rest) => urlIdentity(`https://host.example/${rest}`));
		expect(first).not.toBe(second);
		expect([first, second].join()).not.toMatch(/1001|abc/);
	});

	test.each([
		'files/17/content?token=',
		'recordings/Zx81kQ-abcdefghij?access_token=',
		'file/d/1AbCdEfGhIjKlMnOp/view?token=',
		'c0a8012e-7d5b-11ee-b962-0242ac120002?token=',
		'dl?id=7&token=',
		'dl?UniqueId=ab&tempauth=',
		'dl?file=talk&expires=12&token=',
	])('is the same where its path or query names it: %s…', (rest) => {
		const [one, other] = ['abc', 'abd'].map((token) =>
			urlIdentity(`https://h.example/${rest}${token}`),
		);
		expect(one).toBe(other);
	});
});
