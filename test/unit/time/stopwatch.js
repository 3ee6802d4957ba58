const { createContext, runInContext } = require('node:vm');
const { cpuMs } = require('../../support/cpuTime');
const { textOf } = require('./adversary');

/** Characters: few enough to try hundreds of texts, and so many that the square of them takes seconds. */
const SHORT = 1000;
const LONG = 64_000;

/** What grows with the length takes some ms. The shortest of so many times counts: on a busy machine any may be long. */
const MAX_MS = 300;
const RUNS = 3;

/** For all texts together, which take some hundred ms where no other process runs. */
const LIMIT_MS = 60_000;

/** Where code runs that is ended by force. */
const ended = createContext({});

/** @typedef {import('./adversary').Adversary} Adversary */

/**
 * Which text takes more time than grows with its length; nothing where none does. What doesn't come to an end is ended by
 * force, because nothing else ends a regular expression.
 * @param {(text: string) => unknown} read
 * @param {Adversary[]} adversaries
 */
function slowestOf(read, adversaries, limitMs = LIMIT_MS) {
	/** @type {Adversary | undefined} */
	let tried;
	const time = (/** @type {Adversary} */ adversary, /** @type {number} */ length) => {
		tried = adversary;
		const text = textOf(adversary, length);
		return cpuMs(() => read(text));
	};
	const isSlow = (/** @type {Adversary} */ adversary) =>
		Array.from({ length: RUNS }).every(() => time(adversary, LONG) > MAX_MS);
	const find = () => {
		const times = new Map(adversaries.map((adversary) => [adversary, time(adversary, SHORT)]));
		const byTime = [...times.keys()].sort(
			(one, other) => Number(times.get(other)) - Number(times.get(one)),
		);
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
