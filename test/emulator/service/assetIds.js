const { requireAsset } = require('./assets');
const { ServiceError } = require('./errors');

/**
 * @param {unknown} ids
 * @param {import('../switchboard').Switchboard} switches
 * @returns {string[]}
 * @throws ServiceError
 */
function readAssetIds(ids, switches) {
	const types = ['string', switches.get('addAssetIdType')];
	if (!Array.isArray(ids) || !ids.every((id) => types.includes(typeof id))) {
		throw new ServiceError('INVALID_OPTION', 'asset_ids has to be an array of strings');
	}
	const assetIds = ids.map(String);
	if (new Set(assetIds).size < assetIds.length) {
		throw new ServiceError('INVALID_OPTION', 'asset_ids names an asset twice');
	}
	return assetIds;
}

/**
 * Gives a job what was uploaded, all of it or nothing.
 * @param {import('../context').Context} context
 * @param {import('../state').Job} job
 * @param {string[]} assetIds
 * @param {Partial<import('../state').Job>} change of the job, at the same time
 * @throws ServiceError
 */
function useAssets(context, job, assetIds, change) {
	const assets = assetIds.map((id) => requireAsset(context, id, job.id));
	context.state.update(() => {
		for (const asset of assets) asset.isUsed = true;
		Object.assign(job, change);
	});
}

module.exports = { readAssetIds, useAssets };
