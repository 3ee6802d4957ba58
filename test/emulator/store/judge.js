const { BUCKET } = require('./presign');
const { parseTarget } = require('./requestTarget');
const { verifyV2 } = require('./signatureV2');
const { demand } = require('./storeError');
const { verifyV4 } = require('./verifyV4');

/** What one PUT carries at most. */
const MAX_BYTES = 5 * 1024 ** 3;

const MAX_KEY_BYTES = 1024;

const SEVERAL_MECHANISMS =
	'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified';

/**
 * @typedef {ReturnType<typeof readRequest>} SignedRequest
 * @typedef {ReturnType<typeof judge>} Upload its length in bytes
 */

/**
 * Judges a request by its head, before a byte of its body is read: the upload may then outlive its URL.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('..').Emulator} context
 * @throws StoreError
 */
function judge(request, context) {
	const { method, target, headers } = authorize(request, context);
	demand(method === 'PUT', 'MethodNotAllowed', 'The specified method is not allowed here.');
	checkPlace(target);
	return { key: target.key, length: readLength(headers) };
}

/**
 * Lets only a request pass that carries a whole and valid signature in its query.
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('..').Emulator} context
 * @throws StoreError
 */
function authorize(incoming, { state, clock }) {
	const request = readRequest(incoming);
	const names = request.target.query.map(([name]) => name);
	const isV4 = names.some((name) => /^x-amz-(signature|credential|algorithm)$/i.test(name));
	const isV2 = names.some((name) => name === 'Signature' || name === 'AWSAccessKeyId');
	demand(isV4 || isV2, 'AccessDenied', 'Access Denied');
	const isOne = request.headers.authorization === undefined && isV4 !== isV2;
	demand(isOne, 'InvalidArgument', SEVERAL_MECHANISMS);
	const verify = isV4 ? verifyV4 : verifyV2;
	verify(request, state.data.storeKey, clock.now());
	return request;
}

/**
 * A header that came twice counts with both values, so that it can not slip past the signature.
 * @param {import('node:http').IncomingMessage} request
 */
function readRequest({ method, url, headersDistinct }) {
	const joined = Object.entries(headersDistinct).map(([name, all = []]) => [name, all.join(',')]);
	/** @type {Record<string, string>} */
	const headers = Object.fromEntries(joined);
	return { method: String(method), target: parseTarget(String(url)), headers };
}

/** @param {import('./requestTarget').RequestTarget} target */
function checkPlace({ bucket, key }) {
	demand(bucket === BUCKET, 'NoSuchBucket', 'The bucket does not exist');
	demand(key.length > 0, 'MethodNotAllowed', 'A bucket can not be uploaded');
	demand(key.length <= MAX_KEY_BYTES, 'KeyTooLongError', 'Your key is too long');
}

/** @param {Record<string, string>} headers */
function readLength(headers) {
	const { 'transfer-encoding': encoding, 'content-length': length } = headers;
	const refusal = 'A header you provided implies functionality that is not implemented';
	demand(encoding === undefined, 'NotImplemented', refusal);
	demand(length, 'MissingContentLength', 'You must provide the Content-Length header.');
	const isSmall = Number(length) <= MAX_BYTES;
	demand(isSmall, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
	return Number(length);
}

module.exports = { authorize, judge };
