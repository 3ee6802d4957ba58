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

const WAYS = /** @type {const} */ (['webhook', 'atOnce', 'folder']);

/** n8n in queue mode with three workflows that submit recordings, the emulator, and what keeps their processes running. */
class ChaosWorld {
	/** @param {import('./scope').Scope} scope */
	static async open(scope) {
		const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-chaos-'));
		const emulator = await startEmulator();
		const queue = await startQueue(scope.workers, {
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
		return new ChaosWorld({ scope, folder, emulator, queue });
	}

	/**
	 * @param {object} parts
	 * @param {import('./scope').Scope} parts.scope
	 * @param {string} parts.folder
	 * @param {Awaited<ReturnType<typeof startEmulator>>} parts.emulator
	 * @param {Awaited<ReturnType<typeof startQueue>>} parts.queue
	 */
	constructor({ scope, folder, emulator, queue }) {
		this.scope = scope;
		/** Where recordings are put, for the schedule. */
		this.folder = folder;
		this.emulator = emulator;
		this.queue = queue;
		this.supervisor = new Supervisor(queue.processes);
		/** Ids of the workflows. */
		this.workflows = { webhook: '', atOnce: '', folder: '' };
	}

	get client() {
		return this.queue.main.client;
	}

	/** Makes the workflows, and lets their triggers listen. */
	async publish() {
		const { baseUrl, authUrl, apiKey } = this.emulator;
		const data = { environment: 'custom', baseUrl, authUrl, authentication: 'jwt', apiKey };
		const details = { name: 'Verbit account', type: 'verbitApi', data };
		const credential = await this.client.createCredential(details);
		const { folder, scope } = this;
		const flows = {
			webhook: webhookFlow(credential, 'webhook'),
			atOnce: webhookFlow(credential, 'atOnce'),
			folder: folderFlow(credential, { folder, seconds: scope.scheduleSeconds }),
		};
		for (const way of WAYS) {
			const created = await this.client.createWorkflow(flows[way]);
			await this.client.activate(created);
			this.workflows[way] = created.id;
		}
	}

	async close() {
		await this.supervisor.stop();
		await this.queue.stop();
		await this.emulator.stop();
		fs.rmSync(this.folder, { recursive: true, force: true });
	}
}

module.exports = { ChaosWorld, WAYS };
