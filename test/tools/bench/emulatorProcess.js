const { spawn } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');
const { createInterface } = require('node:readline');
const { stopDaemon } = require('../../support/setup/daemon');

const CLI = path.join(__dirname, '../../emulator/cli.js');

/** The emulator of the service in a process of its own, so that it takes nothing from what is measured. */
async function startEmulatorProcess() {
	const args = [CLI, '--port', '0', '--store-port', '0', '--temporary', '--json'];
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	process.once('exit', () => child.kill());
	const [line] = await once(createInterface({ input: child.stdout }), 'line');
	/** @type {Record<string, string>} */
	const { dataDir, environment, baseUrl, authUrl, authentication, apiKey } = JSON.parse(line);

	/**
	 * Of the emulator's own routes.
	 * @param {string} method
	 * @param {string} route
	 * @param {unknown} [body]
	 * @returns {Promise<any>}
	 */
	const request = async (method, route, body) => {
		const response = await fetch(`${authUrl}/_emulator/${route}`, {
			method,
			...(body !== undefined && {
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			}),
		});
		if (!response.ok) throw new Error(`${method} ${route}: ${response.status}`);
		return await response.json();
	};
	return {
		child,
		/** What was uploaded is in its folder `objects`. */
		dataDir,
		/** What a user fills in. */
		credential: { environment, baseUrl, authUrl, authentication, apiKey },
		request,

		/** @returns {Promise<number>} */
		newJob: async () => (await request('POST', 'jobs', { profile: 'standard' })).job_id,

		/** Every answer of service and store waits for so long. @param {number} delayMs */
		delayAnswers: async (delayMs) => {
			const always = { kind: 'delay', delayMs, times: 1_000_000 };
			const faults = ['service', 'store'].map((where) => ({ ...always, where }));
			await request('POST', 'faults', faults);
		},
		stop: async () => await stopDaemon(child),
	};
}

module.exports = { startEmulatorProcess };
