const { demand, httpUrl } = require('../errors');

/** Announces a file: one that is uploaded next, or one that the service fetches. @type {import('.').Handler} */
function addAsset(call) {
	const { switches, emulator } = call;
	const job = call.requireJob();
	const source = readSource(call);
	const asset = emulator.assets.create(job.id, source);
	const getsUploadUrl = source.url === undefined || switches.get('uploadUrlForAssetUrl');
	return {
		status: 200,
		body: {
			asset_id: switches.get('addAssetIdType') === 'number' ? Number(asset.id) : asset.id,
			...(getsUploadUrl ? { upload_url: emulator.assets.uploadUrlOf(asset) } : {}),
		},
	};
}

/** @param {import('../call').Call} call @returns {{ fileName?: string, url?: string }} */
function readSource(call) {
	const { file_name: fileName, asset_url: url } = call.body;
	demand(fileName !== '', 'INVALID_OPTION', 'file_name is empty');
	call.requireOneOf('file_name', 'asset_url');
	if (url !== undefined) return { url: httpUrl(url) };
	demand(typeof fileName === 'string', 'INVALID_OPTION', 'file_name has to be a string');
	return { fileName };
}

/** The deprecated way: what is uploaded is the job's media, with no add_media. @type {import('.').Handler} */
function requestUploadUrl(call) {
	const { switches, emulator } = call;
	const job = call.requirePendingJob();
	demand(!job.media, 'INVALID_QUERY', `Job ${job.id} already has media`);
	const parameter = switches.get('uploadUrlParameter');
	const { [parameter]: fileName } = call.query;
	demand(fileName !== undefined, 'MISSING_PARAMETER', `${parameter} is missing`);
	demand(fileName !== '', 'INVALID_OPTION', `${parameter} is empty`);
	const asset = emulator.assets.create(job.id, { fileName });
	job.directAssetId = asset.id;
	const url = emulator.assets.uploadUrlOf(asset);
	return { status: 200, body: nest(switches.get('uploadUrlField'), url) };
}

/** `data.url` becomes `{ data: { url } }`. @param {string} path @param {string} value @returns {any} */
const nest = (path, value) =>
	path.split('.').reduceRight((inner, name) => ({ [name]: inner }), /** @type {any} */ (value));

module.exports = { addAsset, requestUploadUrl };
