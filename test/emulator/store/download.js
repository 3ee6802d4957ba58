const { pipeline } = require('node:stream/promises');
const { openCaptions } = require('../captions/file');
const { readStoreKey } = require('../captions/links');
const { hamper } = require('../hamper');
const { authorize } = require('./judge');

/**
 * Sends the object of a pre-signed link. Captions alone have such links: what is uploaded is for the service.
 * @param {import('../interruptions').Exchange} exchange
 * @param {import('..').Emulator} context
 * @throws StoreError
 */
async function download({ request, response, entry, fault }, context) {
	const { target } = authorize(request, context);
	const order = readStoreKey(target.key.toString());
	const { status, headers, stream } = openCaptions(order, context);
	entry.status = status;
	if (fault?.kind === 'answerThenDrop') return void request.socket.destroy();
	response.writeHead(status, headers);
	// A cut connection is what a client or a fault wanted.
	await pipeline(hamper(stream, fault), response).catch(() => request.socket.destroy());
}

module.exports = { download };
