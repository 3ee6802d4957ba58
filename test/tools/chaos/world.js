const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { MANY_CONNECTIONS } = require('../../cluster/postgres');
const { startQueue } = require('../../cluster/queue');
const { startEmulator } = require('../../emulator');
const { WORKERS } = require('./scope');
const { Supervisor } = require('./supervisor');

/** Of n8n, for processes that are killed. */
const SETTINGS = {
	...MANY_CONNECTIONS,
	// n8n looks for executions that no worker has each so many minutes, and marks them as crashed: 180 by default.
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
	N8N_LOG_LEVEL: 'info',
	// Processes start in half the time.
	NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'verbit-wait-chaos'),
};

/** @typedef {Awaited<ReturnType<typeof openWorld>>} World */

/**
 * n8n in queue mode, the emulator with a credential for it, and what keeps n8n's processes running.
 * @param {object} options
 * @param {NodeJS.ProcessEnv} [options.env] more settings of n8n
 * @param {string[]} [options.postgresSettings]
 * @param {import('../../emulator').EmulatorOptions['switches']} [options.switches]
 */
async function openWorld({ env, postgresSettings, switches }) {
	/** Where recordings are put, for a schedule. */
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-world-'));
	const settings = { ...SETTINGS, ...env, N8N_RESTRICT_FILE_ACCESS_TO: folder };
	const queue = await startQueue(WORKERS, { postgresSettings, env: settings });
	const { client } = queue.main;
	const emulator = await startEmulator({ switches });
	const supervisor = new Supervisor(queue.processes);
	const close = async () => {
		await supervisor.stop();
		await queue.stop();
		await emulator.stop();
		fs.rmSync(folder, { recursive: true, force: true });
	};
	const details = { name: 'Verbit account', type: 'verbitApi', data: emulator.credential };
	const credential = await client.createCredential(details).catch(async (error) => {
		await close();
		throw error;
	});
	return { folder, emulator, queue, client, credential, supervisor, close };
}

module.exports = { openWorld };
