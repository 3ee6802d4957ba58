const { demand } = require('./storeError');

/**
 * @typedef {object} RequestTarget
 * @property {string} rawPath
 * @property {string} canonicalPath as a signature of version 4 covers it
 * @property {string} bucket
 * @property {Buffer} key bytes, as S3 has no notion of folders in it
 * @property {Array<[name: string, value: string]>} query decoded, in its order
 */

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
 * @throws StoreError where a `%` is not followed by two hexadecimal digits
 */
function decode(text) {
	const isWellFormed = !/%(?![0-9a-f]{2})/i.test(text);
	demand(isWellFormed, 'InvalidURI', "Couldn't parse the specified URI.");
	const bytes = text.replace(/%(..)/g, (_escape, hex) => String.fromCharCode(parseInt(hex, 16)));
	return Buffer.from(bytes, 'latin1');
}

/**
 * Reads the target from the request line as it came. `new URL()` would fold `..` and `.` away,
 * and let a request pass that is not the one that was signed.
 * @param {string} target
 * @returns {RequestTarget}
 */
function parseTarget(target) {
	demand(target.startsWith('/'), 'InvalidURI', 'The target is to be a path');
	const [rawPath, ...rawQuery] = target.split('?');
	const [bucket, ...key] = rawPath.slice(1).split('/');
	const segments = [bucket, ...key].map(decode);
	return {
		rawPath,
		// An encoded slash stays apart from a real one: a URL with one in the other's place is another URL.
		canonicalPath: `/${segments.map(encode).join('/')}`,
		bucket: segments[0].toString(),
		key: decode(key.join('/')),
		query: parseQuery(rawQuery.join('?')),
	};
}

/** @param {string} rawQuery @returns {RequestTarget['query']} */
function parseQuery(rawQuery) {
	return rawQuery
		.split('&')
		.filter((pair) => pair !== '')
		.map((pair) => {
			const [name, ...value] = pair.split('=');
			return [decode(name).toString(), decode(value.join('=')).toString()];
		});
}

module.exports = { decode, encode, parseTarget };
