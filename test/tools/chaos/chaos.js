const { SURVIVES_CRASHES } = require('../../cluster/postgres');
const { originNow } = require('../../support/origin');
const { step } = require('../../support/setup/progress');
const { carryOut } = require('./carryOut');
const { readExecutions } = require('./executions');
const { folderFlow, webhookFlow } = require('./flows');
const { nextScheduledRun, quiet, retryFailed } = require('./operator');
const { makePlan } = require('./plan');
const { reckon } = require('./reckoning');
const { summarizeRun } = require('./results');
const { WORKERS } = require('./scope');
const { openWorld } = require('./world');

/**
 * @typedef {import('./world').World & { workflows: Awaited<ReturnType<typeof publish>> }} ChaosWorld
 * @typedef {Awaited<ReturnType<typeof play>>} Run
 */

/**
 * One run from nothing to its reckoning.
 * @param {number} seed
 * @param {import('./scope').Scope} scope
 * @returns {Promise<import('./results').RunResult>}
 */
async function runChaos(seed, scope) {
	const plan = makePlan(seed, scope);
	const origin = originNow();
	const world = await step(
		`Start Postgres, Redis and n8n: a main, a process for webhooks, workers: ${WORKERS}`,
		async () => await openWorld({ postgresSettings: SURVIVES_CRASHES }),
	);
	try {
		const workflows = await publish(world, scope.scheduleSeconds);
		return { ...summarizeRun(await play({ ...world, workflows }, plan)), origin };
	} finally {
		await world.close();
	}
}

/** Ids of the workflows, whose triggers listen. @param {import('./world').World} world @param {number} seconds */
const publish = async ({ client, credential, folder }, seconds) => ({
	webhook: await client.publish(webhookFlow(credential, 'webhook')),
	atOnce: await client.publish(webhookFlow(credential, 'atOnce')),
	folder: await client.publish(folderFlow(credential, { folder, seconds })),
});

/** @param {ChaosWorld} world @param {import('./plan').Plan} plan */
async function play(world, plan) {
	const { recordings } = plan;
	const startedAt = Date.now();
	const log = await step(
		`Chaos with seed ${plan.seed}: ${recordings.length} recordings`,
		async () => await carryOut(world, plan),
	);
	const upAt = Date.now();
	await step('Let n8n find out what has crashed', () => quiet(world, 'webhook', 'atOnce'));
	const unaided = reckon(world, recordings, await readExecutions(world));
	const operator = await step('Retry what failed, wait for the next scheduled run', async () => {
		const retries = await retryFailed(world);
		const scheduledRuns = await nextScheduledRun(world, upAt);
		await quiet(world, 'webhook', 'atOnce', 'folder');
		return { ...retries, scheduledRuns };
	});
	const executions = await readExecutions(world);
	const reckoned = reckon(world, recordings, executions);
	return {
		world,
		plan,
		/** When it began, and when everything was up again: ms since 1970. */
		startedAt,
		upAt,
		log,
		operator,
		/** When everything was up again, before anybody did anything. */
		unaided,
		/** At the end. */
		reckoned,
		executions,
	};
}

module.exports = { runChaos };
