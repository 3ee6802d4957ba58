const { once } = require('node:events');
const net = require('node:net');

/** @returns {Promise<number>} a port of the loopback interface that nothing listens on */
async function freePort() {
	const server = net.createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = /** @type {net.AddressInfo} */ (server.address());
	await once(server.close(), 'close');
	return port;
}

module.exports = { freePort };
