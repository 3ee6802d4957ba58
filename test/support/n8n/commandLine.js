const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
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

	/** @param {Array<{ id: string, name: string, type: string, data: object }>} credentials */
	async importCredentials(credentials) {
		await this.import('credentials', credentials);
	}

	/** @param {Array<import('./workflow').Workflow>} workflows each with an id */
	async importWorkflows(workflows) {
		await this.import('workflow', workflows);
	}

	/**
	 * @param {'credentials' | 'workflow'} kind
	 * @param {object[]} entries
	 */
	async import(kind, entries) {
		const folder = /** @type {string} */ (this.env.N8N_USER_FOLDER);
		const file = path.join(folder, `import-${kind}.json`);
		fs.writeFileSync(file, JSON.stringify(entries), { mode: 0o600 });
		const { code, stdout, stderr } = await this.run([`import:${kind}`, `--input=${file}`]);
		// A file with credentials is not to be left behind.
		fs.rmSync(file);
		if (code !== 0) throw new Error(`n8n import:${kind} failed: ${stdout}${stderr}`);
	}
}

module.exports = { CommandLine };
