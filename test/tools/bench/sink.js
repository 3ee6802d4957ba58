/**
 * A store that keeps nothing, in a process of its own: what is measured is the sender. It says that it encrypts, as its ETag
 * is no MD5: hashing would make it the slowest part.
 */
const { fork } = require('node:child_process');
const { once } = require('node:events');
const http = require('node:http');
const { presignV4 } = require('../../emulator/store/presign');

async function startSink() {
	const child = fork(__filename, { execArgv: [] });
	const [port] = await once(child, 'message');
	return {
		/** Looks like the pre-signed URLs of S3, so that the node treats it as one. */
		url: presignV4({
			storeUrl: `http://127.0.0.1:${port}`,
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
		let received = 0;
		request.on('data', ({ length }) => (received += length));
		request.on('end', () => {
			const isWhole = received === Number(request.headers['content-length']);
			const headers = { etag: '"discarded"', 'x-amz-server-side-encryption': 'aws:kms' };
			response.writeHead(isWhole ? 200 : 400, headers).end();
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

if (require.main === module) serve();

module.exports = { startSink };
