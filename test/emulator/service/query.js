const { takeDirectUpload } = require('./directUpload');
const { ServiceError } = require('./errors');

/** The version of the interface that the vendor documents now; the older ones still work. */
const LATEST_VERSION = 4;

/**
 * @param {import('./operations').Call} call
 * @throws ServiceError
 */
function requireVersion({ query }) {
	const version = requireInteger('v', query);
	if (version > LATEST_VERSION) {
		throw new ServiceError('INVALID_OPTION', `v can not be ${version}`);
	}
}

/**
 * The job that a call is about.
 * @param {import('./operations').Call} call
 * @param {import('../context').Context} context
 * @returns {import('../state').Job}
 * @throws ServiceError
 */
function requireJob(call, context) {
	requireVersion(call);
	context.clock.wake();
	const jobId = requireInteger('job_id', call.query);
	const job = context.state.data.jobs[jobId];
	if (job === undefined) throw new ServiceError('ITEM_NOT_FOUND', `There is no job ${jobId}`);
	takeDirectUpload(job, context);
	return job;
}

/**
 * @param {import('../state').Job} job
 * @throws ServiceError
 */
function requirePending({ id, status }) {
	if (status !== 'Pending') throw new ServiceError('INVALID_QUERY', `Job ${id} is ${status}`);
}

/**
 * @param {string} name
 * @param {Record<string, string>} query
 */
function requireInteger(name, query) {
	const text = query[name];
	if (text === undefined) throw new ServiceError('MISSING_PARAMETER', `${name} is missing`);
	if (!/^[1-9]\d{0,15}$/.test(text)) {
		throw new ServiceError('INVALID_OPTION', `${name} has to be an integer`);
	}
	return Number(text);
}

/**
 * @param {string} url
 * @throws ServiceError
 */
function requireHttpUrl(url) {
	if (/^https?:\/\/[^/?#]/i.test(url) && URL.canParse(url)) return;
	throw new ServiceError('INVALID_URL', 'The URL has to start with http:// or https://');
}

module.exports = { requireVersion, requireJob, requirePending, requireHttpUrl };
