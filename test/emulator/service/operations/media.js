const { demand, httpUrl } = require('../errors');
const { acknowledge, profileOf } = require('../jobs');

/** Gives a job its recording, once. @type {import('.').Handler} */
function addMedia(call) {
	const job = call.requirePendingJob();
	demand(!job.media, 'INVALID_QUERY', `Job ${job.id} already has media`);
	const media = readMedia(call, job);
	for (const id of media.assetIds) call.emulator.assets.require(id, job.id);
	job.media = media;
	return acknowledge(job);
}

/** @param {import('../call').Call} call @param {import('../../state').Job} job @returns {import('../../state').Media} */
function readMedia(call, job) {
	const { media_url: url = null, asset_ids: ids = [], merge_assets: isMerged = false } = call.body;
	const assetIds = call.readAssetIds(ids);
	demand(typeof isMerged === 'boolean', 'INVALID_OPTION', 'merge_assets has to be a boolean');
	call.requireOneOf('media_url', 'asset_ids');
	const mediaUrl = url === null ? null : httpUrl(url);
	if (isMerged) {
		const isEnough = assetIds.length > 1;
		demand(isEnough, 'INVALID_OPTION', 'merge_assets needs two or more asset_ids');
		const mayMerge = profileOf(job)?.takesSeveral;
		demand(mayMerge, 'INVALID_OPTION', `The profile ${job.profile} may not merge assets`);
	}
	return { mediaUrl, assetIds, isMerged };
}

/** A second recording, for where the first one is bad. @type {import('.').Handler} */
function addBackupRecord(call) {
	const job = call.requirePendingJob();
	const { id, profile, backupAssetId } = job;
	demand(job.media, 'INVALID_QUERY', `Job ${id} has no media yet`);
	const isFirst = backupAssetId === undefined;
	demand(isFirst, 'INVALID_QUERY', `Job ${id} already has a backup recording`);
	const refusal = `The profile ${profile} may not have a backup recording`;
	demand(profileOf(job)?.takesSeveral, 'INVALID_OPTION', refusal);
	const assetId = call.body.asset_id ?? undefined;
	demand(assetId !== undefined, 'MISSING_PARAMETER', 'asset_id is missing');
	const [backup] = call.readAssetIds([assetId]);
	call.emulator.assets.require(backup, id);
	job.backupAssetId = backup;
	return acknowledge(job);
}

/** Papers that help who transcribes: slides, names, terms. @type {import('.').Handler} */
function addNotes(call) {
	const job = call.requirePendingJob();
	const { notes = [] } = job;
	const mayHaveMore = notes.length === 0 || call.switches.get('secondNotes') === 'accepted';
	demand(mayHaveMore, 'INVALID_QUERY', `Job ${job.id} already has notes`);
	const assetIds = call.readAssetIds();
	call.requireOneOf('notes_attachment_url', 'asset_ids');
	const url = assetIds.length > 0 ? undefined : httpUrl(call.body.notes_attachment_url);
	for (const id of assetIds) call.emulator.assets.require(id, job.id);
	job.notes = [...notes, { url, assetIds }];
	return acknowledge(job);
}

module.exports = { addBackupRecord, addMedia, addNotes };
