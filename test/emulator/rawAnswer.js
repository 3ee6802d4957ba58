const { STATUS_CODES } = require('node:http');

/**
 * Answers on the bare socket, for where Node's response can not: it would first read the request to its end.
 * @param {import('node:stream').Duplex} socket
 * @param {number} status
 * @param {string} body
 */
function writeRawAnswer(socket, status, body) {
	if (!socket.writable) return;
	const head = [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		'Content-Type: application/xml',
		`Content-Length: ${Buffer.byteLength(body)}`,
		'Connection: close',
	];
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

module.exports = { writeRawAnswer };
