const { Secrets, secretsOf } = require('../../../nodes/Verbit/secrets/secrets');
const { cpuMs } = require('../../support/cpuTime');

const SECRET = 'aB3/xY+9zQ==';

/** Each character of a text in another form. @param {(hex: string) => string} form @param {string} [text] */
const each = (form, text = SECRET) =>
	[...text].map((one) => form(one.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

const base64 = (/** @type {string} */ text) => Buffer.from(text).toString('base64');

/** How a program may write what it got. */
const FORMS = /** @type {Record<string, string>} */ ({
	'as it is': SECRET,
	percent: encodeURIComponent(SECRET),
	'percent, in lower case': encodeURIComponent(SECRET).replace(/%../g, (code) =>
		code.toLowerCase(),
	),
	'percent, twice': encodeURIComponent(encodeURIComponent(SECRET)),
	'percent, each character': each((hex) => `%${hex}`),
	'JSON, with an escaped slash': SECRET.replace('/', '\\/'),
	'JSON, each character': each((hex) => `\\u00${hex}`),
	'JSON in JSON': each((hex) => `\\\\u00${hex}`),
	'HTML, hexadecimal': each((hex) => `&#x${hex};`),
	'HTML, decimal': each((hex) => `&#${parseInt(hex, 16)};`),
	'HTML, twice': each((hex) => `&amp;#x${hex};`),
	base64: base64(SECRET),
	'base64 behind one character': base64(`:${SECRET}`).slice(2, -2),
	'base64 behind two characters': base64(`a:${SECRET}`).slice(3, -2),
	'base64 for URLs': Buffer.from(SECRET).toString('base64url'),
	'its beginning, cut off': `${SECRET.slice(0, 8)}…`,
});

test.each(Object.entries(FORMS))('a secret is found in a text: %s', (_form, text) => {
	const secrets = new Secrets().addKeys(SECRET);
	expect(secrets.redact(`before (${text}) after`)).toMatch(/^before \(.{0,3}….{0,2}\) after$/u);
	expect(secrets.redact(`100 %, a&b\\c ${text}`)).toMatch(/^100 %, a&b\\c .{0,3}….{0,2}$/u);
});

test('a secret is found where HTML names its characters', () => {
	const secret = `aB3&xY"9<zQ'>5k`;
	const named = 'aB3&amp;xY&quot;9&lt;zQ&apos;&gt;5k';
	const secrets = new Secrets().addKeys(secret);
	for (const text of [secret, named, named.replaceAll('&', '&amp;')])
		expect(secrets.redact(`(${text})`)).toBe('(…)');
});

test('a secret is found where a text is cut off within one of its characters', () => {
	const secret = 'aB3xY9zQkL5m/Nw7tR';
	const secrets = new Secrets().addKeys(secret);
	for (const encoded of ['%2F', '%252F', '\\u002f', '\\/', '&#x2F;', '&#47;', '&amp;#x2F;']) {
		const text = secret.replace('/', encoded);
		for (let length = 8; length <= text.length; length++)
			expect(secrets.redact(`x ${text.slice(0, length)}…`)).toMatch(/^x ……?$/);
	}
	expect(new Secrets().addKeys('aB3xY9z&Q').redact('aB3xY9z&am…')).toBe('……');
});

/** @param {string} url */
const knowing = (url) => {
	const secrets = new Secrets();
	secrets.addUrlsIn({ list: [`see ${url}`] });
	return secrets;
};

test.each([
	[
		'S3, with a login',
		'X-Amz-Credential=AKIA7XQ2/20261121/s3&X-Amz-Date=20261121T101500Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host;range&response-content-type=video/mp4&X-Amz-Signature=5ec3e7',
		['5ec3e7', 'AKIA7XQ2', 'AKIA7XQ2/20261121/s3', 'm3-Us3r', 'S3cr3t/x'],
		['20261121T101500Z', '86400', 'host;range', 'video/mp4'],
	],
	[
		'Azure',
		'sv=2024-11-04&se=2026-11-21T10%3A15Z&sr=b&sig=aB3%2FxY%2B9zQ%3D%3D',
		[SECRET],
		['2026-11-21T10:15Z', '2024-11-04'],
	],
	[
		'CloudFront',
		'Expires=1795343700&Policy=eyJTdGF0Z_&Signature=S3cr3t~x&Key-Pair-Id=APKA22',
		['eyJTdGF0Z_', 'S3cr3t~x', 'APKA22'],
		['1795343700'],
	],
	[
		'of no known form',
		'file=my-talk_2.mp4&lang=en-US&n=1234567&profile=standard&mode=rush%20order&u=x7Yq2Lm9',
		['x7Yq2Lm9'],
		['my-talk_2.mp4', 'en-US', '1234567', 'standard', 'rush order'],
	],
	[
		'of another form with a signature',
		'sig=S1gn4ture&code=9fX3kQ81bZ',
		['S1gn4ture', '9fX3kQ81bZ'],
		[],
	],
	[
		'with a name that says it',
		'token=blue-house&password=hunter22&secret=red-house&auth=old-house&accessid=new-house',
		['blue-house', 'hunter22', 'red-house', 'old-house', 'new-house'],
		[],
	],
	...['AWSAccessKeyId', 'GoogleAccessId', 'Key-Pair-Id'].map(
		(name) =>
			/** @type {[string, string, string[], string[]]} */ ([
				`with ${name}`,
				`${name}=APKA22&Signature=S3cr3t~x&v=x7Yq2Lm9`,
				['APKA22', 'S3cr3t~x'],
				['x7Yq2Lm9'],
			]),
	),
	['whose secret is an ordinary word', 'token=standard&key=2024', [], ['standard', '2024']],
])('of a URL (%s) the secrets are known, and nothing else', (_what, query, secret, plain) => {
	const secrets = knowing(`https://m3-Us3r:S3cr3t%2Fx@h/talk.mp4?${query}`);
	expect(secret.map((text) => secrets.redact(text))).toEqual(secret.map(() => '…'));
	expect(plain.map((text) => secrets.redact(text))).toEqual(plain);
});

test('what a URL has in several bytes, or with a plus, is known as it is read', () => {
	const secrets = knowing('https://me:Pässw0rt-7x@h/talk?token=Schl%C3%BCssel-9x+7Q');
	const forms = ['Pässw0rt-7x', 'P%C3%A4ssw0rt-7x', 'P\\u00e4ssw0rt-7x', 'Schlüssel-9x 7Q'];
	expect(forms.map((text) => secrets.redact(text))).toEqual(forms.map(() => '…'));
	expect(secrets.redact(base64('Pässw0rt-7x'))).toMatch(/^….?$/);
});

test.each([
	'"https://h/x?token=aB3xY9zQ"',
	'(https://h/x?token=aB3xY9zQ).',
	'<https://h?token=aB3xY9zQ>',
	'https://[h, then https://h/x?token=aB3xY9zQ',
])('a URL within a text is known without what is around it: %s', (text) => {
	const secrets = new Secrets();
	secrets.addUrlsIn(text);
	expect(secrets.redact('aB3xY9zQ')).toBe('…');
});

test('the fields of the user, assets and captions keep values of URLs, but no key', () => {
	const secrets = knowing('https://h/x?token=aB3xY9zQ').addKeys('key-7aB9xx');
	const ids = {
		external_id: 'https://h/x?id=42&v=aB3xY9zQ',
		asset_ids: ['aB3xY9zQ'],
		job_name: 'aB3xY9zQ',
	};
	const captions = {
		text: 'aB3xY9zQ',
		transcript: ['aB3xY9zQ'],
		segments: [{ speaker: 'aB3xY9zQ' }],
		speakers: ['aB3xY9zQ'],
	};
	const entered = { ...ids, labels: ['aB3xY9zQ'], job_metadata: { recording: 'aB3xY9zQ' } };
	const own = { ...entered, ...captions };
	expect(secrets.clean({ ...own, files: [{ asset_id: 'aB3xY9zQ' }], note: 'aB3xY9zQ' })).toEqual({
		...own,
		files: [{ asset_id: 'aB3xY9zQ' }],
		note: '…',
	});
	expect(
		secrets.clean({ job_name: 'my key-7aB9xx', upload_url: 'key-7aB9xx' }, ['upload_url']),
	).toEqual({ job_name: 'my …', upload_url: 'key-7aB9xx' });
});

test('a file that holds the key is known by it, in whatever part', () => {
	const secrets = new Secrets().addKeys(SECRET, 'evening', 'Apollo13');
	const quoted = (/** @type {string} */ text) => secrets.hasKeyIn(Buffer.from(text));
	const spoken = ['evening', 'Good evening', 'Apollo13 is back', SECRET.slice(1)];
	expect(spoken.filter(quoted)).toEqual([]);
	const forms = [SECRET, encodeURIComponent(SECRET), base64(SECRET)];
	expect(forms.map((form) => quoted(`1\n${form}\n`))).toEqual([true, true, true]);
});

test('each run has secrets of its own', () => {
	const [one, other] = [{}, {}];
	secretsOf(one).addKeys(SECRET);
	expect(secretsOf(one).redact(SECRET)).toBe('…');
	expect(secretsOf(other).redact(SECRET)).toBe(SECRET);
});

test('a transcript of a million characters is read once, in every script', () => {
	const secrets = new Secrets().addKeys(SECRET);
	let redacted = '';
	const transcript = `${'שלום לכולם '.repeat(100_000)}${SECRET}`;
	expect(cpuMs(() => (redacted = secrets.redact(transcript)))).toBeLessThan(5000);
	expect(redacted).toMatch(/ם …$/);
});

test('ten thousand secrets are looked for as fast as one', () => {
	const secrets = new Secrets();
	for (let index = 0; index < 10_000; index++) {
		secrets.addUrlsIn(`https://h/x?sig=S${index.toString(36)}gn${index * 7919}aTure`);
	}
	const texts = Array.from({ length: 10_000 }, (_, index) => `The upload ${index} is done`);
	expect(cpuMs(() => texts.map((text) => secrets.redact(text)))).toBeLessThan(5000);
	expect(secrets.redact('S1gn7919aTure')).toBe('…');
});
