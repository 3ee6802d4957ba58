const { getEventListeners, once } = require('node:events');
const { Readable } = require('node:stream');
const { buffer } = require('node:stream/consumers');
const {
	closeContent,
	isRetriableStatus,
	isSuccessStatus,
	isUnknownPath,
	openResponse,
	PLAIN_CONTENT_HEADERS,
} = require('../../../nodes/Verbit/http/openResponse');
const { streamOf } = require('../../../nodes/Verbit/n8n/streamOf');
const { httpRequest } = require('../servers/client');
const { useServer } = require('../servers/server');

const server = useServer();

const sender = /** @type {any} */ ({ httpRequest });
const never = new AbortController().signal;

const open = async (maxBytes = 0, signal = never) =>
	await openResponse(
		sender,
		{ url: server.origin, headers: PLAIN_CONTENT_HEADERS },
		{ signal, maxBytes },
	);

/** Answers with a part of a body, and leaves the rest open. @returns {Promise<unknown>} until the connection has ended */
const answerWithPart = () =>
	new Promise((resolve) => {
		server.answer = (response) => {
			response.once('close', resolve);
			response.write('x');
		};
	});

/** Sends a part of a body, and breaks the connection. @param {number} status */
const breakOff = (status) => (/** @type {import('node:http').ServerResponse} */ response) =>
	response
		.writeHead(status, { 'content-length': 100 })
		.write('half', () => setImmediate(() => response.destroy()));

test('an answer is asked for as it is, not compressed, and its redirect is not followed', async () => {
	server.answer = (response) => response.writeHead(302, { location: '/' }).end();
	const { status, close } = await open();
	await close();
	expect([status, server.received.length]).toEqual([302, 1]);
	expect(server.received[0].headers).toMatchObject({
		accept: '*/*',
		'accept-encoding': 'identity, *;q=0',
		'cache-control': 'no-transform',
	});
});

test('what n8n adds to a request, such as the headers of a trace, is not sent with others', async () => {
	server.answer = (response) => response.end();
	const traced = async (/** @type {any} */ options) => {
		options.headers.traceparent = '00-1';
		return await httpRequest(options);
	};
	const options = { url: server.origin, headers: PLAIN_CONTENT_HEADERS };
	const limits = { signal: never, maxBytes: 0 };
	await (await openResponse({ httpRequest: traced }, options, limits)).close();
	expect(server.received[0].headers.traceparent).toBe('00-1');
	expect(PLAIN_CONTENT_HEADERS).not.toHaveProperty('traceparent');
});

test('to close it ends the connection', async () => {
	const closed = answerWithPart();
	const response = await open();
	await response.close();
	await closed;
	await expect(buffer(response.chunks)).rejects.toThrow();
});

test('a cancel while nobody reads harms nobody', async () => {
	const cancel = new AbortController();
	const closed = answerWithPart();
	const { chunks } = await open(0, cancel.signal);
	cancel.abort();
	await closed;
	await expect(buffer(chunks)).rejects.toThrow();
});

describe('a text', () => {
	test('that breaks off is an error after a success alone: else the status counts', async () => {
		server.answer = breakOff(200);
		await expect(open(8)).rejects.toThrow();
		for (const status of [300, 404]) {
			server.answer = breakOff(status);
			expect(await open(8)).toMatchObject({ status, isWhole: true });
		}
	});

	test('of an error is not waited for', async () => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
		server.answer = (response) => response.writeHead(503).write('half');
		expect(await open(8)).toMatchObject({ status: 503, text: 'half' });
	});

	test('of an error leaves nothing behind that would wait for its deadline', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		server.answer = (response) => response.writeHead(503).end('busy');
		expect((await open(8)).text).toBe('busy');
		expect(timeout).toHaveBeenCalledWith(10_000);
		expect(getEventListeners(timeout.mock.results[0].value, 'abort')).toHaveLength(0);
	});
});

test('the whole comes after its beginning, wherever that ends', async () => {
	for (let maxBytes = 0; maxBytes < 10; maxBytes++) {
		const body = Readable.from(['123', '', '45', '678'].map((chunk) => Buffer.from(chunk)));
		const answer = { statusCode: 200, headers: {}, body };
		const answering = /** @type {any} */ ({ httpRequest: async () => answer });
		const opened = await openResponse(answering, { url: '' }, { signal: never, maxBytes });
		const text = '12345678'.slice(0, maxBytes);
		expect(opened).toMatchObject({ text, head: Buffer.from(text), isWhole: maxBytes >= 8 });
		expect(String(await buffer(opened.chunks))).toBe('12345678');
	}
});

test('a stream that is given up before it is read is closed, and its late error is no crash', async () => {
	const givenUp = streamOf([Buffer.from('ab')]);
	await closeContent(givenUp);
	expect(givenUp.closed).toBe(true);
	expect(() => givenUp.emit('error', new Error('late'))).not.toThrow();
});

test('content is closed at once where it has ended', async () => {
	const content = Readable.from([]).resume();
	await once(content, 'close');
	const destroy = jest.spyOn(content, 'destroy');
	await closeContent(/** @type {any} */ (content));
	expect(destroy).not.toHaveBeenCalled();
});

test('content is closed after a second where its stream never says so', async () => {
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
	const content = new Readable({ read: () => undefined, destroy: () => undefined });
	const closed = closeContent(/** @type {any} */ (content));
	await jest.advanceTimersByTimeAsync(1000);
	await closed;
	expect(content.destroyed).toBe(true);
});

test.each([
	['isRetriableStatus', isRetriableStatus, [408, 429, 500, 503], [200, 407, 409, 428, 430, 499]],
	['isSuccessStatus', isSuccessStatus, [200, 204, 299], [199, 300, 404]],
	['isUnknownPath', isUnknownPath, [404, 405], [200, 400, 403, 406]],
])('%s', (_name, holdsFor, statuses, others) => {
	expect([...statuses, ...others].filter(holdsFor)).toEqual(statuses);
});
