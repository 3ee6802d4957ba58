const { randomInt } = require('node:crypto');
const { once } = require('node:events');
const net = require('node:net');

/** Below those that Linux and macOS give to outgoing connections: such a one would take a port before it is listened on. */
const RANGE = /** @type {const} */ ([10_000, 32_000]);

/** What was given already may not be listened on yet. @type {Set<number>} */
const given = new Set();

/** @returns {Promise<number>} a port of the loopback interface that nothing listens on, another one each time */
async function freePort() {
	const port = randomInt(...RANGE);
	if (given.has(port) || !(await isFree(port))) return await freePort();
	given.add(port);
	return port;
}

/** @param {number} port */
async function isFree(port) {
	const server = net.createServer().listen(port, '127.0.0.1');
	const isListening = await once(server, 'listening').then(
		() => true,
		() => false,
	);
	if (isListening) await once(server.close(), 'close');
	return isListening;
}

module.exports = { freePort };
