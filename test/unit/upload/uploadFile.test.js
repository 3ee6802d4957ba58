const { createHash, randomBytes } = require('node:crypto');
const { Readable } = require('node:stream');
const { createError } = require('../../../nodes/Verbit/errors/createError');
const { StepError } = require('../../../nodes/Verbit/errors/stepError');
const cancellation = require('../../../nodes/Verbit/http/cancellation');
const { closeContent } = require('../../../nodes/Verbit/http/streams');
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
	call: async () => {
		assets++;
		const data = { asset_id: `a${assets}`, upload_url: `${store.origin}/${assets}?sig=TopSecret` };
		return { status: 200, data, isNotJson: false };
	},
});

const source = {
	fileName: 'talk.wav',
	open: async () => {
		const readable = Readable.from([content]);
		opened.push(readable);
		return /** @type {any} */ ({
			content: readable,
			close: async () => await closeContent(readable),
			fileName: 'talk.wav',
			contentType: 'audio/wav',
			typeIsSetByUser: false,
			size: content.length,
			brokenOff: (/** @type {Error} */ { message: reason }) =>
				createError('FILE_UNREADABLE', { reason }),
		});
	},
};

/** @param {Partial<import('../../../nodes/Verbit/upload/uploadFile').FileToUpload>} changes */
const upload = async (changes = {}, signal = new AbortController().signal) =>
	await uploadFile(
		{ context, client, signal },
		{ jobId: 17, source, transfer: readTransferOptions({}), ...changes },
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

test('the output tells the asset and all that is known of the file', async () => {
	store.answer = stored;
	const before = Date.now();
	const uploaded = await upload();
	expect(uploaded).toEqual({
		asset_id: 'a1',
		file_name: 'talk.wav',
		content_type: 'audio/wav',
		bytes: 1000,
		md5,
		integrity: 'verified',
		attempts: 1,
		duration_ms: expect.any(Number),
		uploaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
		use_before: expect.any(String),
	});
	const uploadedAt = Date.parse(uploaded.uploaded_at);
	expect(uploadedAt).toBeGreaterThanOrEqual(before);
	expect(uploaded.duration_ms).toBeGreaterThanOrEqual(0);
	expect(uploaded.duration_ms).toBeLessThanOrEqual(Date.now() - before);
	expect(Date.parse(uploaded.use_before) - uploadedAt).toBe(24 * 3600_000);
});

test('the file goes to a URL of the user, of which there is no asset', async () => {
	store.answer = stored;
	const uploaded = await upload({ uploadUrl: `${store.origin}/mine?sig=x` });
	expect(uploaded).not.toHaveProperty('asset_id');
	expect(store.received[0].url).toBe('/mine?sig=x');
	expect(assets).toBe(0);
});

const refused = (/** @type {number} */ status) => answer(status);

test('after a passing refusal the same URL gets a new stream', async () => {
	store.answerInTurn(refused(503), stored);
	expect(await upload()).toMatchObject({ asset_id: 'a1', attempts: 2 });
	expect(sentTo()).toEqual(['1', '1']);
	expect(opened).toHaveLength(2);
	expect(store.received[1].body.equals(content)).toBe(true);
	expect(opened.every(({ closed }) => closed)).toBe(true);
});

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
	store.answerInTurn(refused(503), stored);
	expect(await upload({ uploadUrl })).toMatchObject({ attempts: 2 });
	store.answer = expired;
	await expect(upload({ uploadUrl })).rejects.toThrow('Request has expired');
	expect(store.received).toHaveLength(3);
});

describe('a connection that is cut', () => {
	/** @type {import('../servers/server').Answer} */
	const cut = (_response, _received, request) => request.socket.destroy();

	test('twice gets a new URL once, as storage may have refused the first', async () => {
		store.answerInTurn(cut, cut, cut, stored);
		expect(await upload()).toMatchObject({ asset_id: 'a2', attempts: 4 });
		expect(sentTo()).toEqual(['1', '1', '2', '2']);
	});

	test('once after another failure keeps its URL', async () => {
		store.answerInTurn(refused(503), cut, stored);
		expect(await upload()).toMatchObject({ asset_id: 'a1', attempts: 3 });
	});

	test('twice is tried again at a URL of the user', async () => {
		store.answerInTurn(cut, cut, stored);
		expect(await upload({ uploadUrl: `${store.origin}/mine` })).toMatchObject({ attempts: 3 });
	});

	test('at each attempt says that storage may have refused it', async () => {
		store.answer = cut;
		const transfer = readTransferOptions({ maxAttempts: 3 });
		await expect(upload({ transfer })).rejects.toMatchObject({
			details: { code: 'UPLOAD_CUT', remedy: expect.stringContaining('may have refused') },
		});
	});
});

test('Max Attempts ends the repeats with the last refusal', async () => {
	store.answer = answer(500, '<Code>InternalError</Code>');
	const transfer = readTransferOptions({ maxAttempts: 2 });
	await expect(upload({ transfer })).rejects.toMatchObject({
		message: expect.stringMatching(
			/^Upload "talk.wav" for job 17: [\w.:]+ is busy or down \(returned 500 InternalError\)$/,
		),
	});
	expect(store.received).toHaveLength(2);
});

test('a refusal that a repeat can not mend is told at once', async () => {
	store.answer = answer(403, '<Code>SignatureDoesNotMatch</Code>');
	await expect(upload()).rejects.toThrow('403 SignatureDoesNotMatch');
	expect(store.received).toHaveLength(1);
});

test('the host is told where no answer came, and nothing of the signature', async () => {
	store.answer = (_response, _received, request) => request.socket.destroy();
	const transfer = readTransferOptions({ maxAttempts: 1 });
	const { host } = new URL(store.origin);
	const message = `the connection to ${host} dropped before the storage replied (ECONNRESET)`;
	await expect(upload({ transfer })).rejects.toThrow(message);
	const logged = Object.values(logger).map(({ mock }) => mock.calls);
	expect(JSON.stringify(logged)).not.toContain('TopSecret');
});

test('an MD5 that differs is told, unless nobody wants it compared', async () => {
	store.answer = answer(200, '', { ETag: `"${'0'.repeat(32)}"` });
	const once = { maxAttempts: 1 };
	const comparing = upload({ transfer: readTransferOptions(once) });
	await expect(comparing).rejects.toThrow("the checksum doesn't match");
	const transfer = readTransferOptions({ ...once, verifyIntegrity: false });
	expect(await upload({ transfer })).toMatchObject({ integrity: 'unverified' });
});

/** @param {'Add asset' | 'Open URL'} step @param {boolean} retriable */
const failure = (step, retriable) =>
	new StepError({ kind: 'response', step, message: 'x', remedy: 'y', retriable });

test('a refusal of the service is not repeated here', async () => {
	const refusal = failure('Add asset', true);
	const call = jest.fn(async () => await Promise.reject(refusal));
	const tools = { context, client: /** @type {any} */ ({ call }), signal: AbortSignal.any([]) };
	const file = { jobId: 17, source, transfer: readTransferOptions({}) };
	await expect(uploadFile(tools, file)).rejects.toBe(refusal);
	expect(call).toHaveBeenCalledTimes(1);
	expect(opened[0].closed).toBe(true);
});

test.each([
	[true, 2],
	[false, 1],
])(
	'a source that can not be opened is opened again where that may help: %s',
	async (retriable, attempts) => {
		const open = jest.fn(async () => await Promise.reject(failure('Open URL', retriable)));
		const transfer = readTransferOptions({ maxAttempts: 2 });
		await expect(upload({ source: { ...source, open }, transfer })).rejects.toThrow('Open URL');
		expect(open).toHaveBeenCalledTimes(attempts);
	},
);

test('a source that breaks off is read again where it may recover, and not elsewhere', async () => {
	store.answer = stored;
	const brokenOnce = (/** @type {boolean} */ mayRecover) => {
		let times = 0;
		return {
			...source,
			open: async () => {
				const media = await source.open();
				media.brokenOff = () =>
					createError('FILE_UNREADABLE', { reason: 'x' }, { retriable: mayRecover });
				if (times++ === 0) media.content = Readable.from([content.subarray(0, 10)]);
				return media;
			},
		};
	};
	expect(await upload({ source: brokenOnce(true) })).toMatchObject({ attempts: 2 });
	await expect(upload({ source: brokenOnce(false) })).rejects.toThrow("the file couldn't be read");
});

test('a cancel ends the repeats', async () => {
	const cancel = new AbortController();
	store.answer = (response) => {
		cancel.abort();
		response.writeHead(503).end();
	};
	await expect(upload({}, cancel.signal)).rejects.toThrow(/Upload/);
	expect(store.received).toHaveLength(1);
});

test('the log tells start, repeat and end', async () => {
	store.answerInTurn(refused(503), stored);
	await upload();
	const texts = (/** @type {jest.Mock} */ { mock }) => mock.calls.map(([text]) => text);
	expect(texts(logger.info)).toEqual([
		'Upload of "talk.wav" for job 17: started, 0.0 MiB',
		'Upload of "talk.wav" for job 17: started (attempt 2), 0.0 MiB',
		expect.stringMatching(/^Upload of "talk.wav" for job 17: done, 0.0 MiB in \d+\.\d s$/),
	]);
	expect(texts(logger.warn)).toEqual([
		expect.stringMatching(/: attempt 1 failed, retrying in 0\.\d s\. .* is busy or down/),
	]);
});

test('a success without an ETag counts where the URL is not signed, and nowhere else', async () => {
	store.answer = answer(200);
	const uploadUrl = `${store.origin}/own`;
	expect(await upload({ uploadUrl })).toMatchObject({ integrity: 'unverified' });
	const signed = upload({ uploadUrl: `${uploadUrl}?X-Amz-Signature=ab` });
	await expect(signed).rejects.toMatchObject({ details: { code: 'UPLOAD_NOT_STORED' } });
});
