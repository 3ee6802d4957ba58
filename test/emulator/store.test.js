const { readFileSync } = require('node:fs');
const { sendRaw, useEmulator } = require('../support/emulatorClient');

const client = useEmulator();
const DAY = 24 * 3_600_000;

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

test.each(
	/** @type {Array<[what: string, change: (url: string) => string]>} */ ([
		['an encoded slash', (url) => url.replace('/talk', '%2Ftalk')],
		['a folder that is left again', (url) => url.replace('/talk', '/x/../talk')],
		['a further parameter', (url) => `${url}&x-id=PutObject`],
		['another signature', (url) => `${url.slice(0, -4)}0000`],
		['no signature', (url) => url.split('?')[0]],
	]),
)('a URL with %s is refused', async (_what, change) => {
	const { url } = await client.addAsset();
	expect(await putRaw(change(url), EMPTY)).toBe('403 SignatureDoesNotMatch');
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
		expect(readFileSync(client.emulator.objectPath(id), 'utf8')).toBe('old');
	},
);

test.each(/** @type {const} */ (['v4', 'v2']))(
	'a URL of %s works to its last second',
	async (signatureVersion) => {
		client.emulator.switches.set({ signatureVersion });
		const { url } = await client.addAsset();
		client.emulator.clock.advance(DAY - 2000);
		expect(await putRaw(url, EMPTY)).toBe('200 undefined');
		client.emulator.clock.advance(4000);
		expect((await client.put(url, 'x')).text).toContain('Request has expired');
	},
);

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

test('a URL of v2 is signed for no Content-MD5', async () => {
	client.emulator.switches.set({ signatureVersion: 'v2' });
	const { url } = await client.addAsset();
	const md5 = 'Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg==';
	expect(await putRaw(url, [...EMPTY, md5])).toBe('403 SignatureDoesNotMatch');
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
