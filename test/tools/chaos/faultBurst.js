/** @typedef {import('../../emulator/faults').Fault} Fault */

/** Calls that change something: an answer that is lost leaves open whether it has. */
const CHANGING = ['job_new', 'add_asset', 'add_media', 'perform_transcription'];

const MAX_TIMES = 3;

/**
 * Ways in which Verbit and its storage can fail the next few requests.
 * @type {Array<(random: import('./random').Random) => Fault>}
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

/** One to three faults, for up to three requests each. @param {import('./random').Random} random */
function faultBurst(random) {
	return Array.from({ length: random.whole(1, MAX_TIMES) }, () => ({
		...random.pick(WAYS)(random),
		times: random.whole(1, MAX_TIMES),
	}));
}

module.exports = { faultBurst };
