const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { SupervisedQueue } = require('../../cluster/supervisedQueue');
const { standard } = require('../../e2e/world');
const { readFiles, schedule, webhook, workflow } = require('../../support/n8n/workflow');
const { step } = require('../../support/setup/progress');
const { until } = require('../../support/until');
const { makePlan, SENDERS } = require('./plan');

/**
 * @typedef {import('./plan').PlannedRecording} PlannedRecording
 * @typedef {Awaited<ReturnType<typeof play>>} Run
 */

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

/**
 * Longer than n8n needs to notice what no worker has any more, and than the node waits for a starting call whose process
 * was killed: about four minutes (docs/maintainers/guarantees.md).
 */
const LIMITS = { maxMs: 330_000, pollMs: 1000 };

/** @param {SupervisedQueue} world @param {number} seed */
async function play(world, seed) {
	const { client } = world.n8n;
	const { recordings, events } = makePlan(seed);
	await client.publish(webhookFlow(world));
	const folder = await client.publish(folderFlow(world));
	/** The recordings of which a sender was told that they are submitted, and that weren't. @type {Set<PlannedRecording>} */
	const lies = new Set();
	/** @param {PlannedRecording} recording */
	const send = async (recording) => {
		const isTaken = await post(world, recording);
		if (isTaken && startedJobs(world, recording).length === 0) lies.add(recording);
		return isTaken;
	};
	await step(`Chaos with seed ${seed}: ${recordings.length} recordings`, async () => {
		await Promise.all([
			...recordings.map(async (recording) => {
				await sleep(recording.at);
				if (recording.way === 'folder') putIntoFolder(world.inbox, recording);
				else await sendAgain(async () => await send(recording));
			}),
			...events.map(async ({ at, strike }) => {
				await sleep(at);
				await strike(world);
			}),
		]);
		world.emulator.faults.clear();
		await world.allUp();
	});
	const upAt = Date.now();
	const hasSucceeded = async () => {
		const sql = `select id from execution_entity where "workflowId" = '${folder}' and status = 'success' and "startedAt" > to_timestamp(${upAt / 1000})`;
		return (await world.postgres.query(sql)).length > 0;
	};
	const left = () => recordings.filter((one) => startedJobs(world, one).length === 0);
	const isScheduleUp = await step('Send again what is not started, go on with the schedule', () => {
		const isOver = async () => {
			await Promise.all(left().map(async (one) => one.way === 'webhook' && (await send(one))));
			return left().length === 0 && (await hasSucceeded());
		};
		return until(isOver, LIMITS).catch(hasSucceeded);
	});
	await client.deactivate(folder);
	await step('Let n8n find out what has crashed', async () => await quiet(world));
	return {
		restarts: world.restarts,
		isScheduleUp,
		recordings: recordings.map((recording) => {
			const jobs = startedJobs(world, recording);
			return {
				id: recording.id,
				way: recording.way,
				started: jobs.length,
				isWhole: jobs.every(({ media }) => {
					const [asset, ...others] = media?.assetIds ?? [];
					return world.stored(asset).equals(recording.content) && others.length === 0;
				}),
				isLie: lies.has(recording),
			};
		}),
	};
}

/** By what Verbit has: not by what n8n says. @param {SupervisedQueue} world @param {PlannedRecording} recording */
const startedJobs = (world, { id }) =>
	world.jobs().filter(({ externalId, status }) => externalId === id && status !== 'Pending');

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
		readFiles(`${world.inbox}/*.wav`),
		submit(world, "={{ $binary.data.fileName.replace('.wav', '') }}", {
			onError: 'continueRegularOutput',
		}),
	]);

/** Puts it there as a careful recorder does: whole, or not at all. @param {string} folder @param {PlannedRecording} recording */
function putIntoFolder(folder, { id, content }) {
	const draft = path.join(folder, `${id}.part`);
	fs.writeFileSync(draft, content);
	fs.renameSync(draft, path.join(folder, `${id}.wav`));
}

/** Sends a recording. @param {SupervisedQueue} world @param {PlannedRecording} recording @returns whether the sender is told that it is submitted */
async function post({ webhooks }, { id, content }) {
	const form = new FormData();
	form.append('external_id', id);
	form.append('recording', new Blob([content], { type: 'audio/wav' }), `${id}.wav`);
	const signal = AbortSignal.timeout(SENDERS.answerMs);
	return await fetch(`${webhooks.url}/webhook/chaos`, { method: 'POST', body: form, signal })
		.then(async (response) => (await response.arrayBuffer()) && response.ok)
		.catch(() => false);
}

/** Goes on until the recording is taken, or leaves it to its people. @param {() => Promise<boolean>} send */
async function sendAgain(send) {
	for (let tries = 1; !(await send()) && tries < SENDERS.maxTries; tries++) {
		// Twice as long each time, as senders of webhooks wait.
		await sleep(Math.min(3000 * 2 ** (tries - 1), 60_000));
	}
}

/** Waits until no execution is under way, or n8n has had time enough to notice what is not. @param {SupervisedQueue} world */
async function quiet({ postgres }) {
	const sql = "select id from execution_entity where status in ('new', 'running', 'waiting')";
	const isQuiet = async () => (await postgres.query(sql)).length === 0;
	await until(isQuiet, LIMITS).catch(() => undefined);
}

module.exports = { runChaos };
