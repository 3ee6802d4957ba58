const { setTimeout: sleep } = require('node:timers/promises');
const { SupervisedQueue } = require('../../cluster/supervisedQueue');
const { standard } = require('../../e2e/world');
const { readFiles, schedule, webhook, workflow } = require('../../support/n8n/workflow');
const { step } = require('../../support/setup/progress');
const { until } = require('../../support/until');
const { readExecutions } = require('./executions');
const { makePlan, SENDERS } = require('./plan');
const { contentOf, putIntoFolder, reckon } = require('./recordings');

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
	const webhooks = await client.publish(webhookFlow(world));
	const folder = await client.publish(folderFlow(world));
	await step(
		`Chaos with seed ${seed}: ${plan.recordings.length} recordings`,
		async () => await carryOut(world, plan),
	);
	const upAt = Date.now();
	await step('Let n8n find out what has crashed', () => quiet(world, [webhooks]));
	const isScheduleUp = await step('Retry what failed, wait for the next schedule', async () => {
		await retryFailed(world, webhooks);
		const isUp = await scheduledRunSucceeds(world, folder, upAt);
		await quiet(world, [webhooks, folder]);
		return isUp;
	});
	const executions = await readExecutions(world);
	return {
		seed,
		restarts: world.restarts,
		isScheduleUp,
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

/**
 * Sends all recordings while everything is interrupted, and ends with everything running again.
 * @param {SupervisedQueue} world @param {ReturnType<typeof makePlan>} plan
 */
async function carryOut(world, { recordings, events }) {
	await Promise.all([
		...recordings.map(async (recording) => {
			await sleep(recording.at);
			if (recording.way === 'folder') return putIntoFolder(world.scratch, recording);
			await send(world, recording);
		}),
		...events.map(async ({ at, strike }) => {
			await sleep(at);
			await strike(world);
		}),
	]);
	world.emulator.faults.clear();
	await world.allUp();
}

/**
 * Goes on until the recording is taken, or leaves it to its people.
 * @param {SupervisedQueue} world @param {import('./plan').PlannedRecording} recording
 */
async function send({ queue }, recording) {
	const content = contentOf(recording);
	const url = `${queue.webhooks.url}/webhook/chaos`;
	for (let tries = 1; ; tries++) {
		const form = new FormData();
		form.append('external_id', recording.id);
		form.append('recording', new Blob([content], { type: 'audio/wav' }), `${recording.id}.wav`);
		const signal = AbortSignal.timeout(SENDERS.answerMs);
		const isTaken = await fetch(url, { method: 'POST', body: form, signal })
			.then(async (response) => (await response.arrayBuffer()) && response.ok)
			.catch(() => false);
		if (isTaken || tries === SENDERS.maxTries) return;
		// Twice as long each time, as senders of webhooks wait.
		await sleep(Math.min(3000 * 2 ** (tries - 1), 60_000));
	}
}

/**
 * Longer than n8n needs to notice what no worker has any more, and than the node waits for a starting call whose process
 * was killed: about four minutes (docs/maintainers/guarantees.md).
 */
const LIMITS = { maxMs: 330_000, pollMs: 1000 };

/** n8n's states of an execution that is not over. */
const UNDER_WAY = "('new', 'running', 'waiting')";

/** Waits until no execution of these workflows is under way, or n8n has had time enough to notice what is not. @param {SupervisedQueue} world @param {string[]} workflowIds */
async function quiet({ queue }, workflowIds) {
	const sql = `select id from execution_entity where status in ${UNDER_WAY} and "workflowId" in ('${workflowIds.join("', '")}')`;
	const isQuiet = async () => (await queue.postgres.query(sql)).length === 0;
	await until(isQuiet, LIMITS).catch(() => undefined);
}

/** What the schedule does by itself: waits for a run that began when everything was up, and ended without an error. @param {SupervisedQueue} world @param {string} workflowId @param {number} upAt ms since 1970 */
async function scheduledRunSucceeds({ queue, n8n }, workflowId, upAt) {
	const sql = `select id from execution_entity where "workflowId" = '${workflowId}' and status = 'success' and "startedAt" > to_timestamp(${upAt / 1000})`;
	const hasSucceeded = async () => (await queue.postgres.query(sql)).length > 0;
	const succeeds = await until(hasSucceeded, LIMITS).catch(() => false);
	await n8n.client.deactivate(workflowId);
	return succeeds;
}

/** Retries every execution that has not succeeded, once, and waits for it. n8n refuses to retry what it has no data of. @param {SupervisedQueue} world @param {string} workflowId */
async function retryFailed({ queue, n8n }, workflowId) {
	const failed = await queue.postgres.query(
		`select id::text from execution_entity where "workflowId" = '${workflowId}' and status in ('error', 'crashed', 'canceled') and "retrySuccessId" is null and "retryOf" is null`,
	);
	const retry = async (/** @type {string} */ id) => await n8n.client.retryExecution(id);
	await Promise.allSettled(failed.map(({ id }) => retry(id)));
}

module.exports = { runChaos };
