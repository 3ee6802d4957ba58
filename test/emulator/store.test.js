const { readFileSync } = require('node:fs');
const { sendRaw, useEmulator } = require('../support/emulatorClient');
const { signV4 } = require('./store/presign');
const { parseTarget } = require('./store/requestTarget');
const { signV2 } = require('./store/signatureV2');

const client = useEmulator();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** @param {string} id of an asset */
const stored = (id) => readFileSync(client.emulator.objectPath(id), 'utf8');

/**
 * Writes a PUT as it is given.
 * @param {string} url
 * @param {string[]} headers
 * @param {Parameters<typeof sendRaw>[2]} [options]
 * @returns the status and S3's code
 */
async function putRaw(url, headers, options) {
	const target = url.replace(/^http:\/\/[^/]+/, '');
	const answer = await sendRaw(url, [`PUT ${target} HTTP/1.1`, ...headers], options);
	return `${answer.split(' ')[1]} ${/<Code>(\w+)<\/Code>/.exec(answer)?.[1]}`;
}

const EMPTY = ['Content-Length: 0'];

const TWICE = 'AuthorizationQueryParametersError';

/** @type {Array<[what: string, change: (url: string) => string, expected: string]>} */
const CHANGED_URLS = [
	['an encoded slash', (url) => url.replace('/talk', '%2Ftalk'), '403 SignatureDoesNotMatch'],
	['a doubled slash', (url) => url.replace('/talk', '//talk'), '403 SignatureDoesNotMatch'],
	['a folded-out folder', (url) => url.replace('/talk', '/x/../talk'), '403 SignatureDoesNotMatch'],
	['a further parameter', (url) => `${url}&x-id=PutObject`, '403 SignatureDoesNotMatch'],
	['another signature', (url) => `${url.slice(0, -4)}0000`, '403 SignatureDoesNotMatch'],
	['another key', (url) => url.replace('Credential=', 'Credential=X'), '403 InvalidAccessKeyId'],
	['no signature', (url) => url.split('?')[0], '403 AccessDenied'],
	['a second signature', (url) => `${url}&Signature=ab`, '400 InvalidArgument'],
	['no signed host', (url) => url.replace('Headers=host', 'Headers=range'), '403 AccessDenied'],
	['a broken escape', (url) => url.replace('talk', '%zz'), '400 InvalidURI'],
	['a date twice', (url) => url.replace(/X-Amz-Date=[^&]*/, '$&&$&'), `400 ${TWICE}`],
];

test.each(CHANGED_URLS)('%s is refused', async (_what, change, expected) => {
	const { url } = await client.addAsset();
	expect(await putRaw(change(url), EMPTY)).toBe(expected);
});

/** @type {Array<[what: string, headers: string[], options: Parameters<typeof sendRaw>[2], expected: string]>} */
const REFUSED_HEADERS = [
	['an Authorization', [...EMPTY, 'Authorization: Bearer abc'], {}, '400 InvalidArgument'],
	['an x-amz header that is not signed', [...EMPTY, 'X-Amz-Acl: private'], {}, '403 AccessDenied'],
	['no length', [], {}, '411 MissingContentLength'],
	['a chunked body', ['Transfer-Encoding: chunked'], { body: '0\r\n\r\n' }, '501 NotImplemented'],
	['over 5 GiB', ['Content-Length: 5368709121'], { isEnded: true }, '400 EntityTooLarge'],
	['too few bytes', ['Content-Length: 9'], { body: 'new', isEnded: true }, '400 IncompleteBody'],
];

test.each(REFUSED_HEADERS)(
	'a PUT with %s is refused, and the old object kept',
	async (_what, headers, options, expected) => {
		const { id, url } = await client.addAsset();
		await client.put(url, 'old');
		expect(await putRaw(url, headers, options)).toBe(expected);
		expect(stored(id)).toBe('old');
	},
);

test('a URL works from 15 minutes before its time to its last second', async () => {
	const { url } = await client.addAsset();
	const { clock } = client.emulator;
	const found = [];
	for (const ms of [-14 * MINUTE, -2 * MINUTE, 16 * MINUTE + DAY - 2000, 4000]) {
		clock.advance(ms);
		found.push(await putRaw(url, EMPTY));
	}
	expect(found).toEqual(['200 undefined', '403 AccessDenied', '200 undefined', '403 AccessDenied']);
	expect((await client.put(url, 'x')).text).toContain('Request has expired');
});

test.each(
	/** @type {const} */ ([
		['v4', 'none', 'audio/mpeg', '200 undefined'],
		['v4', 'audio/wav', 'audio/wav', '200 undefined'],
		['v4', 'audio/wav', 'audio/mpeg', '403 SignatureDoesNotMatch'],
		['v4', 'audio/wav', '', '403 SignatureDoesNotMatch'],
		['v2', 'none', '', '200 undefined'],
		['v2', 'none', 'audio/wav', '403 SignatureDoesNotMatch'],
		['v2', 'audio/wav', 'audio/wav', '200 undefined'],
		['v2', 'audio/wav', '', '403 SignatureDoesNotMatch'],
		['v2', 'audio/wav', 'audio/wav\r\nContent-Type: a/b', '403 SignatureDoesNotMatch'],
	]),
)(
	'a URL of %s that is signed for %s, with a Content-Type "%s": %s',
	async (signatureVersion, signedContentType, sent, expected) => {
		client.emulator.switches.set({ signatureVersion, signedContentType });
		const { url } = await client.addAsset();
		const headers = sent === '' ? EMPTY : [...EMPTY, `Content-Type: ${sent}`];
		expect(await putRaw(url, headers)).toBe(expected);
	},
);

test('with version 2 another path, parameter, key, header or time is refused', async () => {
	client.emulator.switches.set({ signatureVersion: 'v2' });
	const { url } = await client.addAsset();
	const found = [
		await putRaw(url.replace('talk', 'walk'), EMPTY),
		await putRaw(`${url}&acl`, EMPTY),
		await putRaw(url.replace('KeyId=', 'KeyId=X'), EMPTY),
		await putRaw(url, [...EMPTY, 'x-amz-acl: private']),
		await putRaw(url, [...EMPTY, 'Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg==']),
	];
	client.emulator.clock.advance(DAY + 1000);
	found.push(await putRaw(url, EMPTY));
	const [mismatch, denied] = ['403 SignatureDoesNotMatch', '403 AccessDenied'];
	const unknown = '403 InvalidAccessKeyId';
	expect(found).toEqual([mismatch, denied, unknown, mismatch, mismatch, denied]);
});

test('a slow upload takes its time, and an early refusal reads nothing: a test of the node would not miss either', async () => {
	const { faults, journal } = client.emulator;
	const { url } = await client.addAsset();
	faults.add(
		{ where: 'store', kind: 'slow', bytesPerSecond: 1_000_000 },
		{ where: 'store', kind: 'earlyRefusal' },
	);
	const begun = Date.now();
	await client.put(url, 'x'.repeat(300_000));
	expect(Date.now() - begun).toBeGreaterThan(250);
	expect(await putRaw(url, ['Content-Length: 1000000'], { body: 'x' })).toBe('403 AccessDenied');
	expect(journal.at(-1)).toMatchObject({ status: 403, bytes: 0 });
});

test("the signatures are those of AWS's documented examples", () => {
	const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
	const request = {
		method: 'GET',
		region: 'us-east-1',
		path: '/test.txt?X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400',
		headers: { host: 'examplebucket.s3.amazonaws.com' },
	};
	const { query } = parseTarget(signV4(request, { id: 'AKIAIOSFODNN7EXAMPLE', secret }));
	expect(new Map(query).get('X-Amz-Signature')).toBe(
		'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
	);
	const old = { method: 'GET', rawPath: '/johnsmith/photos/puppy.jpg', expires: '1175139620' };
	expect(signV2(old, secret)).toBe('NpgCjnDzrM+WFzoENXmpNDUsSn8=');
});
