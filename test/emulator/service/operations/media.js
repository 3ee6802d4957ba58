const { readAssetIds, useAssets } = require('../assets');
const { acknowledge, requireOneOf, requirePendingJob } = require('../calls');
const { demand } = require('../errors');
const { httpUrl } = require('../fields');
const { profileOf } = require('../jobs');

/** Gives a job its recording, once. @type {import('.').Handler} */
function addMedia(call, context) {
	const { switches } = context;
	const job = requirePendingJob(call, context);
	demand(!job.media, 'INVALID_QUERY', `Job ${job.id} already has media`);
	const media = readMedia(call.body, job, switches);
	useAssets(context, job, media.assetIds, { media });
	return acknowledge(job.id, switches.get('addMediaAnswer'));
}

/**
 * @param {Record<string, unknown>} body
 * @param {import('../../state').Job} job
 * @param {import('../../switchboard').Switchboard} switches
 * @returns {import('../../state').Media}
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

/** A second recording, for where the first one is bad. @type {import('.').Handler} */
function addBackupRecord(call, context) {
	const { switches } = context;
	const job = requirePendingJob(call, context);
	const { id, profile, backupAssetId } = job;
	const mayHaveOne = backupAssetId === undefined || switches.get('secondBackup') === 'accepted';
	demand(job.media, 'INVALID_QUERY', `Job ${id} has no media yet`);
	demand(mayHaveOne, 'INVALID_QUERY', `Job ${id} already has a backup recording`);
	const isAllowed = profileOf(job)?.mayHaveBackup;
	const refusal = `The profile ${profile} may not have a backup recording`;
	demand(isAllowed, 'INVALID_OPTION', refusal);
	const assetId = call.body.asset_id ?? undefined;
	demand(assetId !== undefined, 'MISSING_PARAMETER', 'asset_id is missing');
	const [backup] = readAssetIds([assetId], switches);
	useAssets(context, job, [backup], { backupAssetId: backup });
	return acknowledge(id, switches.get('addMediaAnswer'));
}

/** Papers that help who transcribes: slides, names, terms. @type {import('.').Handler} */
function addNotes({ query, body }, context) {
	const { switches } = context;
	const job = requirePendingJob({ query, body }, context);
	const { notes = [] } = job;
	const mayHaveMore = notes.length === 0 || switches.get('secondNotes') === 'accepted';
	demand(mayHaveMore, 'INVALID_QUERY', `Job ${job.id} already has notes`);
	const assetIds = readAssetIds(body.asset_ids ?? [], switches);
	requireOneOf(body, ['notes_attachment_url', 'asset_ids']);
	const url = assetIds.length > 0 ? undefined : httpUrl(body.notes_attachment_url);
	useAssets(context, job, assetIds, { notes: [...notes, { url, assetIds }] });
	return acknowledge(job.id, switches.get('addMediaAnswer'));
}

module.exports = { addBackupRecord, addMedia, addNotes };
