const net = require('node:net');

/** @returns {Promise<number>} a port of the loopback interface that nothing listens on */
function freePort() {
	return new Promise((resolve, reject) => {
		const server = net.createServer();
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const { port } = /** @type {net.AddressInfo} */ (server.address());
			server.close(() => resolve(port));
		});
	});
}

module.exports = { freePort };
