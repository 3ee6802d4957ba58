/**
 * The least that Node.js can do, in a process of its own: a file piped to a request. `md5` adds the one thing that an
 * upload which checks what was stored can not leave out. Prints its result as JSON.
 *
 * node pipe.js <url> <file> <warm-up file> [md5]
 */
const { createHash } = require('node:crypto');
const { once } = require('node:events');
const fs = require('node:fs');
const http = require('node:http');
const { peakMemory, residentMemory, resetPeakMemory } = require('./memory');

const CHUNK_BYTES = 1024 * 1024;
const [, , url, file, warmUpFile, md5] = process.argv;

/** @param {string} path */
async function put(path) {
	const startedAt = performance.now();
	const content = fs.createReadStream(path, { highWaterMark: CHUNK_BYTES });
	const request = http.request(url, {
		method: 'PUT',
		headers: { 'content-length': fs.statSync(path).size },
	});
	const hash = createHash('md5');
	if (md5) content.on('data', (chunk) => hash.update(chunk));
	content.pipe(request);
	const [response] = await once(request, 'response');
	await once(response.resume(), 'end');
	hash.digest();
	if (response.statusCode !== 200) throw new Error(`The sink answered ${response.statusCode}`);
	return performance.now() - startedAt;
}

async function main() {
	// n8n is measured warm, too.
	await put(warmUpFile);
	const idle = residentMemory(process.pid);
	resetPeakMemory(process.pid);
	const ms = await put(file);
	console.log(JSON.stringify({ ms, peak: peakMemory(process.pid) - idle }));
}

void main();
