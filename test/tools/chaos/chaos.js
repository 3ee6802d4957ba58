const { SupervisedQueue } = require('../../cluster/supervisedQueue');
const { standard } = require('../../e2e/world');
const { readFiles, schedule, webhook, workflow } = require('../../support/n8n/workflow');
const { step } = require('../../support/setup/progress');
const { carryOut } = require('./carryOut');
const { readExecutions } = require('./executions');
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

/** As the guides of the docs set it up: with External ID, and *Skip* where it was used before. @param {SupervisedQueue} world @param {string} externalId an expression @param {object} settings */
const submit = (world, externalId, settings) => ({
	...world.verbit('Submit', 'recording:submit', {
		profile: standard,
		binaryPropertyName: '*',
		externalId,
		ifExternalIdUsed: 'skip',
		// Well below what a real store needs, so that a stall costs seconds.
		options: { stallTimeout: 5 },
	}),
	...settings,
});

/** Recordings that are sent to n8n, one an execution. @param {SupervisedQueue} world */
const webhookFlow = (world) =>
	workflow('Submit what is sent', [
		webhook('chaos', { options: { binaryPropertyName: 'recording' } }),
		submit(world, '={{ $json.body.external_id }}', {
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 3000,
		}),
	]);

/** All recordings of a folder, in each run. @param {SupervisedQueue} world */
const folderFlow = (world) =>
	workflow('Submit a folder', [
		schedule('Schedule', { field: 'seconds', secondsInterval: 20 }),
		readFiles(`${world.scratch}/*.wav`),
		submit(world, "={{ $binary.data.fileName.replace('.wav', '') }}", {
			onError: 'continueRegularOutput',
		}),
	]);

module.exports = { runChaos };
