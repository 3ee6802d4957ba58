/**
 * S3's signature of version 2 in a query string.
 * Source: AWS, "Signing and Authenticating REST Requests", query string request authentication.
 */
const { createHmac } = require('node:crypto');
const { demand, demandKey, demandSignature } = require('./storeError');

/**
 * @typedef {object} RequestToSign
 * @property {string} method
 * @property {string} rawPath with the bucket
 * @property {string} expires seconds since 1970
 * @property {Record<string, string>} [headers] with lower-case names. Content-Type, Content-MD5 and `x-amz-…` are covered, also
 *   one that the signer has not thought of
 */

/** @param {RequestToSign} request @param {string} secret @returns {string} in base64 */
function signV2({ method, rawPath, expires, headers = {} }, secret) {
	const { 'content-md5': md5 = '', 'content-type': type = '' } = headers;
	const names = Object.keys(headers).filter((name) => name.startsWith('x-amz-'));
	const amzHeaders = names.sort().map((name) => `${name}:${headers[name].trim()}`);
	const stringToSign = [method, md5, type, expires, ...amzHeaders, rawPath].join('\n');
	return createHmac('sha1', secret).update(stringToSign).digest('base64');
}

/**
 * @param {import('./judge').SignedRequest} request
 * @param {{ id: string, secret: string }} key
 * @param {number} now ms since 1970
 * @throws StoreError
 */
function verifyV2({ method, target, headers }, key, now) {
	const { rawPath, query } = target;
	const { AWSAccessKeyId: keyId, Expires: expires, Signature: signature } = readParameters(query);
	demand(now <= Number(expires) * 1000, 'AccessDenied', 'Request has expired');
	demandKey(keyId, key);
	demandSignature(signature === signV2({ method, rawPath, expires, headers }, key.secret));
}

/**
 * Exactly the three. Version 2 does not cover any other parameter, so that one could be added to a signed URL.
 * @param {import('./requestTarget').RequestTarget['query']} query
 */
function readParameters(query) {
	const names = query.map(([name]) => name).sort();
	const parameters = Object.fromEntries(query);
	const areThere = names.join() === 'AWSAccessKeyId,Expires,Signature';
	const refusal =
		'Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters';
	demand(areThere && /^\d+$/.test(parameters.Expires), 'AccessDenied', refusal);
	return parameters;
}

module.exports = { signV2, verifyV2 };
