const { once } = require('node:events');
const { setTimeout: sleep } = require('node:timers/promises');
const { startServer } = require('../../support/n8n/server');
const { hasEnded } = require('../../support/setup/daemon');
const { until } = require('../../support/until');

/** What a container's restart policy waits at first. */
const RESTART_AFTER_MS = 500;

const UP_MS = 180_000;

/** @typedef {import('../../support/n8n/instance').Instance} Instance */

/** Starts a process of n8n again whenever it has ended, as Docker, systemd or Kubernetes do. */
class Supervisor {
	/** @param {Instance[]} instances that are running */
	constructor(instances) {
		this.instances = instances;
		this.isOver = false;
		/** Starts after the first, for whatever reason. */
		this.restarts = 0;
		this.loops = instances.map(async (instance) => await this.keep(instance));
	}

	/** @param {Instance} instance */
	async keep(instance) {
		while (!this.isOver) {
			const { server } = instance;
			if (isUp(server)) await once(/** @type {any} */ (server), 'exit');
			instance.server = undefined;
			if (this.isOver) return;
			await sleep(RESTART_AFTER_MS);
			this.restarts++;
			// Without its database it ends again, and is started again.
			instance.server = await startServer(instance).catch(() => undefined);
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

/** @param {import('../../support/setup/daemon').Daemon} [server] */
const isUp = (server) => server !== undefined && !hasEnded(server);

module.exports = { Supervisor };
