const { createContext, runInContext } = require('node:vm');
const { cpuMs } = require('../../support/cpuTime');
const { textOf } = require('./adversary');

/** Long enough to tell what grows with the square, short enough to try hundreds. */
const TRIED = 1000;

const SHORT = 1000;
const LONG = 16_000;
const LONGEST = 64_000;

/** 16 times as long may take 16 times as long, with room. */
const MAX_RATIO = (4 * LONG) / SHORT;

/**
 * 4 times as long takes 16 times as long where it grows with the square. Only then it counts: memory for more than 128 KiB
 * comes from the system, which makes a longer text many times as slow, once.
 */
const MAX_NEXT_RATIO = (2 * LONGEST) / LONG;

/** What a long text may take whatever a short one takes, ms. */
const FLOOR_MS = 5;

/** The shortest of so many times counts: on a busy machine any may be long. */
const RUNS = 5;

/** A text tried that takes so long is looked at at once, ms. */
const SUSPICIOUS_MS = 20;

/** For all texts together, which take some hundred ms where no other process runs. */
const LIMIT_MS = 60_000;

/** Where code runs that is ended by force. */
const ended = createContext({});

/** @typedef {import('./adversary').Adversary} Adversary */

/** What passes takes less time to measure than what is computed, and suffices for a first look. @param {() => unknown} work */
function passedMs(work) {
	const before = performance.now();
	work();
	return performance.now() - before;
}

/**
 * Which text takes more time than grows with its length; nothing where none does. What doesn't come to an end is ended by
 * force, because nothing else ends a regular expression.
 * @param {(text: string) => unknown} read
 * @param {Adversary[]} adversaries
 */
function slowestOf(read, adversaries, limitMs = LIMIT_MS) {
	/** @type {Adversary | undefined} */
	let tried;
	const time = (
		/** @type {Adversary} */ adversary,
		/** @type {number} */ length,
		measure = cpuMs,
	) => {
		tried = adversary;
		const text = textOf(adversary, length);
		return measure(() => read(text));
	};
	const isSlow = (/** @type {Adversary} */ adversary) => {
		let [short, long, longest] = [Infinity, Infinity, Infinity];
		for (let run = 0; run < RUNS; run++) {
			short = Math.min(short, time(adversary, SHORT));
			long = Math.min(long, time(adversary, LONG));
			if (long <= Math.max(FLOOR_MS, MAX_RATIO * short)) return false;
			longest = Math.min(longest, time(adversary, LONGEST));
			if (longest <= MAX_NEXT_RATIO * long) return false;
		}
		return true;
	};
	const find = () => {
		const times = new Map();
		for (const adversary of adversaries) {
			times.set(adversary, time(adversary, TRIED, passedMs));
			if (times.get(adversary) > SUSPICIOUS_MS && isSlow(adversary)) return adversary;
		}
		const byTime = [...times.keys()].sort((one, other) => times.get(other) - times.get(one));
		return byTime.slice(0, 3).find(isSlow);
	};
	try {
		return runInContext('find()', Object.assign(ended, { find }), { timeout: limitMs });
	} catch (error) {
		if (Object(error).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
		return tried;
	}
}

module.exports = { slowestOf };
