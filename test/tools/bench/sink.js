/**
 * A store that keeps nothing, in a process of its own: what is measured is the sender. Its ETag is no MD5, because
 * hashing would make it the slowest part. Below `/1000000000/` it reads no faster than that rate, in bits a second.
 */
const { fork } = require('node:child_process');
const { once } = require('node:events');
const http = require('node:http');
const { presignV4 } = require('../../emulator/store/presign');

async function startSink() {
	const child = fork(__filename, { execArgv: [] });
	const [port] = await once(child, 'message');
	return {
		/** Looks like the pre-signed URLs of S3, so that the node treats it as one. @param {number} [bitsPerSecond] */
		url: (bitsPerSecond) =>
			presignV4({
				storeUrl: `http://127.0.0.1:${port}`,
				bucket: String(bitsPerSecond ?? 'discarded'),
				key: 'recording',
				now: Date.now(),
				expiresIn: 86_400,
				credentials: { id: 'sink', secret: 'sink' },
			}),
		stop: () => child.connected && child.disconnect(),
	};
}

/** The process with the server. It ends when whoever started it does. */
function serve() {
	const server = http.createServer((request, response) => {
		const take = throttle(request, Number(request.url?.split('/')[1]));
		let received = 0;
		request.on('data', ({ length }) => {
			received += length;
			take(length);
		});
		request.on('end', () => {
			const isWhole = received === Number(request.headers['content-length']);
			response.writeHead(isWhole ? 200 : 400, { etag: '"discarded"' }).end();
		});
		request.on('error', () => response.destroy());
	});
	// Node's default of 300 s would cut the slowest way.
	server.requestTimeout = 0;
	server.listen(0, '127.0.0.1', () => {
		process.send?.(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
	});
	process.on('disconnect', () => process.exit());
}

/**
 * A token bucket on the receiving side. A sender that is too fast feels it as over a real link: the socket is not read,
 * so that its window closes. The bucket starts empty, so that nobody gets more than the rate on the whole, and holds 10 ms.
 * @param {import('node:stream').Readable} stream
 * @param {number} bitsPerSecond NaN for no limit
 * @returns {(bytes: number) => void} to be called with the bytes that have just been read
 */
function throttle(stream, bitsPerSecond) {
	const bytesPerMs = bitsPerSecond / 8000;
	let tokens = 0;
	let filledAt = performance.now();
	return (bytes) => {
		const now = performance.now();
		const earned = (now - filledAt) * bytesPerMs;
		tokens = Math.min(tokens + earned, 10 * bytesPerMs) - bytes;
		filledAt = now;
		if (!(tokens < 0)) return;
		stream.pause();
		setTimeout(() => stream.resume(), -tokens / bytesPerMs);
	};
}

if (require.main === module) serve();

module.exports = { startSink };
