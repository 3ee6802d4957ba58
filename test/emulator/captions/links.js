const { createHmac } = require('node:crypto');
const { CAPTIONS_BUCKET, presignV4 } = require('../store/presign');

/**
 * @typedef {import('../context').Context} Context
 * @typedef {import('./file').CaptionOrder} CaptionOrder
 */

/** A link to captions is followed at once. */
const LIFETIME_S = 5 * 60;

/** On the service's own host. */
const DOWNLOAD_PATH = '/downloads/captions';

/**
 * Into the store.
 * @param {CaptionOrder} order
 * @param {Context} context
 * @param {string} storeUrl
 */
function storeLinkOf({ jobId, format, language }, { state, clock }, storeUrl) {
	return presignV4({
		method: 'GET',
		storeUrl,
		bucket: CAPTIONS_BUCKET,
		key: `${jobId}/${language}/${format}`,
		credentials: state.data.storeKey,
		now: clock.now(),
		expiresIn: LIFETIME_S,
	});
}

/**
 * What a link into the store leads to.
 * @param {string} key
 * @returns {CaptionOrder}
 */
function readStoreKey(key) {
	const [jobId, language, format] = key.split('/');
	return { jobId: Number(jobId), language, format };
}

/**
 * Without a host, to be followed on that of the service.
 * @param {CaptionOrder} order
 * @param {Context} context
 */
function relativeLinkOf(order, { state, clock }) {
	const expires = String(Math.floor(clock.now() / 1000) + LIFETIME_S);
	const query = new URLSearchParams({
		job_id: String(order.jobId),
		language: order.language,
		caption_format: order.format,
		expires,
		signature: sign(order, expires, state),
	});
	return `${DOWNLOAD_PATH}?${query}`;
}

/**
 * @param {Record<string, string>} query
 * @param {Context} context
 * @returns {CaptionOrder | undefined} nothing where the link is wrong or has ended
 */
function readRelativeLink(query, { state, clock }) {
	const { job_id: jobId, language, caption_format: format, expires, signature } = query;
	const order = { jobId: Number(jobId), language, format };
	const isValid = signature === sign(order, expires, state);
	return isValid && clock.now() <= Number(expires) * 1000 ? order : undefined;
}

/**
 * @param {CaptionOrder} order
 * @param {string} expires
 * @param {Context['state']} state
 */
function sign({ jobId, language, format }, expires, { data }) {
	return createHmac('sha256', data.tokenSecret)
		.update([jobId, language, format, expires].join('\n'))
		.digest('hex');
}

module.exports = { DOWNLOAD_PATH, readRelativeLink, readStoreKey, relativeLinkOf, storeLinkOf };
