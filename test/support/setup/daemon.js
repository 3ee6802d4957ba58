const { spawn } = require('node:child_process');
const fs = require('node:fs');
const { until } = require('../until');

const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 200;
const LOG_TAIL = 2000;

/** @typedef {import('node:child_process').ChildProcess} Daemon */

/** @param {Daemon} daemon */
const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

/**
 * Starts a program that runs until it is stopped, and waits until it can be worked with.
 * @param {{ name: string, command: string, args: string[], env?: NodeJS.ProcessEnv, logFile: string, isReady: () => Promise<boolean> }} daemon
 *   what it prints is appended to `logFile`
 */
async function startDaemon({ name, command, args, env, logFile, isReady }) {
	const log = fs.openSync(logFile, 'a');
	const child = spawn(command, args, { env, stdio: ['ignore', log, log] });
	fs.closeSync(log);
	const stopWithParent = () => child.kill();
	process.once('exit', stopWithParent);
	child.once('exit', () => process.off('exit', stopWithParent));

	const isUp = async () => {
		if (hasEnded(child)) throw new Error('It has ended');
		return await isReady();
	};
	await until(isUp, { maxMs: START_TIMEOUT_MS, pollMs: POLL_MS }).catch(async () => {
		await stopDaemon(child);
		const log = fs.readFileSync(logFile, 'utf8').trimEnd();
		throw new Error(`${name} did not start: ${log.slice(-LOG_TAIL)}`);
	});
	return child;
}

/** @param {Daemon} daemon @param {NodeJS.Signals} [signal] */
async function stopDaemon(daemon, signal = 'SIGTERM') {
	if (hasEnded(daemon)) return;
	daemon.kill(signal);
	const lastResort = setTimeout(() => daemon.kill('SIGKILL'), STOP_TIMEOUT_MS);
	await until(() => hasEnded(daemon));
	clearTimeout(lastResort);
}

module.exports = { hasEnded, startDaemon, stopDaemon };
