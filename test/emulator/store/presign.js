const { createHmac } = require('node:crypto');
const aws4 = require('aws4');

/**
 * @typedef {{ storeUrl: string, bucket?: string, region?: string, credentials: { id: string, secret: string } }} Store
 *
 * @typedef {object} Request
 * @property {'GET' | 'PUT'} [method] `PUT` when left out
 * @property {string} key
 * @property {number} now ms since 1970
 * @property {number} expiresIn seconds
 * @property {string} [contentType] that the PUT has to carry
 *
 * @typedef {Store & Request} Target
 */

/** @param {Target} target */
function presignV4({ method = 'PUT', storeUrl, bucket, key, ...target }) {
	const { region = 'us-east-1', credentials, now, expiresIn, contentType } = target;
	/** @type {Record<string, string>} */
	const headers = { host: new URL(storeUrl).host };
	if (contentType !== undefined) headers['content-type'] = contentType;
	const date = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
	const path = `${pathOf(bucket, key)}?X-Amz-Date=${date}&X-Amz-Expires=${expiresIn}`;
	const keys = { accessKeyId: credentials.id, secretAccessKey: credentials.secret };
	const request = { service: 's3', signQuery: true, method, region, path, headers };
	return storeUrl + aws4.sign(request, keys).path;
}

/** Source: AWS, "Signing and Authenticating REST Requests", query string request authentication. @param {Target} target */
function presignV2({ method = 'PUT', storeUrl, bucket, key, ...target }) {
	const { credentials, now, expiresIn, contentType = '' } = target;
	const path = pathOf(bucket, key);
	const expires = Math.floor(now / 1000) + expiresIn;
	const stringToSign = [method, '', contentType, expires, path].join('\n');
	const signature = createHmac('sha1', credentials.secret).update(stringToSign).digest('base64');
	const query = `AWSAccessKeyId=${encode(credentials.id)}&Expires=${expires}`;
	return `${storeUrl}${path}?${query}&Signature=${encode(signature)}`;
}

/** @param {string} bucket @param {string} key */
const pathOf = (bucket = 'uploads', key) => `/${bucket}/${key.split('/').map(encode).join('/')}`;

/** Every byte but the unreserved ones, as a signature wants it: `encodeURIComponent` leaves `!'()*`. @param {string} text */
const encode = (text) =>
	encodeURIComponent(text).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);

module.exports = { presignV2, presignV4 };
