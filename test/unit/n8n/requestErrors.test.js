const net = require('node:net');
const { readNetworkFailure } = require('../../../nodes/Verbit/http/networkFailure');
const { listen } = require('../../engine/linkServer');
const { httpRequest } = require('../client');

/** What n8n's client tells of a request that got no response. `test/unit/http/retry.test.js` has the forms that an error may have. */

/** @param {'http' | 'https'} protocol @param {(socket: net.Socket) => void} meet */
async function failureAt(protocol, meet) {
	const server = net.createServer((socket) => meet(socket.on('error', () => {})));
	const url = `${protocol}://${await listen(server)}/`;
	const request = httpRequest({ method: 'POST', url, body: { a: 1 } });
	const error = await request.catch((/** @type {unknown} */ failure) => failure);
	server.close();
	return readNetworkFailure(error);
}

test.each(
	/** @type {Array<[string, 'http' | 'https', (socket: net.Socket) => void, boolean]>} */ ([
		['is reset before it is encrypted', 'https', (socket) => socket.resetAndDestroy(), true],
		['is closed before it is encrypted', 'https', (socket) => socket.destroy(), true],
		[
			'is reset once it has the request',
			'http',
			(socket) => socket.once('data', () => socket.resetAndDestroy()),
			false,
		],
		[
			'is closed in the middle of a response',
			'http',
			(socket) =>
				socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{')),
			false,
		],
	]),
)(
	'a connection that %s says whether anything was sent',
	async (_what, protocol, meet, isNotSent) => {
		expect(await failureAt(protocol, meet)).toMatchObject({ isNotSent, isBlocked: false });
	},
);
