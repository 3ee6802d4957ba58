const { readAssetIds, useAssets } = require('../assets');
const { acknowledge, requireOneOf, requirePendingJob } = require('../calls');
const { demand } = require('../errors');
const { httpUrl } = require('../fields');
const { profileOf } = require('../jobs');

/** @typedef {import('../../state').Media} Media */

/** Gives a job its recording, once. @type {import('.').Operation} */
const addMedia = {
	name: 'add_media',
	method: 'POST',
	path: '/api/job/add_media',
	handle(call, context) {
		const { switches } = context;
		const job = requirePendingJob(call, context);
		demand(!job.media, 'INVALID_QUERY', `Job ${job.id} already has media`);
		const media = readMedia(call.body, job, switches);
		useAssets(context, job, media.assetIds, { media });
		return acknowledge(job.id, switches.get('addMediaAnswer'));
	},
};

/**
 * @param {Record<string, unknown>} body
 * @param {import('../../state').Job} job
 * @param {import('../../switchboard').Switchboard} switches
 * @returns {Media}
 */
function readMedia(body, job, switches) {
	const { media_url: url = null, asset_ids: ids = [], merge_assets: isMerged = false } = body;
	const assetIds = readAssetIds(ids, switches);
	demand(typeof isMerged === 'boolean', 'INVALID_OPTION', 'merge_assets has to be a boolean');
	requireOneOf(body, ['media_url', 'asset_ids']);
	const mediaUrl = url === null ? null : httpUrl(url);
	if (isMerged) {
		const isEnough = assetIds.length > 1;
		demand(isEnough, 'INVALID_OPTION', 'merge_assets needs two or more asset_ids');
		const mayMerge = profileOf(job)?.mayMerge;
		demand(mayMerge, 'INVALID_OPTION', `The profile ${job.profile} may not merge assets`);
	}
	const maybeSeveral = switches.get('severalAssetsWithoutMerge') === 'accepted' || isMerged;
	demand(assetIds.length < 2 || maybeSeveral, 'INVALID_OPTION', 'Several assets have to be merged');
	return { mediaUrl, assetIds, isMerged };
}

module.exports = { addMedia };
