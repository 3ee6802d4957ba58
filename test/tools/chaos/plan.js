const { Random } = require('./random');
const { WORKERS } = require('./scope');

/**
 * @typedef {import('../../emulator/faults').Fault} Fault
 *
 * @typedef {'webhook' | 'atOnce' | 'folder'} Way how a recording comes to n8n: by a webhook that answers when it is submitted, by
 *   one that answers at once, or in a folder that a schedule lists
 *
 * @typedef {ReturnType<typeof planRecordings>[0]} PlannedRecording
 *
 * @typedef {{ kind: 'kill', who: 'main' | 'worker', index: number }
 *   | { kind: 'restart', what: 'redis' | 'postgres', signal: NodeJS.Signals, downMs: number }
 *   | { kind: 'outage', downMs: number }
 *   | { kind: 'faults', faults: Fault[] }} Trouble
 *
 * @typedef {Trouble & { at: number }} Event what goes wrong, `at` ms after the start
 * @typedef {ReturnType<typeof makePlan>} Plan with its events in the order of their times
 */

/** Recordings come in the first part, so that the last of them are under way when it is over. */
const ARRIVALS = 0.9;

const [MIN_BYTES, MAX_BYTES] = [8_000, 60_000];

/**
 * All that will be done, and when: the same for the same seed. What it meets, processes decide.
 * @param {number} seed
 * @param {import('./scope').Scope} scope
 */
function makePlan(seed, scope) {
	const random = new Random(seed);
	const recordings = planRecordings(random, seed, scope);
	const { chaosMs, senders } = scope;
	/**
	 * Spread over the whole time, each at a random moment of its own part of it, and never two at once.
	 * @type {(count: number, trouble: () => Trouble) => Event[]}
	 */
	const slots = (count, trouble) =>
		Array.from({ length: count }, (_, index) => ({
			at: Math.round((index + random.between(0, 0.7)) * (chaosMs / count)),
			...trouble(),
		}));
	/** @type {(what: 'redis' | 'postgres', signals: NodeJS.Signals[]) => Trouble} */
	const restart = (what, signals) => {
		const signal = random.pick(signals);
		return { kind: 'restart', what, signal, downMs: random.between(300, 4000) };
	};
	const worker = () => random.whole(0, WORKERS - 1);
	const events = [
		...slots(scope.workerKills, () => ({ kind: 'kill', who: 'worker', index: worker() })),
		...slots(scope.mainKills, () => ({ kind: 'kill', who: 'main', index: 0 })),
		...slots(scope.redisRestarts, () => restart('redis', ['SIGKILL', 'SIGTERM'])),
		...slots(scope.postgresRestarts, () => restart('postgres', ['SIGQUIT', 'SIGINT'])),
		...slots(scope.outages, () => ({ kind: 'outage', downMs: random.between(1000, 12_000) })),
		...slots(scope.faultBursts, () => ({ kind: 'faults', faults: faultBurst(random) })),
	];
	return { seed, senders, recordings, events: events.sort((a, b) => a.at - b.at) };
}

/**
 * @param {Random} random
 * @param {number} seed
 * @param {import('./scope').Scope} scope
 */
function planRecordings(random, seed, { recordings, chaosMs }) {
	return Array.from({ length: recordings }, (_, index) => {
		// Half of them in the folder, and a tenth by the webhook that answers at once.
		/** @type {Way} */
		const way = index % 2 === 1 ? 'folder' : index % 10 === 0 ? 'atOnce' : 'webhook';
		return {
			/** Its External ID, and the name of its file. */
			id: `chaos-${seed}-${way}-${String(index).padStart(4, '0')}`,
			way,
			/** When it is sent, or put into the folder: ms after the start. */
			at: random.between(0, ARRIVALS * chaosMs),
			bytes: random.whole(MIN_BYTES, MAX_BYTES),
		};
	});
}

/** Calls that change something: an answer that is lost leaves open whether it has. */
const CHANGING = ['job_new', 'add_asset', 'add_media', 'perform_transcription'];

const MAX_TIMES = 3;

/**
 * Ways in which Verbit and its storage can fail the next few requests.
 * @type {Array<(random: Random) => Fault>}
 */
const WAYS = [
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
	() => ({ where: 'store', kind: 'wrongEtag' }),
];

/** One to three faults, for up to three requests each. @param {Random} random */
function faultBurst(random) {
	return Array.from({ length: random.whole(1, MAX_TIMES) }, () => ({
		...random.pick(WAYS)(random),
		times: random.whole(1, MAX_TIMES),
	}));
}

module.exports = { makePlan };
