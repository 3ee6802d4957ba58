const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');

const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 200;
const TAIL_LENGTH = 4000;

/** @param {import('node:child_process').ChildProcess} child */
const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/** @param {string} url */
async function answers(url) {
	try {
		const { ok, headers } = await fetch(url, { signal: AbortSignal.timeout(5000) });
		return ok && (headers.get('content-type') ?? '').includes('json');
	} catch {
		return false;
	}
}

/**
 * Starts n8n and waits until it can be worked with. `/healthz` alone answers before the interface
 * that the editor uses is there.
 *
 * @param {{ command: string, args: string[], env: NodeJS.ProcessEnv, logFile: string, url: string }} options
 */
async function startServer({ command, args, env, logFile, url }) {
	const log = fs.openSync(logFile, 'a');
	const child = spawn(command, args, { env, stdio: ['ignore', log, log] });
	fs.closeSync(log);
	const stopWithParent = () => child.kill();
	process.once('exit', stopWithParent);
	child.once('exit', () => process.off('exit', stopWithParent));

	const deadline = Date.now() + START_TIMEOUT_MS;
	while (!((await answers(`${url}/healthz`)) && (await answers(`${url}/rest/settings`)))) {
		if (hasEnded(child) || Date.now() > deadline) {
			await stopServer(child);
			const tail = fs.readFileSync(logFile, 'utf8').slice(-TAIL_LENGTH);
			throw new Error(`n8n did not start:\n${tail}`);
		}
		await sleep(POLL_MS);
	}
	return child;
}

/** @param {import('node:child_process').ChildProcess} child */
async function stopServer(child) {
	if (hasEnded(child)) return;
	const ended = once(child, 'exit');
	child.kill('SIGTERM');
	const lastResort = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
	await ended;
	clearTimeout(lastResort);
}

module.exports = { startServer, stopServer };
