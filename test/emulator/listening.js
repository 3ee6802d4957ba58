/**
 * @param {import('node:http').Server} server
 * @param {number} port
 * @param {string} host
 * @returns {Promise<import('node:net').AddressInfo>}
 */
function listen(server, port, host) {
	const sockets = new Set();
	openSockets.set(server, sockets);
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			server.off('error', reject);
			resolve(/** @type {import('node:net').AddressInfo} */ (server.address()));
		});
	});
}

/**
 * With every connection: a client that keeps its own alive would keep the server from closing.
 * @param {import('node:http').Server} server
 * @returns {Promise<void>}
 */
function closeServer(server) {
	return new Promise((resolve, reject) => {
		server.close((error) => (error ? reject(error) : resolve()));
		for (const socket of openSockets.get(server) ?? []) socket.destroy();
	});
}

/** @type {WeakMap<import('node:http').Server, Set<import('node:net').Socket>>} */
const openSockets = new WeakMap();

module.exports = { listen, closeServer };
