const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const { setTimeout: sleep } = require('node:timers/promises');
const { peakMemory } = require('./memory');

const POLL_MS = 5;

const hasCurl = () => spawnSync('curl', ['--version']).status === 0;

const curlVersion = () => String(spawnSync('curl', ['--version']).stdout).split(' ')[1];

/**
 * Time as curl gives it, without its start. Its memory is that of the whole process, which has no idle state.
 *
 * @param {string} url
 * @param {string} file
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
		peak = lastPeak(child.pid, peak);
		await sleep(POLL_MS);
	}
	await closed;
	const [status, seconds] = output.split(' ');
	if (status !== '200') throw new Error(`curl: the sink answered ${output}`);
	return { ms: Number(seconds) * 1000, peak };
}

/**
 * @param {number | undefined} pid
 * @param {number} before
 */
function lastPeak(pid, before) {
	try {
		// A process that has just ended has no memory any more.
		return peakMemory(/** @type {number} */ (pid)) || before;
	} catch {
		return before;
	}
}

module.exports = { curlVersion, hasCurl, putWithCurl };
