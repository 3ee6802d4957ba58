const { authorize } = require('./authorize');
const { BUCKET } = require('./presign');
const { parseTarget } = require('./requestTarget');
const { StoreError } = require('./storeError');

/** What one PUT carries at most. */
const MAX_BYTES = 5 * 1024 ** 3;

const MAX_KEY_BYTES = 1024;

/**
 * @typedef {object} Upload
 * @property {Buffer} key
 * @property {number} length in bytes
 * @property {string} [contentMd5] in base64
 */

/**
 * Judges a request by its head, before a byte of its body is read: the upload may then outlive its URL.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('./authorize').Verifier} verifier
 * @returns {Upload}
 * @throws StoreError
 */
function judge(request, verifier) {
	const target = parseTarget(String(request.url));
	const headers = headersOf(request);
	const method = String(request.method);
	authorize({ method, target, headers }, verifier);
	if (method !== 'PUT') {
		throw new StoreError('MethodNotAllowed', 'The specified method is not allowed here.');
	}
	checkPlace(target);
	return {
		key: target.key,
		length: readLength(headers),
		contentMd5: readContentMd5(headers),
	};
}

/**
 * A header that came twice counts with both values, so that it can not slip past the signature.
 * @param {import('node:http').IncomingMessage} request
 * @returns {Record<string, string>}
 */
function headersOf({ headersDistinct }) {
	const entries = Object.entries(headersDistinct).map(([name, values]) => [
		name,
		values?.join(',') ?? '',
	]);
	return Object.fromEntries(entries);
}

/** @param {import('./requestTarget').RequestTarget} target */
function checkPlace({ bucket, key }) {
	if (bucket !== BUCKET) throw new StoreError('NoSuchBucket', 'The bucket does not exist');
	if (key.length === 0) throw new StoreError('MethodNotAllowed', 'A bucket can not be uploaded');
	if (key.length > MAX_KEY_BYTES) throw new StoreError('KeyTooLongError', 'Your key is too long');
}

/** @param {Record<string, string>} headers */
function readLength(headers) {
	if (headers['transfer-encoding'] !== undefined) {
		throw new StoreError(
			'NotImplemented',
			'A header you provided implies functionality that is not implemented',
			{ Header: 'Transfer-Encoding' },
		);
	}
	if (headers['content-length'] === undefined) {
		throw new StoreError('MissingContentLength', 'You must provide the Content-Length header.');
	}
	const length = Number(headers['content-length']);
	if (length > MAX_BYTES) {
		throw new StoreError('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
	}
	return length;
}

/** @param {Record<string, string>} headers */
function readContentMd5({ 'content-md5': contentMd5 }) {
	if (contentMd5 === undefined) return undefined;
	const isDigest = Buffer.from(contentMd5, 'base64').length === 16;
	if (!isDigest || !/^[A-Za-z0-9+/]{22}==$/.test(contentMd5)) {
		throw new StoreError('InvalidDigest', 'The Content-MD5 you specified was invalid.');
	}
	return contentMd5;
}

module.exports = { headersOf, judge };
