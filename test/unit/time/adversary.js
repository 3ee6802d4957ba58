const { createContext, runInContext } = require('node:vm');
const { cpuMs } = require('../../support/cpuTime');
const fc = require('../../support/fastCheck');

/** What is slow to read for whoever reads carelessly: parts of tokens, URLs, markup, templates, encodings and spaces. */
const GENERIC = [
	...String.raw`eyJ eyJhbGci.eyJ :// ://a:b https://a:b@ ?a=b& # {{ {"a": [ <!-- <!----> </tt> <a> " \" ' \ &amp; &
		%25 % %3f %3fa%3d a A 0 0: . / ../ = - _ , ; ;a= @ … AAAA… ( -- sig=`.split(/\s+/),
	...['https://h/?a=b ', '? ', '{{ }}', '<a ', 'a ', 'bearer ', ' ', '\t', '\r\n', '\0'],
];

/** Some of each kind. */
const CHARACTERS = [...' \t\n\0aefgxzAFZ059_-.,:;=+*/\\|?!#%&@$"\'`<>()[]{}~^é…שß\u200b'];

/** A text as it stands, a class or an escape, and what only says where and how often. */
const PIECE =
	/(?:\\[^\w\s]|[^\\[\](){}|^$*+?.])+(?![*+?{])|\[(?:\\.|[^\]\\])*\]|\\u\w{4}|\\x\w\w|\\[pP]\{\w+\}|\\.|\(\?<?[:=!]|\{\d+,?\d*\}|[^]/gu;

/** What matches each piece of a pattern, in the order of the pattern. @param {RegExp} pattern @returns {string[][]} */
function piecesOf({ source, flags }) {
	const texts = (/** @type {string} */ piece) => {
		if (/^(\\[bB\d]|[()|^$*+?]|\(\?.*|\{\d.*)$/.test(piece)) return [];
		const literal = piece.replace(/\\(\W)/g, '$1');
		const one = new RegExp(`^(?:${piece})$`, flags.replace(/[gy]/g, ''));
		return [
			...(one.test(literal) ? [literal] : []),
			...CHARACTERS.filter((text) => one.test(text)),
		];
	};
	return (source.match(PIECE) ?? []).map(texts).filter(({ length }) => length > 0);
}

/** Strings of one and of two bytes for a character are read by different code: the latter have one beyond Latin-1. */
const ENDS = ['', 'x', '>', '"\0', ' ש', '>ש', '…'];

/**
 * A text for which a pattern may go back and forth: what leads into it, the same again and again, and no proper end.
 * @typedef {{ before: string, again: string, after: string }} Adversary
 */

/** Without an end, and with one beyond Latin-1. */
const GENERIC_ADVERSARIES = GENERIC.flatMap((again) =>
	['', '>ש'].map((after) => ({ before: '', again, after })),
);

/** @param {RegExp} pattern @param {number} count @returns {Adversary[]} */
function adversariesOf(pattern, count) {
	const pieces = piecesOf(pattern);
	if (pieces.length === 0) return [];
	const all = pieces.flat();
	const index = fc.nat(pieces.length - 1);
	const numbers = fc.record({
		...{ first: index, start: index, length: fc.integer({ min: 1, max: 6 }) },
		...{ favourite: fc.nat(), other: fc.nat(), after: fc.constantFrom(...ENDS) },
	});
	const made = numbers.map(({ first, start, length, favourite, other, after }) => {
		// Where one text suits several pieces, they can share it in many ways.
		const shared = all[favourite % all.length];
		const chosen = pieces.map((texts) =>
			texts.includes(shared) ? shared : texts[other % texts.length],
		);
		const before = chosen.slice(Math.min(first, start), start).join('');
		return { before, again: chosen.slice(start, start + length).join(''), after };
	});
	return fc.sample(made, count);
}

/** @param {Adversary} adversary @param {number} length */
const textOf = ({ before, again, after }, length) =>
	before + again.repeat(Math.ceil((length - before.length) / again.length)) + after;

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

module.exports = { adversariesOf, GENERIC_ADVERSARIES, slowestOf };
