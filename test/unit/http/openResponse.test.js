const { getEventListeners } = require('node:events');
const { Readable } = require('node:stream');
const { buffer } = require('node:stream/consumers');
const {
	fetchText,
	openResponse,
	PLAIN_CONTENT,
	streamResponse,
} = require('../../../nodes/Verbit/http/openResponse');
const { httpRequest } = require('../servers/client');
const { useServer } = require('../servers/server');

const server = useServer();
afterEach(() => jest.restoreAllMocks());

const sender = /** @type {any} */ ({ httpRequest });
const never = new AbortController().signal;

/** @param {AbortSignal} [signal] */
const open = async (signal = never) =>
	await openResponse(sender, { url: server.origin, headers: PLAIN_CONTENT }, signal);

/** @param {number} maxBytes */
const textOf = async (maxBytes) =>
	await fetchText(sender, { url: server.origin }, { signal: never, maxBytes });

/** @param {object} [limits] */
const stream = async (limits) => {
	const all = { signal: never, maxBytes: 4, stallMs: 60_000, ...limits };
	return await streamResponse(sender, { url: server.origin }, all);
};

/** @param {AsyncIterable<Buffer>} chunks */
const contentOf = async (chunks) => String(await buffer(chunks));

/**
 * Answers with a part of a body, and leaves the rest open.
 * @param {string} part
 * @param {() => unknown} [sent]
 * @returns {Promise<unknown>} until the connection has ended
 */
const answerWithPart = (part, sent) =>
	new Promise((resolve) => {
		server.answer = (response) => {
			response.once('close', resolve);
			response.write(part, sent);
		};
	});

/** Sends a part of a body, and breaks the connection. @param {number} status */
const breakOff = (status) => (/** @type {import('node:http').ServerResponse} */ response) =>
	response
		.writeHead(status, { 'content-length': 100 })
		.write('half', () => setImmediate(() => response.destroy()));

test('status and headers are there while the body is on its way', async () => {
	server.answer = (response) => response.writeHead(404, { 'X-Answer': 'yes' }).end('hello');
	const { status, headers, content } = await open();
	expect([status, headers['x-answer']]).toEqual([404, 'yes']);
	expect((await buffer(/** @type {any} */ (content))).toString()).toBe('hello');
});

test('an answer is asked for as it is, not compressed', async () => {
	await (await open()).close();
	expect(server.received[0].headers).toMatchObject({
		accept: '*/*',
		'accept-encoding': 'identity',
	});
});

test('to close it ends the connection', async () => {
	const closed = answerWithPart('x');
	const response = await open();
	await response.close();
	await closed;
	expect(response.content.closed).toBe(true);
});

test('a cancel while nobody reads harms nobody', async () => {
	const cancel = new AbortController();
	server.answer = (response) => response.write('x');
	const { content } = await open(cancel.signal);
	// `once` of Node.js would listen to errors as well.
	const closed = new Promise((resolve) => content.once('close', resolve));
	cancel.abort();
	await closed;
	expect(content.destroyed).toBe(true);
});

describe('a text', () => {
	test.each([
		['12345678', '12345678', true],
		['123456789', '12345678', false],
	])('of %s is read to its eighth byte', async (body, text, isWhole) => {
		server.answer = (response) => response.end(body);
		expect(await textOf(8)).toMatchObject({ status: 200, text, isWhole });
	});

	test('is not read on when it is too long, and its connection ends', async () => {
		const closed = answerWithPart('123456789');
		expect(await textOf(8)).toMatchObject({ text: '12345678', isWhole: false });
		await closed;
	});

	test('ends its request also where its stream tells the connection nothing', async () => {
		/** @type {AbortSignal | undefined} */
		let request;
		const deaf = async (/** @type {any} */ { abortSignal }) => {
			request = abortSignal;
			return { statusCode: 200, headers: {}, body: Readable.from([Buffer.from('x')]) };
		};
		const deafSender = /** @type {any} */ ({ httpRequest: deaf });
		await fetchText(deafSender, { url: 'https://h' }, { signal: never, maxBytes: 8 });
		expect(request?.aborted).toBe(true);
	});

	test('that breaks off where it would be just long enough is an error', async () => {
		server.answer = breakOff(200);
		await expect(textOf('half'.length)).rejects.toThrow();
	});

	test('that breaks off is an error after a success alone: else the status counts', async () => {
		server.answer = breakOff(200);
		await expect(textOf(8)).rejects.toThrow();
		for (const status of [300, 404]) {
			server.answer = breakOff(status);
			expect(await textOf(8)).toMatchObject({ status, isWhole: true });
		}
	});

	test('of an error leaves nothing behind that would wait for its deadline', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		server.answer = (response) => response.writeHead(503).end('busy');
		expect((await textOf(8)).text).toBe('busy');
		expect(getEventListeners(timeout.mock.results[0].value, 'abort')).toHaveLength(0);
	});

	test('of an error that does not end is given up after ten seconds', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const deadline = new AbortController();
			if (ms === 10_000) setImmediate(() => deadline.abort());
			return deadline.signal;
		});
		server.answer = (response) => void response.writeHead(503).write('x');
		expect((await textOf(8)).status).toBe(503);
		expect(timeout).toHaveBeenCalledWith(10_000);
	});
});

describe('a response that is streamed', () => {
	test.each([
		['012', '012', true],
		['0123456789', '0123', false],
	])('begins with a text of %s, and all of it can be read', async (body, text, isWhole) => {
		server.answer = (response) => response.end(body);
		const { chunks, ...beginning } = await stream();
		expect(beginning).toMatchObject({ status: 200, text, isWhole });
		expect(await contentOf(chunks)).toBe(body);
	});

	test.each([
		[299, 'Moved'],
		[300, ''],
		[399, ''],
		[400, 'Moved'],
	])('has a text unless it is a redirect: status %d', async (status, text) => {
		server.answer = (response) => response.writeHead(status).end('Moved');
		const { close, chunks: _, ...response } = await stream({ maxBytes: 8 });
		expect(response).toMatchObject({ status, text, isWhole: true });
		await close();
	});

	test('fails where it is stopped before its beginning has come, and its connection ends', async () => {
		const stop = new AbortController();
		const abort = () => stop.abort(new Error('stopped'));
		const closed = answerWithPart('01', () => setImmediate(abort));
		await expect(stream({ signal: stop.signal })).rejects.not.toThrow('no data');
		await closed;
	});

	test.each(['0', '01234'])('that stalls after %s says for how long', async (part) => {
		let bytes = 0;
		// A busy machine may take any time until the part is read: the clock waits for it.
		jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
			const stall = new AbortController();
			const afterPart = () =>
				bytes < part.length ? setImmediate(afterPart) : setImmediate(() => stall.abort());
			afterPart();
			return stall.signal;
		});
		server.answer = (response) => response.write(part);
		const counted = async function* (/** @type {AsyncIterable<Buffer>} */ chunks) {
			for await (const chunk of chunks) {
				bytes += chunk.length;
				yield chunk;
			}
		};
		const counting = {
			async httpRequest(/** @type {any} */ options) {
				const response = /** @type {any} */ (await httpRequest(options));
				return { ...response, body: Readable.from(counted(response.body)) };
			},
		};
		const limits = { signal: never, maxBytes: 4, stallMs: 50_000 };
		const url = server.origin;
		const whole = streamResponse(/** @type {any} */ (counting), { url }, limits).then(
			async ({ chunks }) => await contentOf(chunks),
		);
		await expect(whole).rejects.toThrow('no data for 50 s');
	});

	test('that never comes is the error of its request', async () => {
		const httpRequest = async () => await Promise.reject(new Error('refused'));
		const refused = /** @type {any} */ ({ httpRequest });
		const limits = { signal: never, maxBytes: 4, stallMs: 60_000 };
		await expect(streamResponse(refused, { url: 'https://h' }, limits)).rejects.toThrow('refused');
	});

	test('that breaks off says nothing of a stall', async () => {
		server.answer = breakOff(200);
		const { chunks } = await stream();
		await expect(contentOf(chunks)).rejects.not.toThrow('no data');
	});

	test('ends its connection when it is closed, and is watched no longer', async () => {
		const closed = answerWithPart('01234');
		const { close } = await stream();
		await close();
		await closed;
	});
});
