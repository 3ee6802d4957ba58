const { createHmac } = require('node:crypto');
const { CAPTIONS_BUCKET, presignV4 } = require('../store/presign');

/**
 * @typedef {import('..').Emulator} Context
 * @typedef {import('./file').CaptionOrder} CaptionOrder
 */

/** A link to captions is followed at once. */
const LIFETIME_S = 5 * 60;

/** On the service's own host. */
const DOWNLOAD_PATH = '/downloads/captions';

/** Into the store. @param {CaptionOrder} order @param {Context} context */
function storeLinkOf({ jobId, format, language }, { state, clock, storeUrl }) {
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

/** What a link into the store leads to. @param {string} key @returns {CaptionOrder} */
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
	const query = new URLSearchParams({
		job_id: String(order.jobId),
		language: order.language,
		caption_format: order.format,
		expires: String(Math.floor(clock.now() / 1000) + LIFETIME_S),
	});
	return `${DOWNLOAD_PATH}?${query}&signature=${sign(query, state)}`;
}

/**
 * @param {Record<string, string>} query
 * @param {Context} context
 * @returns {CaptionOrder | undefined} nothing where the link is wrong or has ended
 */
function readRelativeLink({ signature, ...fields }, { state, clock }) {
	const isValid = signature === sign(new URLSearchParams(fields), state);
	if (!isValid || clock.now() > Number(fields.expires) * 1000) return undefined;
	const { job_id: jobId, language, caption_format: format } = fields;
	return { jobId: Number(jobId), language, format };
}

/** @param {URLSearchParams} query @param {Context['state']} state */
const sign = (query, { data }) =>
	createHmac('sha256', data.tokenSecret).update(String(query)).digest('hex');

module.exports = { DOWNLOAD_PATH, readRelativeLink, readStoreKey, relativeLinkOf, storeLinkOf };
