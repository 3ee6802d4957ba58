/**
 * The least that Node.js can do, in a process of its own: a file piped to a request. `md5` adds the one thing that an
 * upload which checks what was stored can't leave out. The process prints its result as JSON.
 */
const { createHash } = require('node:crypto');
const { once } = require('node:events');
const fs = require('node:fs');
const http = require('node:http');
const { run } = require('../../support/setup/command');
const { MIB, peakMemory, residentMemory, resetPeakMemory } = require('./machine');

/**
 * @param {string} node the Node.js binary, the same as n8n's
 * @param {{ url: string, file: string, warmUpFile: string, md5: boolean }} options
 * @returns {Promise<{ ms: number, peak: number }>}
 */
async function putWithPipe(node, { url, file, warmUpFile, md5 }) {
	const args = [__filename, url, file, warmUpFile, ...(md5 ? ['md5'] : [])];
	const { ms, peak } = JSON.parse(await run(node, args, { cwd: __dirname }));
	return { ms, peak: peak ?? NaN };
}

/** @param {string} url @param {string} file @param {string} [md5] */
async function put(url, file, md5) {
	const startedAt = performance.now();
	const content = fs.createReadStream(file, { highWaterMark: MIB });
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

/** The process. @param {string[]} args */
async function main([url, file, warmUpFile, md5]) {
	// n8n is measured warm, too.
	await put(url, warmUpFile, md5);
	const idle = residentMemory(process.pid);
	resetPeakMemory(process.pid);
	const ms = await put(url, file, md5);
	console.log(JSON.stringify({ ms, peak: peakMemory(process.pid) - idle }));
}

if (require.main === module) void main(process.argv.slice(2));

module.exports = { putWithPipe };
