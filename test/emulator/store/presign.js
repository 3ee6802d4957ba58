const { encode } = require('./requestTarget');
const { ALGORITHM, formatTime, REGION, scopePath, signV4 } = require('./signatureV4');
const { signV2 } = require('./signatureV2');

const BUCKET = 'uploads';
const CAPTIONS_BUCKET = 'captions';

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
	const canonicalPath = pathOf(bucket, key);
	const scope = { time: formatTime(now), region };
	/** @type {Record<string, string>} */
	const headers = { host: new URL(storeUrl).host };
	if (contentType !== undefined) headers['content-type'] = contentType;
	/** @type {Array<[string, string]>} */
	const query = [
		['X-Amz-Algorithm', ALGORITHM],
		['X-Amz-Credential', `${credentials.id}/${scopePath(scope)}`],
		['X-Amz-Date', scope.time],
		['X-Amz-Expires', String(expiresIn)],
		['X-Amz-SignedHeaders', Object.keys(headers).sort().join(';')],
	];
	const signature = signV4({ method, canonicalPath, query, headers }, scope, credentials.secret);
	return urlOf(storeUrl, canonicalPath, [...query, ['X-Amz-Signature', signature]]);
}

/** @param {Target} target */
function presignV2({ storeUrl, bucket = BUCKET, key, credentials, now, expiresIn, contentType }) {
	const rawPath = pathOf(bucket, key);
	const expires = String(Math.floor(now / 1000) + expiresIn);
	const headers = contentType === undefined ? undefined : { 'content-type': contentType };
	const signature = signV2({ method: 'PUT', rawPath, expires, headers }, credentials.secret);
	return urlOf(storeUrl, rawPath, [
		['AWSAccessKeyId', credentials.id],
		['Expires', expires],
		['Signature', signature],
	]);
}

/** @param {string} bucket @param {string} key */
const pathOf = (bucket, key) => `/${bucket}/${key.split('/').map(encode).join('/')}`;

/** @param {string} storeUrl @param {string} path @param {Array<[string, string]>} query */
function urlOf(storeUrl, path, query) {
	const pairs = query.map(([name, value]) => `${name}=${encode(value)}`);
	return `${storeUrl}${path}?${pairs.join('&')}`;
}

module.exports = { BUCKET, CAPTIONS_BUCKET, presignV4, presignV2 };
