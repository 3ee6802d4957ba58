/**
 * What was uploaded to the URL that a job asked for becomes its media, as soon as it is there.
 * @param {import('../state').Job} job
 * @param {Pick<import('../context').Context, 'state' | 'objects'>} context
 */
function takeDirectUpload(job, { state, objects }) {
	const asset = state.data.assets[job.directAssetId ?? ''];
	if (asset === undefined || job.media !== undefined || objects.find(asset.key) === undefined) {
		return;
	}
	state.update(() => {
		asset.isUsed = true;
		job.media = { mediaUrl: null, assetIds: [asset.id], isMerged: false };
	});
}

module.exports = { takeDirectUpload };
