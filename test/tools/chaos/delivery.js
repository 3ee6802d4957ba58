const { setTimeout: sleep } = require('node:timers/promises');
const { QueueWorld } = require('../../cluster/world');
const { World } = require('../../e2e/world');
const { LinkServer } = require('../../engine/linkServer');
const { fastClock } = require('../../support/n8n/settings');
const { ownNode, schedule, workflow } = require('../../support/n8n/workflow');
const { step } = require('../../support/setup/progress');
const { until } = require('../../support/until');
const { randomOf } = require('./plan');

/**
 * How much faster than the machine's n8n's clock is, since it takes minutes to believe an execution dead: the timers of a
 * queue are short already.
 */
const FACTORS = { regular: 10, queue: 4 };

/** Of n8n: how often it looks for executions that no worker has, minutes. */
const QUEUE_SETTINGS = { N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1' };

const RECORDINGS = 200;

/** How often an execution is stopped, and then a process of n8n ended. */
const ENDS = 8;

/** @typedef {keyof typeof FACTORS} Mode @typedef {'reuse' | 'skip'} IfUsed */

/** The node behind, which fails once in so many calls until all that happens is over. */
const FAILS_ONCE_IN = 100;

/**
 * A schedule lists recordings, transcribes them, and hands each transcript on to a host.
 * @param {World} world @param {string[]} names @param {IfUsed} ifUsed @param {string} [host]
 * @returns the workflows, of which the second one has the last two nodes in a sub-workflow that is called again where it fails
 */
async function publishFlows(world, names, ifUsed, host) {
	const publish = async (/** @type {string} */ name, /** @type {any[]} */ nodes) =>
		await world.n8n.client.publish(workflow(name, nodes));
	const list = (/** @type {string[]} */ ofFlow) => [
		schedule('Schedule', { field: 'minutes', minutesInterval: 2 }),
		ownNode('List', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ names: ofFlow }) }),
		ownNode('Names', 'splitOut', 1, { fieldToSplitOut: 'names', options: {} }),
	];
	const work = [
		world.byUrl('Transcribe', '=https://media.example.com/{{ $json.names }}.mp4', {
			externalId: '={{ $json.names }}',
			ifExternalIdUsed: ifUsed,
			options: { timeoutHours: 48 },
		}),
		ownNode('Deliver', 'httpRequest', 4.2, { url: `=${host}/{{ $json.job_id }}`, options: {} }),
	];
	const half = names.length / 2;
	const { id: part, call } = await world.callOf(work);
	const again = { ...call, retryOnFail: true, maxTries: 2, waitBetweenTries: 1000 };
	return [
		await publish('Transcribe', [...list(names.slice(0, half)), ...work]),
		await publish('Transcribe in a sub-workflow', [...list(names.slice(half)), again]),
		part,
	];
}

/**
 * Recordings that schedules transcribe, by one n8n on SQLite or by one with two workers on Postgres, of which processes are
 * killed or ended in an orderly way and executions stopped at random moments, while the node behind fails now and then.
 * Then the schedules go on until each transcript has reached the host, or for ten minutes.
 * @param {number} seed @param {Mode} mode @param {IfUsed} ifUsed
 */
async function runDelivery(seed, mode, ifUsed) {
	const random = randomOf(seed);
	const settings = { ...fastClock(FACTORS[mode]), ...QUEUE_SETTINGS };
	const world = mode === 'regular' ? new World() : new QueueWorld();
	const host = new LinkServer();
	await host.start();
	/** The jobs whose transcripts the node behind was given, without an error. @type {number[]} */
	const delivered = [];
	let failsOnceIn = FAILS_ONCE_IN;
	host.answer((request, response) => {
		const fails = random.between(0, failsOnceIn) < 1;
		if (!fails) delivered.push(Number(request.url?.slice(1)));
		// So an execution is stopped in this node as well.
		setTimeout(() => response.writeHead(fails ? 500 : 200).end('{}'), 50);
	});
	await step(`Start n8n in ${mode} mode`, async () => await world.start(settings));
	const processes = world instanceof QueueWorld ? [world.n8n, ...world.workers] : [world.n8n];
	try {
		const names = Array.from({ length: RECORDINGS }, (_, index) => `${ifUsed}-${seed}-${index}`);
		const { client } = world.n8n;
		world.emulator.switches.set({ transcriptionSeconds: 30 });
		// So submissions take as long as waits.
		world.fault('add_media', { kind: 'delay', delayMs: 300, times: 10_000 });
		const workflowIds = await publishFlows(world, names, ifUsed, host.url);
		let stopped = 0;
		/** Stops one of those that are under way, wherever it is. */
		const stopOne = async () => {
			const listed = await Promise.all(workflowIds.map((id) => client.listExecutions(id)));
			const open = listed.flat().filter(({ status }) => ['running', 'waiting'].includes(status));
			if (open.length === 0) return;
			await client.stopExecution(random.pick(open).id);
			stopped++;
		};
		await step('End processes of n8n and stop executions', async () => {
			for (let ended = 0; ended < ENDS; ended++) {
				await sleep(random.between(2000, 15_000));
				// It may have ended by itself, or n8n may be down.
				await stopOne().catch(() => undefined);
				const process = random.pick(processes);
				await process.stop(random.pick(/** @type {const} */ (['SIGKILL', 'SIGTERM'])));
				await process.start();
			}
		});
		world.emulator.faults.clear();
		failsOnceIn = Infinity;
		/** What Verbit has of each recording, and how often the node behind got its transcript. */
		const reckon = () =>
			names.map((name) => {
				const own = world.jobs().filter(({ externalId }) => externalId === name);
				return {
					name,
					way: `Transcribe, ${ifUsed}, ${mode} mode`,
					started: own.filter(({ status }) => status !== 'Pending').length,
					delivered: delivered.filter((job) => own.some(({ id }) => id === job)).length,
				};
			});
		const isHome = () => reckon().every(({ delivered: times }) => times > 0);
		await step('Let the schedules go on', async () => {
			await until(isHome, { maxMs: 600_000, pollMs: 5000 }).catch(() => undefined);
		});
		return { restarts: ENDS, stopped, recordings: reckon() };
	} finally {
		await world.stop();
		await host.stop();
	}
}

module.exports = { runDelivery };
