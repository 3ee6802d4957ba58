/**
 * A store that keeps nothing, in a process of its own: what is measured is the sender. Its ETag is no MD5, because
 * hashing would make it the slowest part. `/shaped/…` reads no faster than the rate in bits a second that is asked for.
 */
const http = require('node:http');
const { Throttle } = require('./throttle');

const server = http.createServer(async (request, response) => {
	const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sink');
	const throttle = pathname.startsWith('/shaped/')
		? new Throttle(request, Number(searchParams.get('bits')))
		: undefined;
	let received = 0;
	request.on('data', (chunk) => {
		received += chunk.length;
		throttle?.take(chunk.length);
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
