const { buffer } = require('node:stream/consumers');
const cancellation = require('../../../nodes/Verbit/http/cancellation');
const { WrongLength } = require('../../../nodes/Verbit/upload/put');
const { readTransferOptions } = require('../../../nodes/Verbit/upload/transferOptions');
const { urlSource } = require('../../../nodes/Verbit/upload/urlSource');
const { HEADS } = require('../../support/recordings/heads');
const { httpRequest } = require('../servers/client');
const { useServer } = require('../servers/server');

const host = useServer();
const [, content] = HEADS.WAV;
const LENGTH = content.length;
const OF_AUDIO = { 'content-type': 'audio/mpeg' };
const { cancellableSleep } = cancellation;
jest
	.spyOn(cancellation, 'cancellableSleep')
	.mockImplementation(async (ms, signal) => await cancellableSleep(ms / 20, signal));

const { signal } = new AbortController();

const PATH = '/talk.wav?token=TopSecret';

/** @type {import('../servers/server').Answer} */
const recording = (response) =>
	response.writeHead(200, { 'content-length': content.length }).end(content);
/** @type {(status: number) => import('../servers/server').Answer} */
const status = (status) => (response) => response.writeHead(status).end();

/** @param {import('n8n-workflow').IDataObject} [options] */
function sourceOf(options = {}, request = httpRequest, { path = PATH, wanted = 'recording' } = {}) {
	const context = /** @type {any} */ ({ helpers: { httpRequest: request } });
	return /** @type {Required<import('../../../nodes/Verbit/upload/uploadFile').MediaSource>} */ (
		urlSource(
			context,
			`${host.origin}${path}`,
			readTransferOptions(options),
			/** @type {any} */ (wanted),
		)
	);
}

/** @param {ReturnType<typeof sourceOf>} source */
const outcomeOf = async (source) =>
	await source.open(signal).then(
		async (media) => {
			await media.close();
			return 'opened';
		},
		({ details }) => details.code,
	);

/** @type {import('../servers/server').Answer} */
const cut = (_response, _received, request) => request.socket.destroy();

test.each([
	['was opened', 410, 'URL_REFUSED', recording, 'opened'],
	['was busy', 410, 'URL_REFUSED', status(503), 'HOST_BUSY'],
	['was opened', 202, 'URL_NOT_A_FILE', recording, 'opened'],
	['broke the connection', 407, 'PROXY_LOGIN_REQUIRED', cut, 'URL_INTERRUPTED'],
])(
	'of a URL that %s, and then returns %d, is told: %s',
	async (_what, second, told, first, code) => {
		host.answerInTurn(first, status(second));
		const source = sourceOf();
		expect([await outcomeOf(source), await outcomeOf(source)]).toEqual([code, told]);
	},
);

/** Answers with a body. @type {(code: number, body: string | Buffer, headers?: object) => import('../servers/server').Answer} */
const answer = (code, body, headers) => (response) =>
	response.writeHead(code, { 'content-length': body.length, ...headers }).end(body);

test('a file has the name and type that its host gives, or that the user sets', async () => {
	const headers = { 'content-type': 'audio/wav', 'content-disposition': 'a; filename="a b.wav"' };
	const whole = { ...headers, 'content-range': `bytes 0-${LENGTH - 1}/${LENGTH}` };
	host.answerInTurn(answer(200, content, headers), answer(206, content, whole), recording);
	const named = { fileName: 'a b.wav', contentType: 'audio/wav', isTypeSetByUser: false };
	const media = await sourceOf().open(signal);
	expect(media).toMatchObject({ ...named, size: content.length, ownsChunks: true });
	expect(await buffer(media.content)).toEqual(content);
	await media.close();
	const own = { fileName: 'own.mp4', contentType: 'video/mp4' };
	const source = sourceOf(own);
	expect(source).toMatchObject({ fileName: 'own.mp4', identity: `${host.origin}/talk.wav` });
	expect(await source.open(signal)).toMatchObject({ ...own, isTypeSetByUser: true });
	const unnamed = { fileName: 'talk.wav', contentType: 'application/octet-stream' };
	expect(await sourceOf().open(signal)).toMatchObject(unnamed);
});

test.each([
	[
		'packed',
		answer(200, content, { 'content-encoding': 'x' }),
		'URL_LENGTH_UNKNOWN',
		'a compressed file (x)',
	],
	[
		'without a length',
		(response) => void (response.write(content), response.end()),
		'URL_LENGTH_UNKNOWN',
		'a file without its length',
	],
	['empty', answer(200, ''), 'URL_NOT_A_FILE', 'an empty file'],
	['a page', answer(200, '<html><p>Log in'), 'URL_NOT_A_FILE', 'a web page'],
	['a playlist', answer(200, '#EXTM3U'), 'URL_NOT_A_FILE', 'text (#EXTM3U)'],
	[
		'a PDF of the type of a recording',
		answer(200, '%PDF-1.7 \0', OF_AUDIO),
		'URL_NOT_A_FILE',
		'a PDF',
	],
	[
		'a part that is called all',
		answer(206, content, { 'content-range': `bytes 100-${99 + LENGTH}/${LENGTH}` }),
		'URL_REFUSED',
		'206',
	],
	['a part', answer(206, content, { 'content-range': 'bytes 0-19/99' }), 'URL_REFUSED', '206'],
	['created', status(201), 'URL_REFUSED', '201'],
	['being prepared', status(202), 'URL_NOT_A_FILE', 'no file yet'],
	[
		'refused, though with a range of all of it',
		answer(404, content, { 'content-range': `bytes 0-${LENGTH - 1}/${LENGTH}` }),
		'URL_REFUSED',
		'404',
	],
	['unchanged', status(304), 'URL_REFUSED', '304'],
	['busy', status(503), 'HOST_BUSY', '503'],
])('what comes %s is told as that', async (_what, answers, code, told) => {
	host.answer = answers;
	const { details } = await sourceOf()
		.open(signal)
		.catch((error) => error);
	expect(details).toMatchObject({
		code,
		step: 'Open URL',
		fileName: 'talk.wav',
		message: expect.stringContaining(told),
	});
	expect(details.message).toContain(new URL(host.origin).host);
	const mayWorkLater = code === 'HOST_BUSY' || told === 'no file yet';
	expect(details.retriable === true).toBe(mayWorkLater);
});

test('the bytes of a recording win over its type, and say the extension where the name has none', async () => {
	host.answer = answer(200, content, { 'content-type': 'text/html; charset=utf-8' });
	const page = await sourceOf({}, httpRequest, { path: '/download.php?id=7' }).open(signal);
	expect(page).toMatchObject({
		fileName: 'download.php.wav',
		contentType: 'application/octet-stream',
	});
	const own = await sourceOf({ fileName: 'own' }).open(signal);
	expect(own.fileName).toBe('own');
	expect((await sourceOf({}, httpRequest, { path: '/' }).open(signal)).fileName).toBe(
		'recording.wav',
	);
});

test('any file is taken where no recording is wanted, but for a text that may say why there is none', async () => {
	const anyFile = () => sourceOf({}, httpRequest, { wanted: 'file' });
	host.answer = answer(200, '%PDF-1.7\n');
	expect(await anyFile().open(signal)).toMatchObject({ size: 9 });
	for (const text of ['{"error":"expired"}', '<!doctype html><p>Log in', 'Blocked']) {
		host.answer = answer(200, text, OF_AUDIO);
		await expect(anyFile().open(signal)).rejects.toMatchObject({
			details: { code: 'URL_NOT_A_FILE' },
		});
	}
});

test('a host says how long to wait, and a type that the user sets lets any content through', async () => {
	host.answer = answer(503, '', { 'retry-after': '7' });
	const busy = sourceOf().open(signal);
	const response = { status: 503, text: '503', retryAfterMs: 7000 };
	await expect(busy).rejects.toMatchObject({ details: { response } });
	host.answer = answer(200, '<html>');
	expect(await sourceOf({ contentType: 'text/html' }).open(signal)).toMatchObject({
		size: 6,
	});
});

test('a URL that is prepared is opened once, and its name is that of the host', async () => {
	host.answerInTurn(
		status(503),
		answer(200, content, { 'content-disposition': 'a; filename="a.wav"' }),
	);
	const source = sourceOf();
	const prepared = await source.prepare(signal);
	expect(source.fileName).toBe('a.wav');
	expect(await source.open(signal)).toBe(prepared);
	expect(host.received).toHaveLength(2);
	await source.open(signal);
	expect(host.received).toHaveLength(3);
	const told = (/** @type {Error} */ error) => prepared.brokenOff(error).details;
	expect(told(new Error('x'))).toMatchObject({ code: 'URL_INTERRUPTED', fileName: 'talk.wav' });
	expect(told(new WrongLength('x')).message).toContain(
		'a compressed file (gzip, deflate, br or zstd)',
	);
});

test('a host that is not reached behind a redirect is named', async () => {
	host.answer = (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
	await expect(sourceOf().open(signal)).rejects.toThrow('127.0.0.1:9');
});

test('a host that does not answer in time is told as that', async () => {
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementationOnce((ms) => timeout(ms / 200));
	host.answer = () => {};
	await expect(sourceOf().open(signal)).rejects.toThrow('ETIMEDOUT');
});
