const { once } = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { startEmulator } = require('../emulator');
const { hasEnded } = require('../support/setup/daemon');
const { until } = require('../support/until');
const { MANY_CONNECTIONS } = require('./postgres');
const { startQueue } = require('./queue');

/** Of n8n, for processes that are killed. */
const SETTINGS = {
	...MANY_CONNECTIONS,
	// n8n looks for executions that no worker has each so many minutes, and marks them as crashed: 180 by default.
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
	N8N_LOG_LEVEL: 'info',
	// Processes start in half the time.
	NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'verbit-wait-chaos'),
};

/** What a container's restart policy waits at first. */
const RESTART_AFTER_MS = 500;

const UP_MS = 180_000;

/** Starts a process of n8n again whenever it has ended, as Docker, systemd or Kubernetes do. */
class Supervisor {
	isOver = false;
	/** Starts after the first, for whatever reason. */
	restarts = 0;

	/** @param {import('./queue').Instance[]} instances that are running */
	constructor(instances) {
		this.instances = instances;
		this.loops = instances.map(async (instance) => await this.keep(instance));
	}

	/** @param {import('./queue').Instance} instance */
	async keep(instance) {
		while (!this.isOver) {
			const { server } = instance;
			if (isUp(server)) await once(/** @type {any} */ (server), 'exit');
			instance.server = undefined;
			if (this.isOver) return;
			await sleep(RESTART_AFTER_MS);
			this.restarts++;
			// Without its database it ends again, and is started again.
			await instance.startServer().catch(() => undefined);
		}
	}

	/** Waits until each process answers. */
	async allUp() {
		await until(() => this.instances.every(({ server }) => isUp(server)), { maxMs: UP_MS });
	}

	/** Ends them all for good. */
	async stop() {
		this.isOver = true;
		for (const { server } of this.instances) server?.kill('SIGKILL');
		await Promise.all(this.loops);
		// One may have been about to start.
		for (const { server } of this.instances) server?.kill('SIGKILL');
	}
}

/** @param {import('../support/setup/daemon').Daemon} [server] */
const isUp = (server) => server !== undefined && !hasEnded(server);

/** @typedef {Awaited<ReturnType<typeof openSupervisedQueue>>} SupervisedQueue */

/** n8n in queue mode, the emulator with a credential for it, and what keeps n8n's processes running: for the tools. */
async function openSupervisedQueue() {
	/** Of recordings, which n8n may read. */
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-world-'));
	const queue = await startQueue({ ...SETTINGS, N8N_RESTRICT_FILE_ACCESS_TO: folder });
	const { client } = queue.main;
	const emulator = await startEmulator();
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

module.exports = { openSupervisedQueue };
