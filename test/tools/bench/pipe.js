/**
 * The least that Node.js can do: a file piped to a request. With MD5, it does what an upload which checks what was stored
 * can't leave out. Called with a URL, a file to warm up with, as n8n is, the file, and `md5`.
 */
const { createHash } = require('node:crypto');
const { once } = require('node:events');
const fs = require('node:fs');
const http = require('node:http');

const [url, warmUp, selector, md5] = process.argv.slice(2);

/** @param {string} file @returns {Promise<number>} ms */
async function put(file) {
	const startedAt = performance.now();
	const content = fs.createReadStream(file, { highWaterMark: 1024 * 1024 });
	const headers = { 'content-length': fs.statSync(file).size };
	const request = http.request(url, { method: 'PUT', headers });
	const hash = createHash('md5');
	if (md5) content.on('data', (chunk) => hash.update(chunk));
	content.pipe(request);
	const [response] = await once(request, 'response');
	await once(response.resume(), 'end');
	hash.digest();
	if (response.statusCode !== 200) throw new Error(`The sink answered ${response.statusCode}`);
	return performance.now() - startedAt;
}

void put(warmUp).then(async () => console.log(await put(selector.replace('*', '1'))));
