const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { parsePrintedRun } = require('./executionData');
const { freePort } = require('./ports');

/** n8n's command line, in the environment of one instance, whether or not its server is running. */
class CommandLine {
	/**
	 * @param {import('../setup/n8n').N8nInstall} n8n
	 * @param {NodeJS.ProcessEnv} env
	 */
	constructor(n8n, env) {
		this.n8n = n8n;
		this.env = env;
	}

	/** @param {string[]} args */
	async run(args) {
		// The server, where it runs, holds its own port for the task broker.
		const env = { ...this.env, N8N_RUNNERS_BROKER_PORT: String(await freePort()) };
		const child = spawn(this.n8n.node, [this.n8n.script, ...args], {
			env,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let stdout = '';
		let stderr = '';
		child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
		child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
		const [code] = await once(child, 'close');
		return { code: /** @type {number | null} */ (code), stdout, stderr };
	}

	/**
	 * Its exit code says nothing: with expressions in a workflow, n8n 2.40 sometimes dies of SIGSEGV when it ends, after it
	 * has printed the run, also in workflows without this node.
	 * @param {string} workflowId
	 */
	async execute(workflowId) {
		const { stdout, stderr } = await this.run(['execute', `--id=${workflowId}`, '--rawOutput']);
		return { stdout, stderr, run: parsePrintedRun(stdout) };
	}
}

module.exports = { CommandLine };
