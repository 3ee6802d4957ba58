const { openSupervisedQueue } = require('../../cluster/supervisedQueue');
const { step } = require('../../support/setup/progress');
const { carryOut } = require('./carryOut');
const { readExecutions } = require('./executions');
const { folderFlow, webhookFlow } = require('./flows');
const { nextScheduledRun, quiet, retryFailed } = require('./operator');
const { makePlan } = require('./plan');
const { reckon } = require('./recordings');

/** @typedef {Awaited<ReturnType<typeof play>>} Run */

/** One run from nothing to its reckoning. @param {number} seed @param {import('./plan').Scope} scope */
async function runChaos(seed, scope) {
	const world = await step('Start Postgres, Redis and n8n in queue mode', openSupervisedQueue);
	return await play(world, seed, scope).finally(async () => await world.close());
}

/** @param {import('../../cluster/supervisedQueue').SupervisedQueue} world @param {number} seed @param {import('./plan').Scope} scope */
async function play(world, seed, scope) {
	const { client, credential, emulator, supervisor } = world;
	const plan = makePlan(seed, scope);
	const schedule = folderFlow(credential, world.folder, scope.scheduleSeconds);
	const webhooks = [await client.publish(webhookFlow(credential))];
	const folder = await client.publish(schedule);
	await step(
		`Chaos with seed ${seed}: ${plan.recordings.length} recordings`,
		async () => await carryOut(world, plan, scope.senders),
	);
	const upAt = Date.now();
	await step('Let n8n find out what has crashed', () => quiet(world, webhooks));
	const scheduledRuns = await step('Retry what failed, wait for the next schedule', async () => {
		await retryFailed(world, webhooks);
		const runs = await nextScheduledRun(world, folder, upAt);
		await quiet(world, [...webhooks, folder]);
		return runs;
	});
	const executions = await readExecutions(world);
	return {
		seed,
		/** Starts of n8n's processes after the first. */
		restarts: supervisor.restarts,
		scheduledRuns,
		recordings: reckon(emulator, plan.recordings, executions, upAt),
	};
}

module.exports = { runChaos };
