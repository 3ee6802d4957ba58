const { sendRaw, useEmulator } = require('../support/emulatorClient');

const client = useEmulator();
const DAY = 24 * 3_600_000;

const EMPTY = 'Content-Length: 0';
const MISMATCH = '403 SignatureDoesNotMatch';

test.each(
	/** @type {Array<[version: 'v4' | 'v2', type: string, headers: string[], expected: string, options?: Parameters<typeof sendRaw>[2]]>} */ ([
		['v4', 'none', [EMPTY, 'Authorization: Bearer abc'], '400 InvalidArgument'],
		['v4', 'none', [EMPTY, 'X-Amz-Acl: private'], '403 AccessDenied'],
		['v4', 'none', [], '411 MissingContentLength'],
		['v4', 'none', ['Transfer-Encoding: chunked'], '501 NotImplemented', { body: '0\r\n\r\n' }],
		['v4', 'none', ['Content-Length: 5368709121'], '400 EntityTooLarge', { isEnded: true }],
		['v4', 'none', [EMPTY, 'Content-Type: audio/mpeg'], '200 undefined'],
		['v4', 'audio/wav', [EMPTY, 'Content-Type: audio/wav'], '200 undefined'],
		['v4', 'audio/wav', [EMPTY, 'Content-Type: audio/mpeg'], MISMATCH],
		['v2', 'none', [EMPTY, 'Content-Type: audio/wav'], MISMATCH],
		['v2', 'none', [EMPTY, 'Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg=='], MISMATCH],
		['v2', 'audio/wav', [EMPTY, 'Content-Type: audio/wav'], '200 undefined'],
		['v2', 'audio/wav', [EMPTY, 'Content-Type: audio/wav', 'Content-Type: a/b'], MISMATCH],
	]),
)('a PUT to a URL of %s that is signed for %s, with %j: %s', async (...row) => {
	const [signatureVersion, signedContentType, headers, expected, options] = row;
	client.emulator.switches.set({ signatureVersion, signedContentType });
	const { url } = await client.addAsset();
	const { pathname, search } = new URL(url);
	const answer = await sendRaw(url, [`PUT ${pathname}${search} HTTP/1.1`, ...headers], options);
	const code = /<Code>(\w+)<\/Code>/.exec(answer)?.[1];
	expect(`${answer.split(' ')[1]} ${code}`).toBe(expected);
});

test('a URL works as it was given alone, to its last second', async () => {
	const { url } = await client.addAsset();
	expect((await client.put(`${url}&x-id=PutObject`, 'x')).text).toContain('SignatureDoesNotMatch');
	client.emulator.clock.advance(DAY - 2000);
	expect((await client.put(url, 'x')).status).toBe(200);
	client.emulator.clock.advance(4000);
	expect((await client.put(url, 'x')).text).toContain('Request has expired');
});
