const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const { until } = require('../until');

const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 200;
const TAIL_LENGTH = 4000;

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @param {ChildProcess} child */
const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/**
 * Starts a program that runs until it is stopped, and waits until it can be worked with.
 *
 * @param {object} daemon
 * @param {string} daemon.name for the error
 * @param {string} daemon.command
 * @param {string[]} daemon.args
 * @param {NodeJS.ProcessEnv} [daemon.env]
 * @param {string} daemon.logFile all that it prints is appended to it
 * @param {() => Promise<boolean>} daemon.isReady
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
		const tail = fs.readFileSync(logFile, 'utf8').slice(-TAIL_LENGTH);
		throw new Error(`${name} did not start:\n${tail}`);
	});
	return child;
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} [signal]
 */
async function stopDaemon(child, signal = 'SIGTERM') {
	if (hasEnded(child)) return;
	const ended = once(child, 'exit');
	child.kill(signal);
	const lastResort = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
	await ended;
	clearTimeout(lastResort);
}

module.exports = { hasEnded, startDaemon, stopDaemon };
