const { spawn } = require('node:child_process');
const path = require('node:path');

const TAIL_LENGTH = 6000;

/** npm describes the script that it runs to its children; an npm of ours must not take that over. */
const NPM_SCRIPT_VARIABLE = /^npm_(package|lifecycle|config_(local_prefix|prefix|global_prefix)$)/i;

/** @param {NodeJS.ProcessEnv} [extra] */
function npmEnvironment(extra) {
	const inherited = Object.entries(process.env).filter(([name]) => !NPM_SCRIPT_VARIABLE.test(name));
	return { ...Object.fromEntries(inherited), ...extra };
}

/**
 * Runs a command to its end. What it prints is only shown, as part of the error, if it fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, shell?: boolean }} options
 * @returns {Promise<string>} its standard output
 */
function run(command, args, options) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		let output = '';
		let tail = '';
		child.stdout.setEncoding('utf8').on('data', (text) => {
			output += text;
			tail = (tail + text).slice(-TAIL_LENGTH);
		});
		child.stderr.setEncoding('utf8').on('data', (text) => {
			tail = (tail + text).slice(-TAIL_LENGTH);
		});
		child.once('error', reject);
		child.once('close', (code, signal) => {
			if (code === 0) return resolve(output);
			const reason = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
			reject(new Error(`"${[command, ...args].join(' ')}" ${reason}:\n${tail.trim()}`));
		});
	});
}

/**
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 */
const npm = (args, { cwd, env }) =>
	// npm is a batch file on Windows, which only a shell can start.
	run('npm', args, { cwd, env: npmEnvironment(env), shell: process.platform === 'win32' });

/**
 * A search path with the folder of the given program in front.
 *
 * @param {string} program
 */
const pathStartingAt = (program) =>
	[path.dirname(program), process.env.PATH].filter(Boolean).join(path.delimiter);

module.exports = { npm, pathStartingAt, run };
