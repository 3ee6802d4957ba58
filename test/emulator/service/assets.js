const { randomInt, randomUUID } = require('node:crypto');
const { presignV2, presignV4 } = require('../store/presign');
const { demand } = require('./errors');

/**
 * @typedef {import('..').Emulator} Context
 * @typedef {import('../state').Asset} Asset
 */

/** An upload URL lives this long, and so does an uploaded file that is not used. */
const DAY_S = 24 * 60 * 60;

/**
 * @param {Context} context
 * @param {number} jobId
 * @param {{ fileName?: string, url?: string }} source
 * @returns {Asset}
 */
function createAsset({ state, clock, switches }, jobId, { fileName, url }) {
	const isNumber = switches.get('addAssetIdType') === 'number';
	const id = isNumber ? String(randomInt(1_000_000, 2 ** 47)) : randomUUID();
	/** @type {Asset} */
	const asset = {
		id,
		jobId,
		createdAt: clock.now(),
		url,
		key: `${jobId}/${id}/${baseName(fileName ?? url ?? '')}`,
		isUsed: false,
	};
	state.update(({ assets }) => {
		assets[id] = asset;
	});
	return asset;
}

/**
 * Without folders, and never `.` or `..`: HTTP clients fold those, and the signature would not match any more.
 * @param {string} name
 */
function baseName(name) {
	const [last = ''] = name.split(/[/\\]/).slice(-1);
	return /^\.*$/.test(last) ? 'file' : last;
}

/** @param {Context} context @param {Asset} asset */
function uploadUrlOf({ state, clock, switches, storeUrl, externalStore }, { key }) {
	const contentType = switches.get('signedContentType');
	const presign = switches.get('signatureVersion') === 'v4' ? presignV4 : presignV2;
	return presign({
		...(externalStore ?? { storeUrl, credentials: state.data.storeKey }),
		key,
		now: clock.now(),
		expiresIn: DAY_S,
		contentType: contentType === 'none' ? undefined : contentType,
	});
}

/**
 * An asset that a job can use now.
 * @param {Context} context
 * @param {string} id
 * @param {number} jobId
 * @returns {Asset}
 * @throws ServiceError
 */
function requireAsset(context, id, jobId) {
	deleteUnused(context);
	const asset = context.state.data.assets[id];
	demand(asset?.jobId === jobId, 'ITEM_NOT_FOUND', `Job ${jobId} has no asset ${id}`);
	const isReady = readyAt(context, asset) !== undefined;
	demand(isReady, 'ITEM_NOT_FOUND', `Asset ${id} has not been uploaded`);
	return asset;
}

/**
 * What was uploaded and not used within a day is deleted.
 * @param {Context} context
 */
function deleteUnused(context) {
	const { assets } = context.state.data;
	const isOver = (/** @type {Asset} */ asset) => {
		const since = readyAt(context, asset);
		return !asset.isUsed && since !== undefined && context.clock.now() > since + DAY_S * 1000;
	};
	for (const asset of Object.values(assets).filter(isOver)) {
		context.objects.remove(asset.key);
		context.state.update((data) => delete data.assets[asset.id]);
	}
}

/**
 * When the file was there; for one that the service fetches, at once.
 * @param {Context} context
 * @param {Asset} asset
 * @returns {number | undefined} ms since 1970
 */
function readyAt({ objects }, { url, key, createdAt }) {
	return objects.find(key)?.storedAt ?? (url === undefined ? undefined : createdAt);
}

/**
 * @param {unknown} ids
 * @param {Context['switches']} switches
 * @returns {string[]}
 * @throws ServiceError
 */
function readAssetIds(ids, switches) {
	const types = ['string', switches.get('addAssetIdType')];
	const areIds = Array.isArray(ids) && ids.every((id) => types.includes(typeof id));
	demand(areIds, 'INVALID_OPTION', 'asset_ids has to be an array of strings');
	const assetIds = ids.map(String);
	const areDifferent = new Set(assetIds).size === assetIds.length;
	demand(areDifferent, 'INVALID_OPTION', 'asset_ids names an asset twice');
	return assetIds;
}

/**
 * Gives a job what was uploaded, all of it or nothing.
 * @param {Context} context
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

/**
 * What was uploaded to the URL that a job asked for becomes its media, as soon as it is there.
 * @param {import('../state').Job} job
 * @param {Pick<Context, 'state' | 'objects'>} context
 */
function takeDirectUpload(job, { state, objects }) {
	const asset = state.data.assets[job.directAssetId ?? ''];
	if (!asset || job.media || !objects.find(asset.key)) return;
	state.update(() => {
		asset.isUsed = true;
		job.media = { mediaUrl: null, assetIds: [asset.id], isMerged: false };
	});
}

module.exports = { createAsset, readAssetIds, takeDirectUpload, uploadUrlOf, useAssets };
