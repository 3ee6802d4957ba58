const fc = require('../../support/fastCheck');
const { urlIdentity, readSignedUrl } = require('../../../nodes/Verbit/http/signedUrl');

const SIGNED_AT = Date.UTC(2026, 10, 21, 10, 15, 0);
/** By the specification of ECMAScript, ms. */
const LAST_TIME = 8.64e15;
const basicIso = (/** @type {number} */ time) =>
	new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');
/** Whole seconds of this century, in ms. */
const times = fc.integer({ min: 978307200, max: 4102444799 }).map((seconds) => seconds * 1000);
const lifetimes = fc.integer({ min: 1, max: 604800 });

describe('an S3 URL of signature version 4', () => {
	test('ends its lifetime after its signing, whatever the time and the lifetime', () => {
		fc.assert(
			fc.property(times, lifetimes, (signedAt, seconds) => {
				const url = `https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=${basicIso(signedAt)}&X-Amz-Expires=${seconds}&X-Amz-SignedHeaders=host&X-Amz-Signature=ab`;
				expect(readSignedUrl(url)).toEqual({
					kind: 's3-v4',
					expiresAt: signedAt + seconds * 1000,
				});
			}),
		);
	});

	test('is read with its parameters in any order and letter case', () => {
		const parameters = [
			'X-Amz-Algorithm=AWS4-HMAC-SHA256',
			`X-Amz-Date=${basicIso(SIGNED_AT)}`,
			'X-Amz-Expires=3600',
			'X-Amz-Signature=ab',
		];
		fc.assert(
			fc.property(
				fc.shuffledSubarray(parameters, { minLength: parameters.length }),
				fc.boolean(),
				(shuffled, lower) => {
					const query = shuffled.map((pair) =>
						lower ? pair.replace(/^[^=]+/, (n) => n.toLowerCase()) : pair,
					);
					const { kind, expiresAt } = readSignedUrl(`https://h/k?${query.join('&')}`);
					expect({ kind, expiresAt }).toEqual({ kind: 's3-v4', expiresAt: SIGNED_AT + 3600_000 });
				},
			),
		);
	});

	test.each([
		'',
		'yesterday',
		'2026-11-21',
		'20261321T101500Z',
		'x20261121T101500Z',
		'20261121T101500Zx',
	])('has no known end when its date is "%s"', (date) => {
		const url = `https://h/k?X-Amz-Date=${date}&X-Amz-Expires=60&X-Amz-Signature=ab`;
		expect(readSignedUrl(url).expiresAt).toBeUndefined();
	});

	test('has no known end when it lies beyond what a date can hold', () => {
		const url = `https://h/k?X-Amz-Date=${basicIso(SIGNED_AT)}&X-Amz-Expires=1e15&X-Amz-Signature=ab`;
		expect(readSignedUrl(url).expiresAt).toBeUndefined();
	});

	test('may end at the last moment that a date can hold', () => {
		const seconds = (LAST_TIME - SIGNED_AT) / 1000;
		const url = `https://h/k?X-Amz-Date=${basicIso(SIGNED_AT)}&X-Amz-Expires=${seconds}&X-Amz-Signature=ab`;
		expect(readSignedUrl(url).expiresAt).toBe(LAST_TIME);
	});

	test('has no known end when it does not say for how long it lives', () => {
		const url = `https://h/k?X-Amz-Date=${basicIso(SIGNED_AT)}&X-Amz-Signature=ab`;
		expect(readSignedUrl(url).expiresAt).toBeUndefined();
	});
});

describe('the other kinds of signed URL', () => {
	test('S3 version 2 ends at its Expires, in seconds since 1970', () => {
		fc.assert(
			fc.property(times, (time) => {
				const url = `https://h/k?AWSAccessKeyId=AK&Expires=${time / 1000}&Signature=a%2Bb%3D`;
				expect(readSignedUrl(url)).toEqual({ kind: 's3-v2', expiresAt: time });
			}),
		);
	});

	test('Google Cloud Storage version 4 is read as S3 version 4 is, by its own names', () => {
		const url = `https://storage.googleapis.com/b/k?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Date=${basicIso(SIGNED_AT)}&X-Goog-Expires=900&X-Goog-SignedHeaders=content-type%3Bhost&X-Goog-Signature=ab`;
		expect(readSignedUrl(url)).toEqual({
			kind: 'google-v4',
			expiresAt: SIGNED_AT + 900_000,
		});
	});

	test('Google Cloud Storage version 2 is told from S3 version 2 by its GoogleAccessId', () => {
		const url = `https://storage.googleapis.com/b/k?GoogleAccessId=x%40y.iam.gserviceaccount.com&Expires=${SIGNED_AT / 1000}&Signature=ab`;
		expect(readSignedUrl(url)).toEqual({ kind: 'google-v2', expiresAt: SIGNED_AT });
	});

	test.each([
		['2026-11-21T10:15:00Z', SIGNED_AT],
		['2026-11-21T10:15Z', SIGNED_AT],
		['2026-11-21T10:15:00', SIGNED_AT],
		['2026-11-21T12:15:00+02:00', SIGNED_AT],
		['2026-11-21T12:15:00+0200', SIGNED_AT],
		['2026-11-21T10:15:00z', SIGNED_AT],
		['2026-11-21', Date.UTC(2026, 10, 21)],
	])('Azure SAS ends at its se, here %s', (se, expiresAt) => {
		const url = `https://a.blob.core.windows.net/c/b?sv=2024-11-04&sr=b&sp=cw&se=${encodeURIComponent(se)}&sig=a%2B%3D`;
		expect(readSignedUrl(url)).toEqual({ kind: 'azure-sas', expiresAt });
	});

	test.each(['', 'tomorrow', '2', '2026', 'Sat 2026-11-21', '2026-11-21T10:15Z (UTC)'])(
		'Azure SAS has no known end when its se is "%s"',
		(se) => {
			const url = `https://a.blob.core.windows.net/c/b?se=${se}&sig=ab`;
			expect(readSignedUrl(url)).toEqual({ kind: 'azure-sas', expiresAt: undefined });
		},
	);

	test('CloudFront with a canned policy ends at its Expires', () => {
		const url = `https://d1.cloudfront.net/k?Expires=${SIGNED_AT / 1000}&Signature=ab~&Key-Pair-Id=K1`;
		expect(readSignedUrl(url)).toEqual({ kind: 'cloudfront', expiresAt: SIGNED_AT });
	});

	test('CloudFront with a custom policy ends when the policy says, in any of its base64 forms', () => {
		fc.assert(
			fc.property(times, fc.webPath(), (time, resource) => {
				const policy = JSON.stringify({
					Statement: [
						{
							Resource: `https://d1.cloudfront.net${resource}*`,
							Condition: { DateLessThan: { 'AWS:EpochTime': time / 1000 } },
						},
					],
				});
				const encoded = Buffer.from(policy)
					.toString('base64')
					.replace(/\+/g, '-')
					.replace(/=/g, '_')
					.replace(/\//g, '~');
				const url = `https://d1.cloudfront.net/k?Policy=${encoded}&Signature=ab&Key-Pair-Id=K1`;
				expect(readSignedUrl(url)).toEqual({ kind: 'cloudfront', expiresAt: time });
			}),
		);
	});

	test('CloudFront writes its base64 with other signs where bytes need them', () => {
		const policy = JSON.stringify({
			Statement: [
				{
					Resource: 'https://d1.cloudfront.net/>>>???ÿþ*',
					Condition: { DateLessThan: { 'AWS:EpochTime': SIGNED_AT / 1000 } },
				},
			],
		});
		const base64 = Buffer.from(policy).toString('base64');
		expect(base64).toMatch(/[+].*[/]|[/].*[+]/);
		const encoded = base64.replace(/\+/g, '-').replace(/=/g, '_').replace(/\//g, '~');
		const url = `https://d1.cloudfront.net/k?Policy=${encoded}&Signature=ab&Key-Pair-Id=K1`;
		expect(readSignedUrl(url)).toEqual({ kind: 'cloudfront', expiresAt: SIGNED_AT });
	});

	test.each(['&Policy=', ''])('CloudFront without a policy ("%s") has no known end', (policy) => {
		const url = `https://d1.cloudfront.net/k?Signature=ab&Key-Pair-Id=K1${policy}`;
		expect(readSignedUrl(url)).toEqual({ kind: 'cloudfront', expiresAt: undefined });
	});

	test('CloudFront with a policy that can not be read has no known end', () => {
		const url = 'https://d1.cloudfront.net/k?Policy=bm90IGpzb24_&Signature=ab&Key-Pair-Id=K1';
		expect(readSignedUrl(url)).toEqual({ kind: 'cloudfront', expiresAt: undefined });
	});
});

test('Expires may be the last moment that a date can hold', () => {
	const url = `https://h/k?AWSAccessKeyId=AK&Expires=${LAST_TIME / 1000}&Signature=ab`;
	expect(readSignedUrl(url).expiresAt).toBe(LAST_TIME);
});

test.each(['0', '-5', 'soon', '', '1e400', '9999999999999999', '8640000000001'])(
	'Expires=%s tells no end',
	(expires) => {
		const url = `https://h/k?AWSAccessKeyId=AK&Expires=${expires}&Signature=ab`;
		expect(readSignedUrl(url)).toEqual({ kind: 's3-v2', expiresAt: undefined });
	},
);

test.each([
	'Signature=ab&Expires=1795000000',
	'AWSAccessKeyId=AK&Expires=1795000000',
	'GoogleAccessId=x&Expires=1795000000',
	'Key-Pair-Id=K1&Expires=1795000000',
	'sig=ab',
	'se=2026-11-21',
	'sig=ab&se=2',
	'sig=ab&se=2026-11-21',
	'sv=2024-11-04&sig=ab',
	'sv=2024-11-04&se=2026-11-21',
	'sv=2024-11-04',
	'X-Amz-Date=20261121T101500Z&X-Amz-Expires=60',
])('%s is no whole signature', (query) => {
	expect(readSignedUrl(`https://h/k?${query}`)).toEqual({ kind: 'unsigned' });
});

test('a link that carries no signature is unsigned, whatever else is in its query', () => {
	const names = fc.string({ minLength: 1 }).filter((name) => !/signature|^sig$/i.test(name));
	fc.assert(
		fc.property(fc.webUrl(), fc.dictionary(names, fc.string()), (base, query) => {
			const url = `${base}?${new URLSearchParams(query)}`;
			expect(readSignedUrl(url)).toEqual({ kind: 'unsigned' });
		}),
	);
});

describe('the identity of a link', () => {
	const FILE = 'https://host.example/talk.mp4';

	/** @type {Array<[string, string[]]>} */
	const signatures = [
		[
			's3-v4',
			[
				'X-Amz-Algorithm=AWS4-HMAC-SHA256',
				'X-Amz-Credential=A',
				'X-Amz-Date=20261121T101500Z',
				'X-Amz-Expires=60',
				'X-Amz-Security-Token=t',
				'X-Amz-SignedHeaders=host',
				'X-Amz-Signature=ab',
				'response-content-disposition=inline',
			],
		],
		[
			's3-v2',
			[
				'AWSAccessKeyId=A',
				'Expires=1795255200',
				'Signature=ab',
				'x-amz-security-token=t',
				'response-content-type=a',
			],
		],
		['google-v4', ['X-Goog-Algorithm=G', 'X-Goog-Credential=A', 'X-Goog-Signature=ab']],
		['google-v2', ['GoogleAccessId=A', 'Expires=1795255200', 'Signature=ab']],
		[
			'azure-sas',
			[
				'sv=2024-11-04',
				'sr=b',
				'st=2026-11-21',
				'se=2026-11-22',
				'sp=r',
				'skoid=o',
				'sig=ab',
				'rscd=a',
			],
		],
		['cloudfront', ['Key-Pair-Id=K', 'Policy=p', 'Signature=ab', 'Expires=1795255200']],
	];

	describe.each(signatures)('signed as %s', (kind, parameters) => {
		const signed = parameters.join('&');

		test('is that of its file', () => {
			expect(readSignedUrl(`${FILE}?${signed}`).kind).toBe(kind);
			expect(urlIdentity(`${FILE}?${signed}`)).toBe(FILE);
			expect(urlIdentity(`${FILE}?${signed.replace('ab', 'cd')}`)).toBe(FILE);
		});

		test('holds what says which file it is, in any order', () => {
			const identity = `${FILE}?generation=2&versionId=a%2Fb`;
			expect(urlIdentity(`${FILE}?versionId=a%2Fb&${signed}&generation=2`)).toBe(identity);
			expect(urlIdentity(`${FILE}?generation=2&versionId=a%2Fb&${signed}`)).toBe(identity);
		});
	});

	test.each(signatures)('signed as %s holds parameters of a like name', (_kind, parameters) => {
		const others = parameters.map((pair) => `my-${pair}`).sort();
		expect(urlIdentity(`${FILE}?${[...parameters, ...others].join('&')}`)).toBe(
			`${FILE}?${new URLSearchParams(others.join('&'))}`,
		);
	});

	test.each(['s3-v2', 'google-v2', 'cloudfront'])(
		'signed as %s holds parameters whose names only begin like one of its own',
		(kind) => {
			const [, parameters] = /** @type {[string, string[]]} */ (
				signatures.find(([name]) => name === kind)
			);
			expect(urlIdentity(`${FILE}?${parameters.join('&')}&signatures=2`)).toBe(
				`${FILE}?signatures=2`,
			);
		},
	);

	test('of an Azure blob holds its snapshot', () => {
		const snapshot = 'snapshot=2026-11-21T10%3A15%3A00.0000000Z';
		expect(urlIdentity(`${FILE}?sv=1&se=2026-11-22&sig=ab&${snapshot}`)).toBe(
			`${FILE}?${snapshot}`,
		);
	});

	test('is all of one that is not signed', () => {
		expect(urlIdentity(`${FILE}?id=1&sig=2`)).toBe(`${FILE}?id=1&sig=2`);
	});
});
