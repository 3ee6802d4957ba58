const { decode, encode } = require('./percentEncoding');
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
 * Reads the target from the request line as it came. `new URL()` would fold `..` and `.` away,
 * and let a request pass that is not the one that was signed.
 * @param {string} target
 * @returns {RequestTarget}
 */
function parseTarget(target) {
	demand(target.startsWith('/'), 'InvalidURI', 'The target is to be a path');
	const [rawPath, ...rawQuery] = target.split('?');
	const segments = rawPath.slice(1).split('/').map(decodeOrRefuse);
	const [bucket, ...keySegments] = segments;
	return {
		rawPath,
		// An encoded slash stays apart from a real one: a URL with one in the other's place is another URL.
		canonicalPath: `/${segments.map(encode).join('/')}`,
		bucket: bucket.toString(),
		key: Buffer.concat(
			keySegments.flatMap((segment, index) => (index === 0 ? [segment] : [SLASH, segment])),
		),
		query: parseQuery(rawQuery.join('?')),
	};
}

const SLASH = Buffer.from('/');

/**
 * @param {string} rawQuery
 * @returns {RequestTarget['query']}
 */
function parseQuery(rawQuery) {
	return rawQuery
		.split('&')
		.filter((pair) => pair !== '')
		.map((pair) => {
			const [name, ...value] = pair.split('=');
			return [decodeOrRefuse(name).toString(), decodeOrRefuse(value.join('=')).toString()];
		});
}

/** @param {string} text */
function decodeOrRefuse(text) {
	const bytes = decode(text);
	demand(bytes, 'InvalidURI', "Couldn't parse the specified URI.");
	return bytes;
}

module.exports = { parseTarget };
