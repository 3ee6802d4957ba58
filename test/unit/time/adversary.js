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

const genericWith = (/** @type {string[]} */ ends) =>
	GENERIC.flatMap((again) => ends.map((after) => ({ before: '', again, after })));

const GENERIC_ADVERSARIES = genericWith(ENDS);

/** For a function, whose expressions have all ends tried on them: without an end, and one beyond Latin-1. */
const FOR_FUNCTIONS = genericWith(['', '>ש']);

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

module.exports = { adversariesOf, FOR_FUNCTIONS, GENERIC_ADVERSARIES, textOf };
