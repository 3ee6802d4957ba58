/**
 * S3's signature of version 2 in a query string.
 * Source: AWS, "Signing and Authenticating REST Requests", query string request authentication.
 */
const { createHmac } = require('node:crypto');

/**
 * @typedef {object} RequestToSign
 * @property {string} method
 * @property {string} rawPath with the bucket
 * @property {string} expires seconds since 1970
 * @property {string} [contentType] always covered: one that the signer has not thought of breaks the signature
 * @property {string} [contentMd5]
 * @property {Record<string, string>} [amzHeaders] `x-amz-…`, with lower-case names
 */

/**
 * @param {RequestToSign} request
 * @param {string} secret
 * @returns {string} in base64
 */
function signV2({ method, rawPath, expires, contentType, contentMd5, amzHeaders }, secret) {
	const stringToSign = [
		method,
		contentMd5 ?? '',
		contentType ?? '',
		expires,
		...canonicalAmzHeaders(amzHeaders ?? {}),
		rawPath,
	].join('\n');
	return createHmac('sha1', secret).update(stringToSign).digest('base64');
}

/** @param {Record<string, string>} headers */
function canonicalAmzHeaders(headers) {
	return Object.keys(headers)
		.sort()
		.map((name) => `${name}:${headers[name].trim()}`);
}

module.exports = { signV2 };
