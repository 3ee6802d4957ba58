const { spawn } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');
const { createInterface } = require('node:readline');
const { default: axios } = require('axios');
const { stopDaemon } = require('./setup/daemon');

const CLI = path.join(__dirname, '../emulator/cli.js');

/** The emulator of the service in a process of its own, so that it takes nothing from what is measured. */
async function startEmulatorProcess() {
	const args = [CLI, '--port', '0', '--store-port', '0', '--temporary', '--json'];
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	process.once('exit', () => child.kill());
	const [line] = await once(createInterface({ input: child.stdout }), 'line');
	/** @type {Record<string, string>} */
	const { dataDir, environment, baseUrl, authUrl, authentication, apiKey } = JSON.parse(line);
	/** The emulator's own routes. */
	const control = axios.create({ baseURL: `${authUrl}/_emulator/`, proxy: false });
	return {
		child,
		control,
		/** What was uploaded is in its folder `objects`. */
		dataDir,
		/** What a user fills in. */
		credential: { environment, baseUrl, authUrl, authentication, apiKey },

		/** @returns {Promise<number>} */
		newJob: async () => (await control.post('jobs', { profile: 'standard' })).data.job_id,

		/** Every answer of service and store waits for so long. @param {number} delayMs */
		delayAnswers: async (delayMs) => {
			const always = { kind: 'delay', delayMs, times: 1_000_000 };
			const faults = ['service', 'store'].map((where) => ({ ...always, where }));
			await control.post('faults', faults);
		},
		stop: async () => await stopDaemon(child),
	};
}

module.exports = { startEmulatorProcess };
