/**
 * S3's signature of version 4 in a query string.
 * Source: AWS, "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)".
 */
const { createHash, createHmac } = require('node:crypto');
const { encode } = require('./requestTarget');

const ALGORITHM = 'AWS4-HMAC-SHA256';
const REGION = 'us-east-1';

/**
 * @typedef {object} RequestToSign
 * @property {string} method
 * @property {string} canonicalPath
 * @property {Array<[name: string, value: string]>} query without `X-Amz-Signature`
 * @property {Record<string, string>} headers with lower-case names, those that are signed
 *
 * @typedef {{ time: string, region: string }} Scope its time as `formatTime` writes it
 */

/**
 * @param {RequestToSign} request
 * @param {Scope} scope
 * @param {string} secret
 * @returns {string} in hexadecimal
 */
function signV4(request, scope, secret) {
	/** @type {Buffer} */
	const start = Buffer.from(`AWS4${secret}`);
	const key = scopePath(scope).split('/').reduce(hmac, start);
	const stringToSign = [
		ALGORITHM,
		scope.time,
		scopePath(scope),
		createHash('sha256').update(canonicalRequest(request)).digest('hex'),
	].join('\n');
	return hmac(key, stringToSign).toString('hex');
}

/** @param {RequestToSign} request */
function canonicalRequest({ method, canonicalPath, query, headers }) {
	const names = Object.keys(headers).sort();
	const pairs = query.map(([name, value]) => `${encode(name)}=${encode(value)}`);
	return [
		method,
		canonicalPath,
		pairs.sort().join('&'),
		...names.map((name) => `${name}:${headers[name].trim().replace(/ +/g, ' ')}`),
		'',
		names.join(';'),
		'UNSIGNED-PAYLOAD',
	].join('\n');
}

/** What follows the key's id in `X-Amz-Credential`. @param {Scope} scope */
const scopePath = ({ time, region }) => `${time.slice(0, 8)}/${region}/s3/aws4_request`;

/** @param {Buffer} key @param {string} text */
const hmac = (key, text) => createHmac('sha256', key).update(text).digest();

/** `20130524T000000Z` @param {number} ms since 1970 */
const formatTime = (ms) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');

/**
 * @param {string} time as `formatTime` writes it
 * @returns {number} ms since 1970; NaN for any other text
 */
function parseTime(time) {
	const iso = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
	return iso === time ? NaN : Date.parse(iso);
}

module.exports = { ALGORITHM, formatTime, parseTime, REGION, scopePath, signV4 };
