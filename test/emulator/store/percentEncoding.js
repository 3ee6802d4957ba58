const UNRESERVED = /[A-Za-z0-9\-._~]/;

/**
 * Every byte but the unreserved ones, as a signature wants it: `encodeURIComponent` leaves `!'()*`.
 * @param {string | Buffer} text
 */
function encode(text) {
	return Array.from(Buffer.from(/** @type {string} */ (text)), (byte) => {
		const character = String.fromCharCode(byte);
		if (UNRESERVED.test(character)) return character;
		return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
	}).join('');
}

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
