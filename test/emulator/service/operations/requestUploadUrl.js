const { createAsset, uploadUrlOf } = require('../assets');
const { ServiceError } = require('../errors');
const { requireJob, requirePending } = require('../query');
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
		const job = requireJob(call, context);
		requirePending(job);
		if (job.media !== undefined) {
			throw new ServiceError('INVALID_QUERY', `Job ${job.id} already has media`);
		}
		const fileName = readFileName(call.query, switches.get('uploadUrlParameter'));
		const asset = createAsset(context, job.id, { fileName });
		context.state.update(() => {
			job.directAssetId = asset.id;
		});
		const url = uploadUrlOf(context, storeUrl, asset);
		return { status: 200, body: nest(switches.get('uploadUrlField'), url) };
	},
}));

/**
 * @param {Record<string, string>} query
 * @param {string} parameter
 */
function readFileName(query, parameter) {
	const fileName = query[parameter];
	if (fileName === undefined) {
		throw new ServiceError('MISSING_PARAMETER', `${parameter} is missing`);
	}
	if (fileName === '') throw new ServiceError('INVALID_OPTION', `${parameter} is empty`);
	return fileName;
}

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
