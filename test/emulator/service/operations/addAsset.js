const { createAsset, uploadUrlOf } = require('../assets');
const { requireJob, requireOneOf } = require('../calls');
const { demand } = require('../errors');
const { httpUrl } = require('../fields');

/** Announces a file: one that is uploaded next, or one that the service fetches. @type {import('.').Operation} */
const addAsset = {
	name: 'add_asset',
	method: 'POST',
	path: '/api/job/add_asset',
	handle(call, context, { storeUrl }) {
		const { switches } = context;
		const job = requireJob(call, context);
		const source = readSource(call.body);
		const asset = createAsset(context, job.id, source);
		const getsUploadUrl = source.url === undefined || switches.get('uploadUrlForAssetUrl');
		return {
			status: 200,
			body: {
				asset_id: switches.get('addAssetIdType') === 'number' ? Number(asset.id) : asset.id,
				...(getsUploadUrl ? { upload_url: uploadUrlOf(context, storeUrl, asset) } : {}),
			},
		};
	},
};

/** @param {Record<string, unknown>} body @returns {{ fileName?: string, url?: string }} */
function readSource({ file_name: fileName, asset_url: url }) {
	demand(fileName !== '', 'INVALID_OPTION', 'file_name is empty');
	requireOneOf({ file_name: fileName, asset_url: url }, ['file_name', 'asset_url']);
	if (url !== undefined) return { url: httpUrl(url) };
	demand(typeof fileName === 'string', 'INVALID_OPTION', 'file_name has to be a string');
	return { fileName };
}

module.exports = { addAsset };
