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

/** Without a host, to be followed on that of the service. @param {CaptionOrder} order */
function relativeLinkOf({ jobId, format, language }) {
	const query = { job_id: String(jobId), language, caption_format: format };
	return `${DOWNLOAD_PATH}?${new URLSearchParams(query)}`;
}

module.exports = { DOWNLOAD_PATH, readStoreKey, relativeLinkOf, storeLinkOf };
