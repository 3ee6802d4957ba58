const aws4 = require('aws4');
const { encode } = require('./requestTarget');
const { signV2 } = require('./signatureV2');

const BUCKET = 'uploads';
const CAPTIONS_BUCKET = 'captions';
const REGION = 'us-east-1';

/**
 * @typedef {{ id: string, secret: string }} Credentials
 * @typedef {{ storeUrl: string, bucket?: string, region?: string, credentials: Credentials }} Store
 *
 * @typedef {object} Request
 * @property {'GET' | 'HEAD' | 'PUT'} [method] `PUT` when left out
 * @property {string} key
 * @property {number} now ms since 1970
 * @property {number} expiresIn seconds
 * @property {string} [contentType] that the PUT has to carry
 *
 * @typedef {Store & Request} Target
 */

/** @param {Target} target */
function presignV4({ method = 'PUT', storeUrl, bucket = BUCKET, key, ...target }) {
	const { region = REGION, credentials, now, expiresIn, contentType } = target;
	/** @type {Record<string, string>} */
	const headers = { host: new URL(storeUrl).host };
	if (contentType !== undefined) headers['content-type'] = contentType;
	const query = `X-Amz-Date=${formatTime(now)}&X-Amz-Expires=${expiresIn}`;
	const path = `${pathOf(bucket, key)}?${query}`;
	return storeUrl + signV4({ method, region, path, headers }, credentials);
}

/**
 * @param {aws4.Request} request its path with `X-Amz-Date` and `X-Amz-Expires`, its headers those to sign
 * @param {Credentials} credentials
 * @returns {string} the path with S3's signature of version 4 in its query
 */
function signV4(request, { id, secret }) {
	const keys = { accessKeyId: id, secretAccessKey: secret };
	return String(aws4.sign({ ...request, service: 's3', signQuery: true }, keys).path);
}

/** `20130524T000000Z` @param {number} ms since 1970 */
const formatTime = (ms) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');

/** @param {Target} target */
function presignV2({ storeUrl, bucket = BUCKET, key, credentials, now, expiresIn, contentType }) {
	const rawPath = pathOf(bucket, key);
	const expires = String(Math.floor(now / 1000) + expiresIn);
	const headers = contentType === undefined ? undefined : { 'content-type': contentType };
	const signature = signV2({ method: 'PUT', rawPath, expires, headers }, credentials.secret);
	const query = `AWSAccessKeyId=${encode(credentials.id)}&Expires=${expires}`;
	return `${storeUrl}${rawPath}?${query}&Signature=${encode(signature)}`;
}

/** @param {string} bucket @param {string} key */
const pathOf = (bucket, key) => `/${bucket}/${key.split('/').map(encode).join('/')}`;

module.exports = {
	BUCKET,
	CAPTIONS_BUCKET,
	formatTime,
	pathOf,
	presignV2,
	presignV4,
	REGION,
	signV4,
};
