const { createHash } = require('node:crypto');
const { Secrets, secretsOf } = require('../../../nodes/Verbit/secrets/secrets');
const { withoutLikelySecrets } = require('../../../nodes/Verbit/secrets/shownText');
const { cpuMs } = require('../../support/cpuTime');
const fc = require('../../support/fastCheck');
const { partsIn } = require('../../support/readings');

const SECRET = 'aB3/xY+9zQ==';

const base64 = (/** @type {string} */ text) => Buffer.from(text).toString('base64');

const characterOf = (/** @type {string} */ hex) => String.fromCharCode(parseInt(hex, 16));

/** How a program may write each character of what it got, by its code in hexadecimal. @type {Record<string, (hex: string) => string>} */
const FORMS = {
	'as it is': characterOf,
	percent: (hex) => `%${hex}`,
	'percent, twice': (hex) => `%25${hex}`,
	JSON: (hex) => `\\u00${hex}`,
	'JSON, a slash': (hex) => characterOf(hex).replace('/', '\\/'),
	'JSON in JSON': (hex) => `\\\\u00${hex}`,
	'HTML, hexadecimal': (hex) => `&#x${hex};`,
	'HTML, decimal': (hex) => `&#${parseInt(hex, 16)};`,
	'HTML, twice': (hex) => `&amp;#x${hex};`,
};

test.each(Object.entries(FORMS))('a secret is found in a text, also cut off: %s', (_, form) => {
	const secrets = new Secrets().addKeys(SECRET);
	const written = [...SECRET].map((one) => form(one.charCodeAt(0).toString(16).padStart(2, '0')));
	const text = written.join('');
	expect(secrets.redact(`100 %, a&b\\c (${text}) after`)).toBe('100 %, a&b\\c (…) after');
	for (let length = written.slice(0, 8).join('').length; length <= text.length; length++)
		expect(secrets.redact(`x ${text.slice(0, length)}…`)).toMatch(/^x ……?$/);
});

test('a secret is found where HTML names its characters, also cut off', () => {
	const secret = `aB3&xY"9<zQ'>5k`;
	const named = 'aB3&amp;xY&quot;9&lt;zQ&apos;&gt;5k';
	const secrets = new Secrets().addKeys(secret);
	for (const text of [secret, named, named.replaceAll('&', '&amp;')])
		expect(secrets.redact(`(${text})`)).toBe('(…)');
	expect(new Secrets().addKeys('aB3xY9z&Q').redact('aB3xY9z&am…')).toBe('……');
});

const knowing = (/** @type {string} */ url) => {
	const secrets = new Secrets();
	secrets.addUrlsIn({ list: [`see ${url}`] });
	return secrets;
};

test.each([
	[
		'S3, with a login',
		'X-Amz-Credential=AKIA7XQ2/20261121/s3&X-Amz-Date=20261121T101500Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host;range&response-content-type=video/mp4&X-Amz-Signature=5ec3e7',
		['5ec3e7', '5EC3E7', 'AKIA7XQ2', 'AKIA7XQ2/20261121/s3', 'm3-Us3r', 'S3cr3t/x'],
		['20261121T101500Z', '20261121', '86400', 'host;range', 'video/mp4'],
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
		['eyJTdGF0Z_', 'S3cr3t~x', 'APKA22', '1795343700'],
		['17953437', 'call-1795343700.mp3', '21795343700', 'call 1795343700.mp3'],
	],
	[
		'of another form',
		'file=my-talk_2.mp4&lang=en-US&job_id=1234567&profile=standard&mode=rush%20order&u=x7Yq2Lm9',
		['x7Yq2Lm9'],
		['my-talk_2.mp4', 'en-US', '1234567', 'standard', 'rush order'],
	],
	[
		'with a name that says it',
		'token=blue-house&password=hunter22&secret=red-house&auth=old-house&accessid=new-house',
		['blue-house', 'hunter22', 'red-house', 'old-house', 'new-house'],
		[],
	],
	['whose secret is an ordinary word', 'token=standard&key=2024', [], ['standard', '2024']],
	[
		'with JSON',
		`state=${encodeURIComponent('{"id":"x7Yq2Lm9","a":"red"}')}`,
		['x7Yq2Lm9'],
		['state', '"a":"red"'],
	],
])('of a URL (%s) the secrets are known, and nothing else', (_what, query, secret, plain) => {
	const secrets = knowing(`https://m3-Us3r:S3cr3t%2Fx@h/talk.mp4?${query}`);
	expect(secret.map((text) => secrets.redact(text))).toEqual(secret.map(() => '…'));
	expect(plain.map((text) => secrets.redact(text))).toEqual(plain);
});

test.each([
	['keys, and numbers from ten digits on', '4821337742/PHY101-x7Yq2Lm9', '4821337742'],
	['keys, and no numbers of fewer digits', '482133774/x7Yq2Lm9Rt', 'x7Yq2Lm9Rt', '482133774'],
	['no short codes', 'S01E02/PHY101L/x7Yq2Lm9/1234567', '', 'S01E02 PHY101L x7Yq2Lm9 1234567'],
	['no names of files', 'x7Yq2Lm9Rt.mp4', '', 'x7Yq2Lm9Rt'],
])('of a path, %s are known', (_what, path, secret, plain = '') => {
	const secrets = knowing(`https://h/${path}`);
	expect(secrets.redact(`"${secret}" ${plain}`)).toBe(`"${secret && '…'}" ${plain}`);
});

test('an ID that the user knows stays, though an upload URL contains it', () => {
	const secrets = new Secrets();
	const asset_id = 'b98f4eae-667d-c662-029b-d49839163655';
	secrets.addUrlsIn({ asset_id, upload_url: `https://h/7/${asset_id}/talk.wav?sig=aB3xY9zQ` });
	const said = `Job 7 has no asset ${asset_id}`;
	expect(secrets.redact(`${said} (aB3xY9zQ)`)).toBe(`${said} (…)`);
	expect(secrets.addKeys(asset_id).redact(said)).toBe('Job 7 has no asset …');
});

test('what a URL has in several bytes, or with a plus, is known as it is read', () => {
	const secrets = knowing('https://me:Pÿssw0rt-7x@h/talk?token=Schl%C3%BCssel-9x+7Q');
	const forms = ['Pÿssw0rt-7x', 'P%C3%BFssw0rt-7x', 'P\\u00ffssw0rt-7x', 'Schlüssel-9x 7Q'];
	expect(forms.map((text) => secrets.redact(text))).toEqual(forms.map(() => '…'));
	// It has a slash in base64.
	for (const encoding of /** @type {const} */ (['base64', 'base64url']))
		expect(secrets.redact(Buffer.from('Pÿssw0rt-7x').toString(encoding))).toMatch(/^….?$/);
});

const encoded = encodeURIComponent;

/** Where in a URL a secret may be. @type {Array<(secret: string) => string>} */
const PLACES = [
	(secret) => `https://me:${encoded(secret)}@h/talk.mp4`,
	(secret) => `https://me:a/${encoded(secret)}@h/talk.mp4`,
	(secret) => `https://h/file/${encoded(secret)}/talk.mp4`,
	(secret) => `https://h/file;v=${encoded(secret)}/talk.mp4`,
	(secret) => `https://h/talk.mp4?a=1&b=${encoded(secret)}`,
	(secret) => `https://h/talk.mp4?a=1;b=${encoded(secret)};c=2`,
	(secret) => `https://h/talk.mp4?b=${secret}`,
	(secret) => `https://h/talk.mp4?${secret}`,
	(secret) => `https://h/talk.mp4#b=${encoded(secret)}`,
];

/** A URL in the path or the query of another. @type {Array<(url: string) => string>} */
const AROUND = [
	(url) => url,
	(url) => `https://p/get/${encoded(url)}`,
	(url) => `https://p/get?a=1&url=${encoded(url)}&b=2`,
	(url) => `https://p/get?url=${encoded(`https://q/?next=${encoded(url)}`)}`,
];

const inCapitals = (/** @type {string} */ text) => text.toUpperCase();

/** How whoever was called may quote what was sent. @type {Array<(text: string) => string>} */
const QUOTING = [
	(text) => text,
	encoded,
	(text) => encoded(encoded(text)),
	inCapitals,
	(text) => JSON.stringify({ body: JSON.stringify({ text }).replaceAll('/', '\\/') }),
	base64,
	(text) => Buffer.from(text).toString('base64url'),
	// Wrapped, also where a message shows all in one line, or in JSON.
	(text) => base64(text).replace(/.{24}/g, '$&\r\n'),
	(text) => base64(text).replace(/.{24}/g, '$& '),
	(text) => base64(text).replace(/.{24}/g, '$&\\r\\n'),
];

/** Keys and signatures as services make them, others each time. */
const anySecret = fc
	.record({ seed: fc.nat(), length: fc.integer({ min: 16, max: 32 }), kind: fc.nat(5) })
	.map(({ seed, length, kind }) => {
		const bytes = createHash('sha256').update(`${seed}`).digest().subarray(0, length);
		const hex = bytes.toString('hex');
		return [
			hex,
			hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5'),
			bytes.toString('base64'),
			bytes.toString('base64url'),
			`${seed}:${bytes.toString('base64url')}`,
			String(BigInt(`0x1${hex.slice(0, 10)}`)),
		][kind];
	});

test('nothing is left of the secrets of a URL, wherever they are in it and however they are quoted', () => {
	const anything = fc.record({
		secret: anySecret,
		place: fc.constantFrom(...PLACES),
		around: fc.constantFrom(...AROUND),
		quote: fc.constantFrom(...QUOTING),
		before: fc.constantFrom('', ' ', '"a', 'Bearer '),
	});
	fc.assert(
		fc.property(anything, ({ secret, place, around, quote, before }) => {
			fc.pre(quote !== inCapitals || /^[\da-f-]+$/.test(secret));
			const left = knowing(around(place(secret))).redact(
				`got ${quote(`${before} ${secret} again`)}.`,
			);
			expect(partsIn(left, secret)).toEqual([]);
		}),
		{ numRuns: 3000 },
	);
});

test('of a URL of words, words and names of files stay in every text', () => {
	const words = ['NASA meeting-2', 'Zürich_12 שיעור', 'getFile.part 2026-11-21', '会議'];
	const word = fc.constantFrom(...words);
	const stem = fc.stringMatching(/^[a-zA-Z0-9]{0,30}$/);
	fc.assert(
		fc.property(fc.array(word), word, stem, word, (folders, name, code, value) => {
			const fileName = `${name}${code}.mp4`;
			const path = [...folders, fileName].map(encoded).join('/');
			const shown = `https://files.example/${path}`;
			const secrets = knowing(`${shown}?a=${encoded(value)}#t=90`);
			const said = `"${fileName}" of ${folders.join(' ')} is ready, with ${value}: see ${shown}`;
			expect(secrets.redactOutput({ said })).toEqual({ said });
			expect(withoutLikelySecrets(`${shown}?a=${encoded(value)}`)).toBe(`${shown}?…`);
		}),
	);
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
	const value = 'aB3xY9zQ';
	const secrets = knowing(`https://h/x?token=${value}`).addKeys('key-7aB9xx');
	const entered = {
		...{ external_id: `https://h/x?id=42&v=${value}`, job_name: value, labels: [value] },
		job_metadata: { recording: value },
	};
	const ofVerbit = {
		...{ asset_ids: [value], files: [{ asset_id: value }], text: value, transcript: [value] },
		...{ segments: [{ speaker: value }], speakers: [value] },
	};
	const kept = { ...entered, ...ofVerbit };
	expect(secrets.redactOutput({ ...kept, note: value })).toEqual({ ...kept, note: '…' });
	const withKey = { job_name: 'my key-7aB9xx', upload_url: 'key-7aB9xx' };
	expect(secrets.redactOutput(withKey, ['upload_url'])).toEqual({ ...withKey, job_name: 'my …' });
});

test('a key of letters alone is found, unless it may be a word', () => {
	const secrets = new Secrets().addKeys('topsecretkey', 'standard');
	expect(secrets.redact('unknown key topsecretkey')).toBe('unknown key …');
	expect(secrets.redactOutput({ own: 'a standard job' })).toEqual({ own: 'a standard job' });
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

test('ten thousand secrets are looked for as fast as one', () => {
	const secrets = new Secrets();
	for (let index = 0; index < 10_000; index++)
		secrets.addUrlsIn(`https://h/x?sig=S${index.toString(36)}gn${index * 7919}aTure`);
	const texts = Array.from({ length: 10_000 }, (_, index) => `The upload ${index} is done`);
	expect(cpuMs(() => texts.map((text) => secrets.redact(text)))).toBeLessThan(5000);
	expect(secrets.redact('S1gn7919aTure')).toBe('…');
});
