const net = require('node:net');
const { readNetworkFailure } = require('../../../nodes/Verbit/http/networkFailure');
const { listen } = require('../../engine/linkServer');
const { httpRequest } = require('../client');

/** What n8n's client tells of a request that got no response. `test/unit/http/retry.test.js` has the forms that an error may have. */

/** @param {'http' | 'https'} protocol @param {(socket: net.Socket) => void} meet */
async function failureAt(protocol, meet) {
	const server = net.createServer((socket) => {
		socket.on('error', () => {});
		if (protocol === 'https') meet(socket);
		else socket.once('data', () => meet(socket));
	});
	const url = `${protocol}://${await listen(server)}/`;
	const request = httpRequest({ method: 'POST', url, body: { a: 1 } });
	const error = await request.catch((/** @type {unknown} */ failure) => failure);
	server.close();
	return readNetworkFailure(error);
}

const reset = (/** @type {net.Socket} */ socket) => void socket.resetAndDestroy();
const close = (/** @type {net.Socket} */ socket) => void socket.destroy();
const answerHalf = (/** @type {net.Socket} */ socket) =>
	void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{');

test.each(
	/** @type {const} */ ([
		['is reset before it is encrypted', 'https', reset, true],
		['is closed before it is encrypted', 'https', close, true],
		['is reset once it has the request', 'http', reset, false],
		['is closed in the middle of a response', 'http', answerHalf, false],
	]),
)('a connection that %s says whether anything was sent', async (...row) => {
	const [_what, protocol, meet, isNotSent] = row;
	expect(await failureAt(protocol, meet)).toMatchObject({ isNotSent, isBlocked: false });
});
