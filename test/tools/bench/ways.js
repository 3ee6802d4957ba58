const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const { setTimeout: sleep } = require('node:timers/promises');
const { peakMemory } = require('./machine');
const { putWithPipe } = require('./pipe');

/** @typedef {keyof typeof TITLES} WayName */
/** @typedef {{ ms: number, peak: number }} Measured `ms` is NaN for the workflow without an upload; `peak` in bytes
 * above idle */

const TITLES = {
	verbit: 'This node',
	verbitOld: 'This node, on Node.js before 22',
	http: "n8n's HTTP Request node",
	curl: 'curl -T',
	pipe: 'Bare node:http pipe',
	pipeMd5: 'Bare pipe with MD5',
	workflow: 'The workflow without an upload',
};

/** Nothing where this machine has no curl. */
const curlVersion = () =>
	spawnSync('curl', ['--version'], { encoding: 'utf8' }).stdout?.split(' ')[1];

/** @returns {WayName[]} those that this machine has */
const availableWays = () =>
	/** @type {WayName[]} */ (['verbit', 'verbitOld', 'http', 'curl', 'pipe', 'pipeMd5']).filter(
		(way) => way !== 'curl' || curlVersion() !== undefined,
	);

/**
 * @param {import('./bench').Bench} bench
 * @param {WayName} way
 * @param {string} url
 * @param {string} file for n8n, a glob of files
 * @returns {Promise<Measured>}
 */
async function upload(bench, way, url, file) {
	const { n8n, warmUpFile } = bench;
	if (way === 'curl') return await putWithCurl(url, file);
	if (way === 'pipe' || way === 'pipeMd5') {
		return await putWithPipe(n8n.node, { url, file, warmUpFile, md5: way === 'pipeMd5' });
	}
	const lab = await bench.lab(way);
	return await lab.upload(way, file, url);
}

/** Between two looks at the memory of curl: a process that has ended has none any more. */
const POLL_MS = 5;

/**
 * Time as curl gives it, without its start. Its memory is that of the whole process, which has no idle state.
 * @param {string} url
 * @param {string} file
 * @returns {Promise<Measured>}
 */
async function putWithCurl(url, file) {
	const format = '%{http_code} %{time_total}';
	const args = ['--silent', '--show-error', '--noproxy', '*', '-T', file, '-w', format, url];
	const child = spawn('curl', args, { stdio: ['ignore', 'pipe', 'inherit'] });
	const closed = once(child, 'close');
	let output = '';
	child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
	let peak = NaN;
	while (child.exitCode === null) {
		try {
			peak = peakMemory(Number(child.pid)) || peak;
		} catch {
			// It has ended in between.
		}
		await sleep(POLL_MS);
	}
	await closed;
	const [status, seconds] = output.split(' ');
	if (status !== '200') throw new Error(`curl: the sink answered ${output}`);
	return { ms: Number(seconds) * 1000, peak };
}

module.exports = { availableWays, curlVersion, TITLES, upload };
