const { fork } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');

/** @param {string} node the Node.js binary to run it with */
async function startSink(node) {
	const child = fork(path.join(__dirname, 'sinkServer.js'), { execPath: node, execArgv: [] });
	const [port] = await once(child, 'message');
	return new Sink(child, Number(port));
}

class Sink {
	/**
	 * @param {import('node:child_process').ChildProcess} child
	 * @param {number} port
	 */
	constructor(child, port) {
		this.child = child;
		this.port = port;
	}

	/**
	 * Looks like the pre-signed URLs of S3, so that the node treats it as one.
	 *
	 * @param {{ bitsPerSecond?: number }} [options]
	 */
	url({ bitsPerSecond } = {}) {
		const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
		const query = new URLSearchParams({
			...(bitsPerSecond && { bits: String(bitsPerSecond) }),
			'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
			'X-Amz-Date': date,
			'X-Amz-Expires': '86400',
			'X-Amz-SignedHeaders': 'host',
			'X-Amz-Signature': '0'.repeat(64),
		});
		const folder = bitsPerSecond ? 'shaped' : 'discarded';
		return `http://127.0.0.1:${this.port}/${folder}/recording?${query}`;
	}

	stop() {
		if (this.child.connected) this.child.disconnect();
	}
}

module.exports = { Sink, startSink };
