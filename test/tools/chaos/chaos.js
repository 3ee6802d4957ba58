const { SupervisedQueue } = require('../../cluster/supervisedQueue');
const { step } = require('../../support/setup/progress');
const { carryOut } = require('./carryOut');
const { readExecutions } = require('./executions');
const { folderFlow, webhookFlow } = require('./flows');
const { nextScheduledRun, quiet, retryFailed } = require('./operator');
const { makePlan } = require('./plan');
const { reckon } = require('./recordings');

/** @typedef {Awaited<ReturnType<typeof play>>} Run */

/** One run from nothing to its reckoning. @param {number} seed */
async function runChaos(seed) {
	const world = new SupervisedQueue();
	try {
		await world.start();
		return await play(world, seed);
	} finally {
		await world.stop();
	}
}

/** @param {SupervisedQueue} world @param {number} seed */
async function play(world, seed) {
	const { client } = world.n8n;
	const plan = makePlan(seed);
	const schedule = folderFlow(world);
	const webhooks = [await client.publish(webhookFlow(world))];
	const folder = await client.publish(schedule);
	await step(
		`Chaos with seed ${seed}: ${plan.recordings.length} recordings`,
		async () => await carryOut(world, plan),
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
		restarts: world.restarts,
		scheduledRuns,
		recordings: reckon(world.emulator, plan.recordings, executions, upAt),
	};
}

module.exports = { runChaos };
