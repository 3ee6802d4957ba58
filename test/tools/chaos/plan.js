const { hash } = require('node:crypto');
const { setTimeout: sleep } = require('node:timers/promises');
const { randomRecording } = require('../../support/recordings/heads');

/**
 * @typedef {import('../../emulator/faults').Fault} Fault
 * @typedef {'webhook' | 'folder'} Way how a recording comes to n8n: by a webhook that answers when it is submitted, or in a folder
 *   that a schedule lists
 * @typedef {{ id: string, way: Way, at: number, content: Buffer }} PlannedRecording its External ID is also the name of its file; `at`
 *   ms after the start
 * @typedef {import('../../cluster/supervisedQueue').SupervisedQueue} World
 * @typedef {(world: World, random: Random) => unknown} Trouble
 */

const MINUTE = 60_000;

/** Half of them in a folder that a schedule lists. */
const RECORDINGS = 100;

const CHAOS_MS = 1.25 * MINUTE;

/** How often a sender calls, which takes longer than n8n's processes need to start again, and how long it waits for an answer. */
const SENDERS = { maxTries: 5, answerMs: MINUTE / 2 };

/** The same numbers for the same seed, on every machine. @param {number | string} seed */
function randomOf(seed) {
	let drawn = 0;
	const next = () => hash('sha256', `${seed} ${drawn++}`, 'buffer').readUInt32BE() / 2 ** 32;
	/** @param {number} from @param {number} to */
	const between = (from, to) => from + next() * (to - from);
	/** @param {number} from @param {number} to included */
	const whole = (from, to) => Math.floor(between(from, to + 1));
	/** @template T @param {readonly T[]} values @returns {T} */
	const pick = (values) => values[whole(0, values.length - 1)];
	return { between, whole, pick };
}

/** @typedef {ReturnType<typeof randomOf>} Random */

/** All that will be done, and when: the same for the same seed. What it meets, processes decide. @param {number} seed */
function makePlan(seed) {
	const random = randomOf(seed);
	const recordings = planRecordings(random, seed);
	// Spread over the whole time, each at a random moment of its own part of it, and never two of a kind at once.
	const events = TROUBLES.flatMap(([times, trouble], kind) =>
		Array.from({ length: times }, (_, index) => ({
			at: Math.round((index + random.between(0, 0.7)) * (CHAOS_MS / times)),
			strike: async (/** @type {World} */ world) =>
				await trouble(world, randomOf(`${seed} ${kind} ${index}`)),
		})),
	);
	return { recordings, events };
}

/** @param {Random} random @param {number} seed @returns {PlannedRecording[]} */
function planRecordings(random, seed) {
	return Array.from({ length: RECORDINGS }, (_, index) => {
		const way = index % 2 === 1 ? 'folder' : 'webhook';
		const id = `chaos-${seed}-${way}-${String(index).padStart(4, '0')}`;
		// In the first part, so that the last of them are under way when it is over.
		const at = random.between(0, 0.9 * CHAOS_MS);
		return { id, way, at, content: randomRecording(random.whole(8_000, 60_000)) };
	});
}

/** Calls that change something: an answer that is lost leaves open whether it has. */
const CHANGING = ['job_new', 'add_asset', 'add_media', 'perform_transcription'];

/** Ways in which Verbit and its storage can fail the next few requests. @type {Array<(random: Random) => Fault>} */
const FAULTS = [
	(random) => ({ where: 'service', kind: 'answerThenDrop', operation: random.pick(CHANGING) }),
	(random) => ({ where: 'service', kind: 'answerThenDrop', operation: random.pick(CHANGING) }),
	(random) => ({ where: 'service', kind: 'dropConnection', operation: random.pick(CHANGING) }),
	(random) => ({ where: 'service', kind: 'status', status: random.pick([500, 502, 503]) }),
	() => ({ where: 'service', kind: 'status', status: 429, headers: { 'retry-after': '1' } }),
	(random) => ({ where: 'service', kind: 'delay', delayMs: random.whole(200, 5000) }),
	() => ({ where: 'service', kind: 'status', status: 503, operation: 'auth' }),
	(random) => ({ where: 'store', kind: 'cutAfterBytes', bytes: random.whole(0, 50_000) }),
	(random) => ({ where: 'store', kind: 'stall', bytes: random.whole(0, 20_000) }),
	(random) => ({ where: 'store', kind: 'slow', bytesPerSecond: random.whole(5_000, 40_000) }),
	() => ({ where: 'store', kind: 'status', status: 503 }),
	() => ({ where: 'store', kind: 'answerThenDrop' }),
];

/** One to three faults, for up to three requests each. @param {Random} random */
function faultBurst(random) {
	return Array.from({ length: random.whole(1, 3) }, () => ({
		...random.pick(FAULTS)(random),
		times: random.whole(1, 3),
	}));
}

/** @param {'redis' | 'postgres'} what @param {NodeJS.Signals[]} signals @returns {Trouble} */
const restart =
	(what, ...signals) =>
	async (world, random) => {
		const server = world[what];
		await server.end(random.pick(signals));
		await sleep(random.between(300, 4000));
		await server.start();
	};

/** Of Verbit and its storage together. @param {World} world @param {Random} random */
async function outage({ emulator }, random) {
	await emulator.close();
	await sleep(random.between(1000, 12_000));
	await emulator.listen();
}

/** How often each comes. @type {Array<[times: number, trouble: Trouble]>} */
const TROUBLES = [
	[4, ({ workers }, random) => random.pick(workers).server?.kill('SIGKILL')],
	[1, ({ n8n }) => n8n.server?.kill('SIGKILL')],
	[1, restart('redis', 'SIGKILL', 'SIGTERM')],
	[1, restart('postgres', 'SIGQUIT', 'SIGINT')],
	[1, outage],
	[12, ({ emulator }, random) => emulator.faults.add(...faultBurst(random))],
];

module.exports = { makePlan, randomOf, RECORDINGS, SENDERS };
