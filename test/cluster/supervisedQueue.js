const { once } = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { hasEnded } = require('../support/setup/daemon');
const { until } = require('../support/until');
const { QueueWorld } = require('./world');

const RESTART_AFTER_MS = 500;

const UP_MS = 180_000;

/** @param {import('../support/setup/daemon').Daemon} [server] */
const isUp = (server) => server !== undefined && !hasEnded(server);

/** n8n in queue mode whose processes are started again whenever they have ended, as Docker, systemd or Kubernetes do. */
class SupervisedQueue extends QueueWorld {
	isOver = false;

	/** A folder that all processes may read. */
	inbox = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-inbox-'));

	/** Starts after the first, for whatever reason. */
	restarts = 0;

	/** @type {Array<Promise<void>>} */
	loops = [];

	/** @override */
	async start() {
		await super.start({
			// n8n looks for executions that no worker has each so many minutes, and marks them as crashed: 180 by default.
			N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
			N8N_LOG_LEVEL: 'info',
			// As by default.
			DB_POSTGRESDB_CONNECTION_TIMEOUT: '20000',
			// Processes start in half the time.
			NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'verbit-wait-chaos'),
			N8N_RESTRICT_FILE_ACCESS_TO: this.inbox,
		});
		this.loops = this.processes.map(async (instance) => await this.keep(instance));
	}

	/** @param {import('../support/n8n/instance').Instance} instance */
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

	async allUp() {
		await until(() => this.processes.every(({ server }) => isUp(server)), { maxMs: UP_MS });
	}

	/** @override */
	async stop() {
		this.isOver = true;
		this.processes.forEach(({ server }) => server?.kill('SIGKILL'));
		await Promise.all(this.loops);
		await super.stop();
		fs.rmSync(this.inbox, { recursive: true });
	}
}

module.exports = { SupervisedQueue };
