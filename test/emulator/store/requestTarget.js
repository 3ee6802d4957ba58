const { demand, StoreError } = require('./storeError');

/**
 * @typedef {object} RequestTarget
 * @property {string} rawPath
 * @property {string} canonicalPath as a signature of version 4 covers it
 * @property {string} bucket
 * @property {string} key
 * @property {Array<[name: string, value: string]>} query decoded, in its order
 */

/** Every byte but the unreserved ones, as a signature wants it: `encodeURIComponent` leaves `!'()*`. @param {string} text */
const encode = (text) =>
	encodeURIComponent(text).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);

/** Once: what it stands for is UTF-8, as S3 wants keys to be. @param {string} text @throws StoreError */
function decode(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		throw new StoreError('InvalidURI', "Couldn't parse the specified URI.");
	}
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
		bucket: segments[0],
		key: segments.slice(1).join('/'),
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
			return [decode(name), decode(value.join('='))];
		});
}

module.exports = { encode, parseTarget };
