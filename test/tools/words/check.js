const { EXCEPTIONS, RULES } = require('./rules');

/**
 * @param {Array<import('./texts').Text>} texts
 * @returns {string[]} what is wrong, a line each
 */
function findings(texts) {
	return texts.flatMap(({ place, text }) =>
		RULES.flatMap(({ words, better }) => {
			const [found] = words.exec(text) ?? [];
			if (found === undefined || isExcepted(place, text)) return [];
			return [`${place}: "${found}" (better: ${better}) in: ${around(text, found)}`];
		}),
	);
}

/** @param {string} place @param {string} text */
const isExcepted = (place, text) =>
	EXCEPTIONS.some((exception) => exception.place.test(place) && exception.text.test(text));

/** @param {string} text @param {string} found */
function around(text, found) {
	const start = Math.max(0, text.indexOf(found) - 40);
	return text.slice(start, start + 100).replaceAll('\n', ' ');
}

module.exports = { findings };
