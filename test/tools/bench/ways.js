const { execFile } = require('node:child_process');
const { createHash } = require('node:crypto');
const { once } = require('node:events');
const fs = require('node:fs');
const http = require('node:http');
const { promisify } = require('node:util');
const { MIB } = require('../measure/machine');

const TITLES = {
	workflow: 'The workflow without an upload',
	verbit: 'This node',
	verbitOld: 'This node, on Node.js before 22',
	http: "n8n's HTTP Request node",
	pipe: 'Plain Node.js stream',
	pipeMd5: 'Plain Node.js stream with MD5',
};

/**
 * The least that Node.js can do: a file piped to a request, in the Node.js of n8n. With MD5, it does what an upload which
 * checks what was stored can't leave out.
 * @param {string} node @param {string[]} args url, file, the one to warm up with, and `md5`
 */
async function putWithPipe(node, ...args) {
	const { stdout } = await promisify(execFile)(node, [__filename, ...args]);
	return { ms: Number(stdout), peak: NaN };
}

/** @param {string} url @param {string} file @param {string} [md5] */
async function pipe(url, file, md5) {
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

if (require.main === module) {
	const [url, file, warmUpFile, md5] = process.argv.slice(2);
	// n8n is measured warm, too.
	void pipe(url, warmUpFile, md5).then(async () => console.log(await pipe(url, file, md5)));
}

module.exports = { putWithPipe, TITLES };
