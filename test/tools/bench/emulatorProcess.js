const { spawn } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');
const { createInterface } = require('node:readline');

const CLI = path.join(__dirname, '../../emulator/cli.js');

/** The emulator of the service in a process of its own, so that it takes nothing from what is measured. */
async function startEmulatorProcess() {
	const args = [CLI, '--port', '0', '--store-port', '0', '--temporary', '--json'];
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	const [line] = await once(createInterface({ input: child.stdout }), 'line');
	return new EmulatorProcess(child, JSON.parse(line));
}

class EmulatorProcess {
	/**
	 * @param {import('node:child_process').ChildProcess} child
	 * @param {{ baseUrl: string, authUrl: string, apiKey: string, dataDir: string }} address
	 */
	constructor(child, { baseUrl, authUrl, apiKey, dataDir }) {
		this.child = child;
		this.authUrl = authUrl;
		/** What was uploaded is in its folder `objects`. */
		this.dataDir = dataDir;
		/** What a user fills in. */
		this.credential = { environment: 'custom', baseUrl, authUrl, authentication: 'jwt', apiKey };
		process.once('exit', () => child.kill());
	}

	/** @returns {Promise<number>} */
	async newJob() {
		return (await this.request('POST', 'jobs', { profile: 'standard' })).job_id;
	}

	/** Every answer of service and store waits for so long. @param {number} delayMs */
	async delayAnswers(delayMs) {
		const always = { kind: 'delay', delayMs, times: 1_000_000 };
		await this.request('POST', 'faults', [
			{ ...always, where: 'service' },
			{ ...always, where: 'store' },
		]);
	}

	/**
	 * Of the emulator's own routes.
	 * @param {string} method
	 * @param {string} path
	 * @param {unknown} [body]
	 * @returns {Promise<any>}
	 */
	async request(method, path, body) {
		const response = await fetch(`${this.authUrl}/_emulator/${path}`, {
			method,
			...(body !== undefined && {
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			}),
		});
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
		const text = await response.text();
		return text === '' ? undefined : JSON.parse(text);
	}

	async stop() {
		if (this.child.exitCode !== null) return;
		const ended = once(this.child, 'exit');
		this.child.kill('SIGTERM');
		await ended;
	}
}

module.exports = { EmulatorProcess, startEmulatorProcess };
