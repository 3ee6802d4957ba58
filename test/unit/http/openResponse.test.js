const { getEventListeners, once } = require('node:events');
const { Readable } = require('node:stream');
const { buffer } = require('node:stream/consumers');
const {
	closeContent,
	isRetriableStatus,
	isUnknownPath,
	openResponse,
	PLAIN_CONTENT_HEADERS,
} = require('../../../nodes/Verbit/http/openResponse');
const { streamOf } = require('../../../nodes/Verbit/n8n/streamOf');
const { useLinkServer } = require('../../engine/linkServer');
const { httpRequest } = require('../client');

const host = useLinkServer();

const never = new AbortController().signal;

const open = async (
	maxBytes = 0,
	signal = never,
	sender = /** @type {any} */ ({ httpRequest }),
) => {
	const options = { url: String(host.url), headers: PLAIN_CONTENT_HEADERS };
	return await openResponse(sender, options, { signal, maxBytes });
};

/** Sends a part of a body, and breaks the connection. @param {number} status @returns {import('../../engine/linkServer').Answer} */
const breakOff = (status) => (_request, response) =>
	void response
		.writeHead(status, { 'content-length': 100 })
		.write('half', () => setImmediate(() => response.destroy()));

test('an answer is asked for as it is, not compressed, and its redirect is not followed', async () => {
	const seen = { headers: {} };
	host.answer(({ headers }, response) => {
		Object.assign(seen, { headers });
		response.writeHead(302, { location: '/' }).end();
	});
	const { status, close } = await open();
	await close();
	expect([status, host.calls]).toEqual([302, ['/']]);
	expect(seen.headers).toMatchObject({
		accept: '*/*',
		'accept-encoding': 'identity, *;q=0',
		'cache-control': 'no-transform',
	});
});

test('what n8n adds to a request, such as the headers of a trace, is not sent with others', async () => {
	const httpRequest = async (/** @type {any} */ { headers }) => {
		headers.traceparent = '00-1';
		return { statusCode: 200, headers: {}, body: Readable.from([]) };
	};
	await open(0, never, { httpRequest });
	expect(PLAIN_CONTENT_HEADERS).not.toHaveProperty('traceparent');
});

test('a cancel while nobody reads harms nobody', async () => {
	const cancel = new AbortController();
	host.answer((_request, response) => void response.write('x'));
	const { chunks } = await open(0, cancel.signal);
	cancel.abort();
	await host.hasNoConnections();
	await expect(buffer(chunks)).rejects.toThrow();
});

describe('a text', () => {
	test('that breaks off is an error after a success alone: else the status counts', async () => {
		host.answer(breakOff(200));
		await expect(open(8)).rejects.toThrow();
		for (const status of [300, 404]) {
			host.answer(breakOff(status));
			expect(await open(8)).toMatchObject({ status, isWhole: true });
		}
	});

	test('of an error leaves nothing behind that would wait for its deadline', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		host.answer((_request, response) => void response.writeHead(503).end('busy'));
		expect((await open(8)).text).toBe('busy');
		expect(timeout).toHaveBeenCalledWith(10_000);
		expect(getEventListeners(timeout.mock.results[0].value, 'abort')).toHaveLength(0);
	});
});

test('the whole comes after its beginning, wherever that ends', async () => {
	for (let maxBytes = 0; maxBytes < 10; maxBytes++) {
		const body = Readable.from(['123', '', '45', '678'].map((chunk) => Buffer.from(chunk)));
		const answer = { statusCode: 200, headers: {}, body };
		const opened = await open(maxBytes, never, { httpRequest: async () => answer });
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
	['isUnknownPath', isUnknownPath, [404, 405], [200, 400, 403, 406]],
])('%s', (_name, holdsFor, statuses, others) => {
	expect([...statuses, ...others].filter(holdsFor)).toEqual(statuses);
});
