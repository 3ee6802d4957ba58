const { acknowledge } = require('../acknowledge');
const { readAssetIds, useAssets } = require('../assetIds');
const { ServiceError } = require('../errors');
const { findProfile } = require('../profiles');
const { requireHttpUrl, requireJob, requirePending } = require('../query');

/** @typedef {import('../../state').Media} Media */

/** Gives a job its recording, once. @type {import('.').Operation} */
const addMedia = {
	name: 'add_media',
	method: 'POST',
	path: '/api/job/add_media',
	handle(call, context) {
		const job = requireJob(call, context);
		requirePending(job);
		if (job.media !== undefined) {
			throw new ServiceError('INVALID_QUERY', `Job ${job.id} already has media`);
		}
		const media = readMedia(call.body, context.switches);
		if (media.isMerged) checkMerge(media, job);
		useAssets(context, job, media.assetIds, { media });
		return acknowledge(job.id, context.switches.get('addMediaAnswer'));
	},
};

/**
 * @param {Record<string, unknown>} body
 * @param {import('../../switchboard').Switchboard} switches
 * @returns {Media}
 */
function readMedia(body, switches) {
	const { media_url: mediaUrl = null, asset_ids: ids = [], merge_assets: isMerged = false } = body;
	const assetIds = readAssetIds(ids, switches);
	if (typeof isMerged !== 'boolean') {
		throw new ServiceError('INVALID_OPTION', 'merge_assets has to be a boolean');
	}
	if (mediaUrl === null && assetIds.length === 0) {
		throw new ServiceError('MISSING_PARAMETER', 'media_url or asset_ids is missing');
	}
	if (mediaUrl !== null && assetIds.length > 0) {
		throw new ServiceError('INVALID_OPTION', 'Only one of media_url and asset_ids can be given');
	}
	if (mediaUrl !== null) requireHttpUrl(String(mediaUrl));
	const areTooMany = assetIds.length > 1 && !isMerged;
	if (areTooMany && switches.get('severalAssetsWithoutMerge') === 'refused') {
		throw new ServiceError('INVALID_OPTION', 'Several assets have to be merged');
	}
	return { mediaUrl: mediaUrl === null ? null : String(mediaUrl), assetIds, isMerged };
}

/**
 * @param {Media} media
 * @param {import('../../state').Job} job
 */
function checkMerge({ assetIds }, { profile }) {
	if (assetIds.length < 2) {
		throw new ServiceError('INVALID_OPTION', 'merge_assets needs two or more asset_ids');
	}
	if (!findProfile(profile)?.mayMerge) {
		throw new ServiceError('INVALID_OPTION', `The profile ${profile} may not merge assets`);
	}
}

module.exports = { addMedia };
