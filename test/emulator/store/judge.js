const { parseTarget } = require('./requestTarget');
const { verifyV2 } = require('./signatureV2');
const { demand } = require('./storeError');
const { verifyV4 } = require('./verifyV4');

/** What one PUT carries at most. */
const MAX_BYTES = 5 * 1024 ** 3;

const SEVERAL_MECHANISMS =
	'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified';

/** @typedef {ReturnType<typeof readRequest>} SignedRequest */

/**
 * Judges an upload by its head, before a byte of its body is read: it may then outlive its URL.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('..').Emulator} context
 * @returns the key of the object that it makes
 * @throws StoreError
 */
function judge(request, context) {
	const { target, headers } = authorize(request, context);
	checkLength(headers);
	return target.key;
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

/** @param {Record<string, string>} headers */
function checkLength(headers) {
	const { 'transfer-encoding': encoding, 'content-length': length } = headers;
	const refusal = 'A header you provided implies functionality that is not implemented';
	demand(encoding === undefined, 'NotImplemented', refusal);
	demand(length, 'MissingContentLength', 'You must provide the Content-Length header.');
	const isSmall = Number(length) <= MAX_BYTES;
	demand(isSmall, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
}

module.exports = { authorize, judge };
