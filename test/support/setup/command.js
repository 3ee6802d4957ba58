const { execFile } = require('node:child_process');
const path = require('node:path');
const { promisify } = require('node:util');

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
 * @param {string} command @param {string[]} args @param {{ cwd: string, env?: NodeJS.ProcessEnv}} options
 * @returns {Promise<string>} its standard output
 */
async function run(command, args, options) {
	const running = promisify(execFile)(command, args, { ...options, maxBuffer: Infinity });
	running.child.stdin?.end();
	try {
		return (await running).stdout;
	} catch (error) {
		const { message, stdout = '', stderr = '', code, signal } = /** @type {any} */ (error);
		const reason = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
		const printed = `${stdout}${stderr}`.slice(-TAIL_LENGTH).trim();
		throw new Error(`"${[command, ...args].join(' ')}" ${reason}:\n${printed || message}`);
	}
}

/** @param {string[]} args @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options */
const npm = (args, { cwd, env }) => run('npm', args, { cwd, env: npmEnvironment(env) });

/** A search path with the folder of the given program in front. @param {string} program */
const pathStartingAt = (program) =>
	[path.dirname(program), process.env.PATH].filter(Boolean).join(path.delimiter);

module.exports = { npm, pathStartingAt, run };
