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

test('a URL that is not the given one to the letter is refused', async () => {
	const { url } = await client.addAsset();
	expect(await putRaw(`${url}&x-id=PutObject`, EMPTY)).toBe('403 SignatureDoesNotMatch');
});

/** @type {Array<[what: string, headers: string[], options: Parameters<typeof sendRaw>[2], expected: string]>} */
const REFUSED_HEADERS = [
	['an Authorization', [...EMPTY, 'Authorization: Bearer abc'], {}, '400 InvalidArgument'],
	['an x-amz header that is not signed', [...EMPTY, 'X-Amz-Acl: private'], {}, '403 AccessDenied'],
	['no length', [], {}, '411 MissingContentLength'],
	['a chunked body', ['Transfer-Encoding: chunked'], { body: '0\r\n\r\n' }, '501 NotImplemented'],
	['over 5 GiB', ['Content-Length: 5368709121'], { isEnded: true }, '400 EntityTooLarge'],
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
		['v4', 'none', 'Content-Type: audio/mpeg', '200 undefined'],
		['v4', 'audio/wav', 'Content-Type: audio/wav', '200 undefined'],
		['v4', 'audio/wav', 'Content-Type: audio/mpeg', '403 SignatureDoesNotMatch'],
		['v2', 'none', 'Content-Type: audio/wav', '403 SignatureDoesNotMatch'],
		['v2', 'none', 'Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg==', '403 SignatureDoesNotMatch'],
		['v2', 'audio/wav', 'Content-Type: audio/wav', '200 undefined'],
		[
			'v2',
			'audio/wav',
			'Content-Type: audio/wav\r\nContent-Type: a/b',
			'403 SignatureDoesNotMatch',
		],
	]),
)('a URL of %s that is signed for %s, with "%s": %s', async (version, type, header, expected) => {
	client.emulator.switches.set({ signatureVersion: version, signedContentType: type });
	const { url } = await client.addAsset();
	expect(await putRaw(url, [...EMPTY, header])).toBe(expected);
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
