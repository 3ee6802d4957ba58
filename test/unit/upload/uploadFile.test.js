const { createHash, randomBytes } = require('node:crypto');
const { Readable } = require('node:stream');
const { createError } = require('../../../nodes/Verbit/errors/createError');
const cancellation = require('../../../nodes/Verbit/http/cancellation');
const { closeContent } = require('../../../nodes/Verbit/http/openResponse');
const { readTransferOptions } = require('../../../nodes/Verbit/upload/transferOptions');
const { uploadFile } = require('../../../nodes/Verbit/upload/uploadFile');
const { httpRequest } = require('../servers/client');
const { useServer } = require('../servers/server');

const store = useServer();
const content = randomBytes(1000);
const md5 = createHash('md5').update(content).digest('hex');

const logger = { debug: jest.fn(), info: jest.fn(), warn: jest.fn() };
const context = /** @type {any} */ ({ helpers: { httpRequest }, logger });

// The pauses between attempts are 20 times shorter.
const { cancellableSleep } = cancellation;
const sleep = jest.spyOn(cancellation, 'cancellableSleep');
sleep.mockImplementation(async (ms, signal) => await cancellableSleep(ms / 20, signal));

/** Streams that were opened in a test. @type {Readable[]} */
let opened = [];
/** Assets that were asked for in a test. */
let assets = 0;

beforeEach(() => {
	opened = [];
	assets = 0;
	jest.clearAllMocks();
});

const client = /** @type {any} */ ({
	call: async (/** @type {any} */ { body }) => {
		expect(body).toMatchObject({ file_name: 'talk.wav' });
		assets++;
		const data = { asset_id: `a${assets}`, upload_url: `${store.origin}/${assets}?sig=TopSecret` };
		return { status: 200, data };
	},
});

const source = {
	fileName: 'talk.wav',
	identity: 'talk.wav',
	transfer: readTransferOptions({}),
	open: async () => {
		const readable = Readable.from([content]);
		opened.push(readable);
		return /** @type {any} */ ({
			content: readable,
			close: async () => await closeContent(readable),
			fileName: 'talk.wav',
			contentType: 'audio/wav',
			isTypeSetByUser: false,
			size: content.length,
			readFailure: (/** @type {Error} */ { message: reason }) =>
				createError('FILE_UNREADABLE', { reason }),
		});
	},
};

/** @param {{ transfer?: typeof source.transfer, uploadUrl?: string }} changes */
const upload = async (
	{ transfer = source.transfer, uploadUrl } = {},
	signal = new AbortController().signal,
) =>
	await uploadFile(
		{ context, client, signal },
		{ jobId: 17, source: { ...source, transfer }, uploadUrl },
	);

/** @param {number} status @param {string} body @returns {import('../servers/server').Answer} */
const answer =
	(status, body = '', headers = {}) =>
	(response) =>
		response.writeHead(status, headers).end(body);
const stored = answer(200, '', { ETag: `"${md5}"` });
const expired = answer(403, '<Code>AccessDenied</Code><Message>Request has expired</Message>');

/** Which assets' URLs were sent to. */
const sentTo = () => store.received.map(({ url }) => url?.[1]);

test('a URL that has ended is replaced by a new one, twice and no more', async () => {
	store.answerInTurn(expired, stored);
	expect(await upload()).toMatchObject({ asset_id: 'a2', attempts: 2 });
	expect(sentTo()).toEqual(['1', '2']);
	store.answer = expired;
	const transfer = readTransferOptions({ maxAttempts: 10 });
	await expect(upload({ transfer })).rejects.toThrow('Request has expired');
	expect(sentTo().slice(2)).toEqual(['3', '4', '5']);
});

test('a URL of the user is tried again after a passing refusal, and not where it has ended', async () => {
	const uploadUrl = `${store.origin}/mine`;
	store.answerInTurn(answer(503), stored);
	const result = await upload({ uploadUrl });
	expect(result).toMatchObject({ attempts: 2 });
	expect(result).not.toHaveProperty('asset_id');
	store.answer = expired;
	await expect(upload({ uploadUrl })).rejects.toThrow('Request has expired');
	expect(store.received).toHaveLength(3);
});

/** @param {'Add asset' | 'Open URL'} step @param {boolean} retriable */
const failure = (step, retriable) =>
	createError('HOST_BUSY', { host: 'h', response: 503 }, { step, retriable });

test.each([
	['a refusal of the service', failure('Add asset', true)],
	['an error of the node itself', new TypeError('Add asset')],
])('%s is not repeated here', async (_what, refusal) => {
	const call = jest.fn(async () => await Promise.reject(refusal));
	const tools = { context, client: /** @type {any} */ ({ call }), signal: AbortSignal.any([]) };
	const file = { jobId: 17, source };
	await expect(uploadFile(tools, file)).rejects.toThrow('Add asset');
	expect(call).toHaveBeenCalledTimes(1);
	expect(opened[0].closed).toBe(true);
});

test('the log tells start, repeat and end, and the output how long it took', async () => {
	store.answerInTurn(answer(503), stored);
	const now = jest.spyOn(Date, 'now').mockReturnValue(1000);
	sleep.mockImplementationOnce(async () => void now.mockReturnValue(3500));
	expect(await upload()).toMatchObject({
		duration_ms: 2500,
		uploaded_at: '1970-01-01T00:00:03.500Z',
		use_before: '1970-01-02T00:00:03.500Z',
	});
	now.mockRestore();
	const texts = (/** @type {jest.Mock} */ { mock }) => mock.calls.map(([text]) => text);
	expect(texts(logger.info)).toEqual([
		'Upload of "talk.wav" for job 17: started, 0.0 MiB',
		'Upload of "talk.wav" for job 17: started (attempt 2), 0.0 MiB',
		'Upload of "talk.wav" for job 17: done, 0.0 MiB in 2.5 s',
	]);
	expect(texts(logger.warn)).toEqual([
		expect.stringMatching(/: attempt 1 failed, retrying in 0\.\d s\. .* is busy or down/),
	]);
});
