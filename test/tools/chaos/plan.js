const { Random } = require('./random');
const { faultBurst } = require('./faultBurst');

/**
 * @typedef {'webhook' | 'atOnce' | 'folder'} Way how a recording comes to n8n: by a webhook that answers when it is submitted, by
 *   one that answers at once, or in a folder that a schedule lists
 *
 * @typedef {object} PlannedRecording
 * @property {string} id its External ID, and the name of its file
 * @property {Way} way
 * @property {number} at ms after the start when it is sent, or put into the folder
 * @property {number} bytes
 *
 * @typedef {{ at: number } & (
 *   { kind: 'kill', who: 'main' | 'worker', index: number }
 *   | { kind: 'restart', what: 'redis' | 'postgres', signal: NodeJS.Signals, downMs: number }
 *   | { kind: 'outage', downMs: number }
 *   | { kind: 'faults', faults: import('../../emulator/faults').Fault[] }
 * )} Event what goes wrong, `at` ms after the start
 *
 * @typedef {object} Plan
 * @property {number} seed
 * @property {PlannedRecording[]} recordings
 * @property {Event[]} events in the order of their times
 */

/** Recordings come in the first part, so that the last of them are under way when it is over. */
const ARRIVALS = 0.9;

/** Half of them in the folder, and a tenth by the webhook that answers at once. @type {Way[]} */
const WAYS_IN_TURN = [
	...['atOnce', 'folder', 'webhook', 'folder', 'webhook'],
	...['folder', 'webhook', 'folder', 'webhook', 'folder'],
].map((way) => /** @type {Way} */ (way));

const [MIN_BYTES, MAX_BYTES] = [8_000, 60_000];

/**
 * All that will be done, and when: the same for the same seed. What it meets, processes decide.
 * @param {number} seed
 * @param {import('./scope').Scope} scope
 * @returns {Plan}
 */
function makePlan(seed, scope) {
	const random = new Random(seed);
	const recordings = planRecordings(random, seed, scope);
	const events = [
		...slots(random, scope.workerKills, scope.chaosMs, (at) => ({
			at,
			kind: /** @type {const} */ ('kill'),
			who: /** @type {const} */ ('worker'),
			index: random.whole(0, scope.workers - 1),
		})),
		...slots(random, scope.mainKills, scope.chaosMs, (at) => ({
			at,
			kind: /** @type {const} */ ('kill'),
			who: /** @type {const} */ ('main'),
			index: 0,
		})),
		...restarts(random, 'redis', scope.redisRestarts, scope.chaosMs),
		...restarts(random, 'postgres', scope.postgresRestarts, scope.chaosMs),
		...slots(random, scope.outages, scope.chaosMs, (at) => ({
			at,
			kind: /** @type {const} */ ('outage'),
			downMs: random.between(1000, 12_000),
		})),
		...slots(random, scope.faultBursts, scope.chaosMs, (at) => ({
			at,
			kind: /** @type {const} */ ('faults'),
			faults: faultBurst(random),
		})),
	];
	return { seed, recordings, events: events.sort((a, b) => a.at - b.at) };
}

/**
 * @param {Random} random
 * @param {number} seed
 * @param {import('./scope').Scope} scope
 * @returns {PlannedRecording[]}
 */
function planRecordings(random, seed, { recordings, chaosMs }) {
	return Array.from({ length: recordings }, (_, index) => {
		const way = WAYS_IN_TURN[index % WAYS_IN_TURN.length];
		return {
			id: `chaos-${seed}-${way}-${String(index).padStart(4, '0')}`,
			way,
			at: random.between(0, ARRIVALS * chaosMs),
			bytes: random.whole(MIN_BYTES, MAX_BYTES),
		};
	});
}

/**
 * @param {Random} random
 * @param {'redis' | 'postgres'} what
 * @param {number} count
 * @param {number} totalMs
 * @returns {Event[]}
 */
function restarts(random, what, count, totalMs) {
	/** @type {NodeJS.Signals[]} */
	const signals = what === 'redis' ? ['SIGKILL', 'SIGTERM'] : ['SIGQUIT', 'SIGINT'];
	return slots(random, count, totalMs, (at) => ({
		at,
		kind: 'restart',
		what,
		signal: random.pick(signals),
		downMs: random.between(300, 4000),
	}));
}

/**
 * Spread over the whole time, each at a random moment of its own part of it, and never two at once.
 * @template T
 * @param {Random} random
 * @param {number} count
 * @param {number} totalMs
 * @param {(at: number) => T} make
 */
function slots(random, count, totalMs, make) {
	const width = totalMs / count;
	return Array.from({ length: count }, (_, index) =>
		make(Math.round((index + random.between(0, 0.7)) * width)),
	);
}

module.exports = { makePlan };
