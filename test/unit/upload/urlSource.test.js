const cancellation = require('../../../nodes/Verbit/http/cancellation');
const { urlSource } = require('../../../nodes/Verbit/upload/urlSource');
const { readTransferOptions } = require('../../../nodes/Verbit/upload/transferOptions');
const { httpRequest } = require('../servers/client');
const { useServer } = require('../servers/server');

const host = useServer();
const content = Buffer.from('RIFF\x10\0\0\0WAVEfmt \0');
const { cancellableSleep } = cancellation;
jest
	.spyOn(cancellation, 'cancellableSleep')
	.mockImplementation(async (ms, signal) => await cancellableSleep(ms / 20, signal));

const { signal } = new AbortController();

/** @type {import('../servers/server').Answer} */
const recording = (response) =>
	response.writeHead(200, { 'content-length': content.length }).end(content);
/** @type {(status: number) => import('../servers/server').Answer} */
const status = (status) => (response) => response.writeHead(status).end();

/** The source of a URL, whose first call may fail before it reaches the host. @param {object} [failure] */
function sourceOf(failure) {
	let isFirst = true;
	const failing = async (/** @type {any} */ options) => {
		if (failure === undefined || !isFirst) return await httpRequest(options);
		isFirst = false;
		throw Object.assign(new Error('x'), failure);
	};
	const context = /** @type {any} */ ({ helpers: { httpRequest: failing } });
	return /** @type {Required<import('../../../nodes/Verbit/upload/uploadFile').MediaSource>} */ (
		urlSource(context, `${host.origin}/talk.wav?token=TopSecret`, readTransferOptions({}))
	);
}

/** @param {ReturnType<typeof sourceOf>} source */
const outcomeOf = async (source) =>
	await source.open(signal).then(
		async (media) => {
			await media.close();
			return 'opened';
		},
		({ details: { code, remedy } }) =>
			remedy.includes('one-time URL') ? `${code}, may be a one-time URL` : code,
	);

const ONCE = 'URL_REFUSED, may be a one-time URL';

test.each([
	['was opened', recording, 'opened', ONCE],
	['was busy', status(503), 'HOST_BUSY', ONCE],
	['broke the connection', (_r, _i, request) => request.socket.destroy(), 'URL_INTERRUPTED', ONCE],
])(
	'a URL that %s, and then is refused, may be a one-time URL',
	async (_what, first, code, second) => {
		host.answerInTurn(first, status(410));
		const source = sourceOf();
		expect([await outcomeOf(source), await outcomeOf(source)]).toEqual([code, second]);
	},
);

test.each([
	[{ code: 'ECONNREFUSED' }, 'HOST_UNREACHABLE', 'URL_REFUSED'],
	[{ code: 'ENOTFOUND' }, 'HOST_UNREACHABLE', 'URL_REFUSED'],
	[{ code: 'CERT_HAS_EXPIRED' }, 'CERTIFICATE_INVALID', 'URL_REFUSED'],
	// What isn't HTTP has come from the host.
	[{ code: 'HPE_INVALID_CONSTANT' }, 'URL_INTERRUPTED', ONCE],
	[{ code: 'ECONNRESET' }, 'URL_INTERRUPTED', ONCE],
	[{ code: 'ETIMEDOUT' }, 'URL_INTERRUPTED', ONCE],
])('after %j the URL was reached, or not', async (failure, code, second) => {
	host.answer = status(410);
	const source = sourceOf(failure);
	expect([await outcomeOf(source), await outcomeOf(source)]).toEqual([code, second]);
});

test('no advice about one-time URLs is given where the host is busy again', async () => {
	host.answer = status(503);
	const source = sourceOf();
	expect([await outcomeOf(source), await outcomeOf(source)]).toEqual(['HOST_BUSY', 'HOST_BUSY']);
});

test.each([
	[201, 'URL_NOT_A_FILE', false],
	[202, 'URL_NOT_A_FILE', true],
	[203, 'URL_NOT_A_FILE', false],
	[204, 'URL_NOT_A_FILE', false],
	[206, 'URL_NOT_A_FILE', false],
	[401, 'URL_REFUSED', false],
	[404, 'URL_REFUSED', false],
	[407, 'PROXY_LOGIN_REQUIRED', false],
	[408, 'HOST_BUSY', true],
	[429, 'HOST_BUSY', true],
	[500, 'HOST_BUSY', true],
	[304, 'URL_REFUSED', false],
])('the status %d is no recording: %s', async (code, name, retriable) => {
	host.answer = status(code);
	const { details } = await sourceOf()
		.open(signal)
		.catch((error) => error);
	expect([details.code, details.step]).toEqual([name, 'Open URL']);
	expect(details.retriable === true).toBe(retriable);
});
