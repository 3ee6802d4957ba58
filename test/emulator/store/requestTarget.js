const { decode, encode } = require('./percentEncoding');
const { StoreError } = require('./storeError');

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
	const { rawPath, rawQuery } = splitTarget(target);
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
		query: parseQuery(rawQuery),
	};
}

const SLASH = Buffer.from('/');

/** @param {string} target */
function splitTarget(target) {
	if (!target.startsWith('/')) throw new StoreError('InvalidURI', 'The target is to be a path');
	const mark = target.indexOf('?');
	if (mark === -1) return { rawPath: target, rawQuery: '' };
	return { rawPath: target.slice(0, mark), rawQuery: target.slice(mark + 1) };
}

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
	if (bytes === undefined) throw new StoreError('InvalidURI', "Couldn't parse the specified URI.");
	return bytes;
}

module.exports = { parseTarget };
