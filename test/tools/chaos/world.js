const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { SURVIVES_CRASHES } = require('../../cluster/postgres');
const { startQueue } = require('../../cluster/queue');
const { startEmulator } = require('../../emulator');
const { folderFlow, webhookFlow } = require('./flows');
const { Supervisor } = require('./supervisor');

/** n8n looks for executions that no worker has each so many minutes, and marks them as crashed: 180 by default. */
const RECOVERY_MINUTES = '1';

/** Connections of each process to Postgres: n8n's default of 2 makes webhooks wait for one, and fail, under this load. */
const POOL_SIZE = '10';

/** @typedef {Awaited<ReturnType<typeof openWorld>>} ChaosWorld */

/**
 * n8n in queue mode with three workflows that submit recordings, the emulator, and what keeps their processes running.
 * @param {import('./scope').Scope} scope
 */
async function openWorld({ workers, scheduleSeconds }) {
	/** Where recordings are put, for the schedule. */
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-chaos-'));
	const emulator = await startEmulator();
	const queue = await startQueue(workers, {
		postgresSettings: SURVIVES_CRASHES,
		env: {
			DB_POSTGRESDB_POOL_SIZE: POOL_SIZE,
			N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: RECOVERY_MINUTES,
			N8N_LOG_LEVEL: 'info',
			N8N_RESTRICT_FILE_ACCESS_TO: folder,
		},
	}).catch(async (error) => {
		await emulator.stop();
		throw error;
	});
	const { client } = queue.main;
	const supervisor = new Supervisor(queue.processes);
	const close = async () => {
		await supervisor.stop();
		await queue.stop();
		await emulator.stop();
		fs.rmSync(folder, { recursive: true, force: true });
	};
	try {
		const details = { name: 'Verbit account', type: 'verbitApi', data: emulator.credential };
		const credential = await client.createCredential(details);
		/** Ids of the workflows, whose triggers listen. */
		const workflows = {
			webhook: await client.publish(webhookFlow(credential, 'webhook')),
			atOnce: await client.publish(webhookFlow(credential, 'atOnce')),
			folder: await client.publish(folderFlow(credential, { folder, seconds: scheduleSeconds })),
		};
		return { folder, emulator, queue, client, supervisor, workflows, close };
	} catch (error) {
		await close();
		throw error;
	}
}

module.exports = { openWorld };
