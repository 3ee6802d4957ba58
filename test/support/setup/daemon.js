const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { until } = require('../until');
const { runtime } = require('./paths');

const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 200;

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
		// Each test that needs it repeats the message, so the message is short.
		fs.mkdirSync(runtime, { recursive: true });
		const kept = path.join(runtime, `did-not-start-${child.pid}.log`);
		fs.writeFileSync(kept, log);
		throw new Error(`${name} did not start: ${log.split('\n').at(-1)} (its log: ${kept})`);
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
