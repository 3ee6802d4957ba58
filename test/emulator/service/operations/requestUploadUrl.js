const { createAsset, uploadUrlOf } = require('../assets');
const { requirePendingJob } = require('../calls');
const { demand } = require('../errors');
const { UPLOAD_URL_PATHS } = require('../../switches');

/**
 * The deprecated way: what is uploaded is the job's media, with no add_media. The vendor does not name any of it.
 * @type {import('.').Operation[]}
 */
const requestUploadUrl = UPLOAD_URL_PATHS.map((path) => ({
	name: 'request_upload_url',
	method: 'POST',
	path: `/api/job/${path}`,
	handle(call, context, { storeUrl }) {
		const { switches } = context;
		if (switches.get('uploadUrlPath') !== path) return { status: 404, html: 'Not Found' };
		const job = requirePendingJob(call, context);
		demand(!job.media, 'INVALID_QUERY', `Job ${job.id} already has media`);
		const parameter = switches.get('uploadUrlParameter');
		const { [parameter]: fileName } = call.query;
		demand(fileName !== undefined, 'MISSING_PARAMETER', `${parameter} is missing`);
		demand(fileName !== '', 'INVALID_OPTION', `${parameter} is empty`);
		const asset = createAsset(context, job.id, { fileName });
		context.state.update(() => {
			job.directAssetId = asset.id;
		});
		const url = uploadUrlOf(context, storeUrl, asset);
		return { status: 200, body: nest(switches.get('uploadUrlField'), url) };
	},
}));

/**
 * `data.url` becomes `{ data: { url } }`.
 * @param {string} path
 * @param {string} value
 */
function nest(path, value) {
	return path
		.split('.')
		.reduceRight((/** @type {any} */ inner, name) => ({ [name]: inner }), value);
}

module.exports = { requestUploadUrl };
