const { once } = require('node:events');
const { buffer } = require('node:stream/consumers');
const { openResponse, PLAIN_CONTENT } = require('../../../nodes/Verbit/http/openResponse');
const { httpRequest } = require('../servers/client');
const { useServer } = require('../servers/server');

const server = useServer();

/** @param {AbortSignal} [signal] */
const open = async (signal = new AbortController().signal) =>
	await openResponse(
		/** @type {any} */ ({ httpRequest }),
		{ url: server.origin, headers: PLAIN_CONTENT },
		signal,
	);

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
	/** @type {Promise<unknown> | undefined} */
	let closed;
	server.answer = (response) => {
		closed = once(response, 'close');
		response.write('x');
	};
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
