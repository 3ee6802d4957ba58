const { createAsset, uploadUrlOf } = require('../assets');
const { ServiceError } = require('../errors');
const { requireHttpUrl, requireJob } = require('../query');

/** Announces a file: one that is uploaded next, or one that the service fetches. @type {import('.').Operation} */
const addAsset = {
	name: 'add_asset',
	method: 'POST',
	path: '/api/job/add_asset',
	handle(call, context, { storeUrl }) {
		const job = requireJob(call, context);
		const source = readSource(call.body);
		const asset = createAsset(context, job.id, source);
		const getsUploadUrl =
			source.fileName !== undefined || context.switches.get('uploadUrlForAssetUrl');
		return {
			status: 200,
			body: {
				asset_id: context.switches.get('addAssetIdType') === 'number' ? Number(asset.id) : asset.id,
				...(getsUploadUrl ? { upload_url: uploadUrlOf(context, storeUrl, asset) } : {}),
			},
		};
	},
};

/** @param {Record<string, unknown>} body */
function readSource({ file_name: fileName, asset_url: url }) {
	if (fileName === undefined && url === undefined) {
		throw new ServiceError('MISSING_PARAMETER', 'file_name or asset_url is missing');
	}
	if (fileName !== undefined && url !== undefined) {
		throw new ServiceError('INVALID_OPTION', 'Only one of file_name and asset_url can be given');
	}
	if (fileName !== undefined) {
		if (typeof fileName !== 'string' || fileName === '') {
			throw new ServiceError('INVALID_OPTION', 'file_name has to be a string');
		}
		return { fileName };
	}
	requireHttpUrl(String(url));
	return { url: String(url) };
}

module.exports = { addAsset };
