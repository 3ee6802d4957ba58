const { timingSafeEqual } = require('node:crypto');

/**
 * In a time that does not tell how much of a guess was right.
 * @param {string} one
 * @param {string} other
 */
function isSameText(one, other) {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.length === b.length && timingSafeEqual(a, b);
}

module.exports = { isSameText };
