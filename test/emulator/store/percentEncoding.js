/**
 * Every byte but the unreserved ones, as a signature wants it: `encodeURIComponent` leaves `!'()*`.
 * @param {string | Buffer} text
 */
const encode = (text) =>
	Buffer.from(/** @type {string} */ (text))
		.toString('latin1')
		.replace(
			/[^A-Za-z0-9\-._~]/g,
			(byte) => `%${Buffer.from(byte, 'latin1').toString('hex').toUpperCase()}`,
		);

/**
 * Once, and byte by byte: what it stands for need not be UTF-8.
 * @param {string} text
 * @returns {Buffer | undefined} undefined where a `%` is not followed by two hexadecimal digits
 */
function decode(text) {
	if (/%(?![0-9a-f]{2})/i.test(text)) return undefined;
	const bytes = text.replace(/%(..)/g, (_escape, hex) => String.fromCharCode(parseInt(hex, 16)));
	return Buffer.from(bytes, 'latin1');
}

module.exports = { encode, decode };
