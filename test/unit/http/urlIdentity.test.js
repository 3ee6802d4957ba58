const { urlAsId } = require('../../../nodes/Verbit/externalId/idFields');
const { urlIdentity } = require('../../../nodes/Verbit/http/urlIdentity');

describe('the identity of a link', () => {
	const FILE = 'https://host.example/talk.mp4';
	const LONG = 'ab12'.repeat(4);

	test('is that of its file, without what signs it or limits its life', () => {
		for (const signature of [
			'X-Amz-Signature=a&X-Amz-Expires=9&x-id=GetObject&response-content-disposition=b',
			'x-oss-signature=a&x-oss-expires=9&x-oss-date=1&x-oss-process=b',
			'AWSAccessKeyId=a&Signature=b&Expires=9&response-content-type=c',
			'Key-Pair-Id=K&Signature=a',
			'sv=1&se=2&sig=a&sp=r&spr=https&skoid=1&rscd=b',
		])
			expect(urlIdentity(`${FILE}?${signature}`)).toBe(FILE);
		const ofDiscord = ['ex=6748a1f0', 'is=67475070', 'hm=0123456789abcdef0123'];
		const others = [`sig=${LONG}`, `access_token=${LONG}`, 'Expires=5', 'jwt=eyJh', 'e=1795600000'];
		const signing = [...ofDiscord, ...others];
		expect(urlIdentity(`${FILE}?id=1&${signing.join('&')}&n=2#part`)).toBe(`${FILE}?id=1&n=2`);
	});

	const SIGNING = `
		expires url_expiry exp Until valid valid_to validTo valid-until x-amz-date X-Goog-Date hmac my_hmac_1 policy
		sign sig my-sign my_sig mySignature auth authorization Credential credential-id apikey access_key
		AWSAccessKeyId privateKey signingkey sign-key keyPairId KeyId secret secretId token access_token token-id
		key-pair-id accessid ex hm is oe e=1795600000&e e=1795600000123&e e=0af3b921&e t=eyJ&e`;

	test.each(SIGNING.trim().split(/\s+/))('has no %s', (name) => {
		const rest = name.endsWith('&e') ? name.slice(0, -2) : `${name}=${LONG}`;
		expect(urlIdentity(`${FILE}?id=1&${rest}`)).toBe(`${FILE}?id=1`);
	});

	const NAMING = `
		exports regexp untils invalid validity ax-amz-date assign sigma key recordingKey file_key mediaKeyId keyed
		signatures author keys secrets tokens accessids exe his e x_e id versionId generation snapshot`;

	test.each(NAMING.trim().split(/\s+/))('has the value of %s', (name) => {
		const url = `${FILE}?${name}=12`;
		expect([url, `${url}&X-Amz-Signature=a`].map(urlIdentity)).toEqual([url, url]);
	});

	test.each(['key=a/1.mp4', 'token=x.wav', 'e=1234567', 'e=0af3b92g', 'e=20261101'])(
		'has the parameter %s',
		(rest) => {
			expect(urlIdentity(`${FILE}?${rest}`)).toContain(`?${rest.replace(/=.*/, '=')}`);
		},
	);

	test.each(['php', '25', 'b'])('has no key that ends with .%s', (end) => {
		expect(urlIdentity(`${FILE}?token=${LONG}.${end}`)).toBe(FILE);
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
		'accounts/12345/download?token=',
		'play?session_id=77&apikey=',
		'file/d/1AbCdEfGhIjKlMnOp/view?token=',
		'download.do?token=',
	])('as an External ID is another one for each key where no file is named: %s…', (rest) => {
		const urls = [LONG, `${LONG}3`].map((key) => `https://h.example/${rest}${key}`);
		expect(urlIdentity(urls[0])).toBe(urlIdentity(urls[1]));
		const ids = urls.map(urlAsId);
		expect(ids[0]).not.toBe(ids[1]);
		expect(ids.join()).not.toContain(LONG);
	});

	test('is another one for each short key, which may name the recording', () => {
		for (const identity of [urlIdentity, urlAsId]) {
			const [one, other] = ['abc', 'abd'].map((key) => identity(`${FILE}?token=rec-1${key}`));
			expect(one).not.toBe(other);
			expect(one).not.toContain('abc');
		}
	});

	test.each([
		'talk.mp4?token=',
		'get?file=talk.mp4&token=',
		'files/17/content?X-Amz-Signature=',
		'talk.mp3?ex=6748a1f0&is=6748a1f0&hm=',
		'files/17/content?expires=',
	])('as an External ID is the same when it is signed again and names its file: %s…', (rest) => {
		const [one, other] = ['ab12', 'ab13'].map((key) =>
			urlAsId(`https://h.example/${rest}${key.repeat(4)}`),
		);
		expect(one).toBe(other);
		expect(one).not.toMatch(/ab1[23]/);
	});
});
