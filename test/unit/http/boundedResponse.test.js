const { once } = require('node:events');
const { boundedRequest } = require('../../../nodes/Verbit/http/openResponse');
const { httpRequest } = require('../servers/client');
const { useServer } = require('../servers/server');

const server = useServer();

/** @param {number} maxBytes @param {AbortSignal} [signal] */
async function fetch(maxBytes, signal = new AbortController().signal) {
	const { options, read } = boundedRequest(signal, maxBytes);
	const response = await httpRequest({
		url: server.origin,
		...options,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
	});
	return await read(response);
}

test('a small answer comes whole, with status and headers', async () => {
	server.answer = (response) => response.writeHead(201, { 'X-Answer': 'yes' }).end('hello');
	expect(await fetch(5)).toMatchObject({
		statusCode: 201,
		headers: expect.objectContaining({ 'x-answer': 'yes' }),
		body: 'hello',
		isWhole: true,
	});
});

test('a larger one is cut at the bound, and says so', async () => {
	server.answer = (response) => response.end('hello!');
	expect(await fetch(5)).toMatchObject({ body: 'hello', isWhole: false });
});

test('the connection of an answer without end is closed', async () => {
	/** @type {Promise<unknown> | undefined} */
	let closed;
	server.answer = (response) => {
		closed = once(response, 'close');
		response.write('x'.repeat(100_000));
	};
	expect((await fetch(1000)).body).toHaveLength(1000);
	await closed;
});

test('an answer that breaks off is an error', async () => {
	server.answer = (response, _received, request) => {
		response.write('hel');
		setTimeout(() => request.socket.destroy(), 20);
	};
	await expect(fetch(100)).rejects.toThrow();
});

test.each([300, 404, 500])(
	'under the text of a %d a break takes nothing from the status',
	async (status) => {
		server.answer = (response, _received, request) => {
			response.writeHead(status).write('hel');
			setTimeout(() => request.socket.destroy(), 20);
		};
		expect(await fetch(100)).toMatchObject({ statusCode: status, body: '', isWhole: true });
	},
);

test.each([
	['\uFEFFa', 'a'],
	['a\uFEFFb', 'a\uFEFFb'],
])('a byte order mark is no part of the text, at its beginning alone: %j', async (sent, body) => {
	server.answer = (response) => response.end(sent);
	expect((await fetch(100)).body).toBe(body);
});

test('a cancel ends it while the body is on its way', async () => {
	const cancel = new AbortController();
	server.answer = (response) => {
		response.write('hel');
		setTimeout(() => cancel.abort(), 20);
	};
	await expect(fetch(100, cancel.signal)).rejects.toThrow();
});
