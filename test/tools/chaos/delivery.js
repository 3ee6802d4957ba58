const { setTimeout: sleep } = require('node:timers/promises');
const { QueueWorld } = require('../../cluster/world');
const { World } = require('../../e2e/world');
const { itemsOf } = require('../../support/n8n/executionData');
const { fastClock } = require('../../support/n8n/settings');
const { ownNode, schedule, setFields, workflow } = require('../../support/n8n/workflow');
const { step } = require('../../support/setup/progress');
const { until } = require('../../support/until');
const { randomOf } = require('./plan');

/** @typedef {Awaited<ReturnType<typeof runDelivery>>} Delivery */

/**
 * How much faster than the machine's n8n's clock is, since it takes minutes to believe an execution dead: the timers of a
 * queue are short already.
 */
const FACTORS = { regular: 10, queue: 4 };

/** Of n8n: how often it looks for executions that no worker has, minutes. */
const QUEUE_SETTINGS = { N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1' };

const FULL = { recordings: 200, ends: 12 };

/** @typedef {keyof typeof FACTORS} Mode */

/** @type {Array<'success' | 'error' | 'crashed' | 'canceled'>} */
const OVER = ['success', 'error', 'crashed', 'canceled'];

/** @param {World} world @param {string[]} names */
const flowOf = (world, names) =>
	workflow('Transcribe from a schedule', [
		schedule('Schedule', { field: 'minutes', minutesInterval: 2 }),
		setFields({ names }),
		ownNode('Names', 'splitOut', 1, { fieldToSplitOut: 'names', options: {} }),
		world.byUrl('Transcribe', '=https://media.example.com/{{ $json.names }}.mp4', {
			externalId: '={{ $json.names }}',
			options: { timeoutHours: 48 },
		}),
	]);

/**
 * Recordings that a schedule transcribes with Skip, by one n8n on SQLite or by one with two workers on Postgres, of which
 * processes are killed or ended in an orderly way at random moments. Then the schedule goes on until each recording is
 * delivered, or for ten minutes.
 * @param {number} seed
 * @param {Mode} mode
 */
async function runDelivery(seed, mode, { recordings, ends } = FULL) {
	const random = randomOf(seed);
	const settings = fastClock(FACTORS[mode]);
	const world =
		mode === 'regular' ? new World() : new QueueWorld({ ...settings, ...QUEUE_SETTINGS });
	await step(`Start n8n in ${mode} mode`, async () => await world.start(settings));
	const processes = world instanceof QueueWorld ? [world.n8n, ...world.queue.workers] : [world.n8n];
	try {
		const names = Array.from({ length: recordings }, (_, index) => `delivery-${seed}-${index}`);
		const { client } = world.n8n;
		world.emulator.switches.set({ transcriptionSeconds: 30 });
		// So submissions take as long as waits.
		const delay = /** @type {const} */ ({ where: 'service', kind: 'delay', delayMs: 300 });
		world.emulator.faults.add({ ...delay, operation: 'add_media', times: 10_000 });
		const workflowId = await client.publish(flowOf(world, names));
		const signals = Array.from({ length: ends }, () =>
			random.pick(/** @type {const} */ (['SIGKILL', 'SIGTERM'])),
		);
		await step(`End a process of n8n ${ends} times`, async () => {
			for (const signal of signals) {
				await sleep(random.between(2000, 15_000));
				const process = random.pick(processes);
				await process.stop(signal);
				await process.start();
			}
		});
		world.emulator.faults.clear();
		let reckoned = await reckon(world, workflowId, names);
		await step('Let the schedule go on', async () => {
			const isHome = async () => {
				reckoned = await reckon(world, workflowId, names);
				return reckoned.every(({ delivered }) => delivered > 0);
			};
			await until(isHome, { maxMs: 600_000, pollMs: 5000 }).catch(() => undefined);
		});
		/** @type {string[]} */
		const statuses = (await client.listExecutions(workflowId)).map(({ status }) => status);
		return { mode, ends: signals, statuses, recordings: reckoned };
	} finally {
		await world.stop();
	}
}

/** What Verbit has of each recording, and how often n8n has put its transcript out. @param {World} world @param {string} workflowId @param {string[]} names */
async function reckon(world, workflowId, names) {
	const { client } = world.n8n;
	/** @type {unknown[]} */
	const delivered = [];
	for (const { id, status } of await client.listExecutions(workflowId)) {
		if (!OVER.includes(/** @type {any} */ (status))) continue;
		const { data } = await client.waitForExecution(id);
		if (data?.resultData?.runData?.Transcribe === undefined) continue;
		for (const { json } of itemsOf(data, 'Transcribe'))
			if (typeof json.text === 'string') delivered.push(json.job_id);
	}
	const jobs = world.jobs();
	return names.map((name) => {
		const own = jobs.filter(({ externalId }) => externalId === name);
		return {
			name,
			started: own.filter(({ status }) => status !== 'Pending').length,
			delivered: delivered.filter((job) => own.some(({ id }) => id === job)).length,
		};
	});
}

module.exports = { runDelivery };
