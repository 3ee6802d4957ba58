const { readTransferOptions } = require('../../../nodes/Verbit/upload/transferOptions');
const { urlSource } = require('../../../nodes/Verbit/upload/urlSource');
const { HEADS } = require('../../support/recordings/heads');
const { httpRequest } = require('../servers/client');
const { useServer } = require('../servers/server');

const host = useServer();
const [, content] = HEADS.WAV;
const LENGTH = content.length;
const OF_AUDIO = { 'content-type': 'audio/mpeg' };
const { signal } = new AbortController();

const PATH = '/talk.wav?token=TopSecret';

/** @type {import('../servers/server').Answer} */
const recording = (response) =>
	response.writeHead(200, { 'content-length': content.length }).end(content);
/** @type {(status: number) => import('../servers/server').Answer} */
const status = (status) => (response) => response.writeHead(status).end();

function sourceOf(request = httpRequest, options = {}) {
	const context = /** @type {any} */ ({ helpers: { httpRequest: request } });
	return urlSource(context, `${host.origin}${PATH}`, readTransferOptions(options), 'recording');
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
	['created', status(201), 'URL_REFUSED', '201'],
	[
		'refused, though with a range of all of it',
		answer(404, content, { 'content-range': `bytes 0-${LENGTH - 1}/${LENGTH}` }),
		'URL_REFUSED',
		'404',
	],
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
	expect(details.retriable).not.toBe(true);
});

test('a name and a type that the user sets win over those of the host, and let any content through', async () => {
	host.answer = answer(200, '<html>', { 'content-disposition': 'a; filename="a b.wav"' });
	const own = { fileName: 'own.mp4', contentType: 'video/mp4' };
	const media = await sourceOf(httpRequest, own).open(signal);
	expect(media).toMatchObject({ ...own, isTypeSetByUser: true, size: 6 });
	await media.close();
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
