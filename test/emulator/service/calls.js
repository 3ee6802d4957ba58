const { demand } = require('./errors');
const { takeDirectUpload } = require('./assets');

/** The version of the interface that the vendor documents now; the older ones still work. */
const LATEST_VERSION = 4;

/**
 * @param {import('./operations').Call} call
 * @throws ServiceError
 */
function requireVersion({ query }) {
	const version = requireInteger('v', query);
	demand(version <= LATEST_VERSION, 'INVALID_OPTION', `v can not be ${version}`);
}

/**
 * The job that a call is about.
 * @param {import('./operations').Call} call
 * @param {import('..').Emulator} context
 * @returns {import('../state').Job}
 * @throws ServiceError
 */
function requireJob(call, context) {
	requireVersion(call);
	context.clock.wake();
	const jobId = requireInteger('job_id', call.query);
	const job = context.state.data.jobs[jobId];
	demand(job, 'ITEM_NOT_FOUND', `There is no job ${jobId}`);
	takeDirectUpload(job, context);
	return job;
}

/**
 * The same for a call that is only possible before the job is started.
 * @type {typeof requireJob}
 */
function requirePendingJob(call, context) {
	const job = requireJob(call, context);
	demand(job.status === 'Pending', 'INVALID_QUERY', `Job ${job.id} is ${job.status}`);
	return job;
}

/**
 * @param {string} name
 * @param {Record<string, string>} query
 */
function requireInteger(name, { [name]: text }) {
	demand(text !== undefined, 'MISSING_PARAMETER', `${name} is missing`);
	demand(/^[1-9]\d{0,15}$/.test(text), 'INVALID_OPTION', `${name} has to be an integer`);
	return Number(text);
}

/**
 * @param {Record<string, unknown>} body
 * @param {[one: string, other: string]} names of which exactly one has to be given; an empty list is not
 * @throws ServiceError
 */
function requireOneOf(body, names) {
	const given = names.map((name) => body[name] ?? []).filter((value) => String(value) !== '');
	demand(given.length > 0, 'MISSING_PARAMETER', `${names.join(' or ')} is missing`);
	demand(given.length < 2, 'INVALID_OPTION', `Only one of ${names.join(' and ')} can be given`);
}

/**
 * What a call is answered that has nothing to tell.
 * @param {number} jobId
 * @param {'json' | 'empty' | '204'} form
 * @returns {import('./operations').Answer}
 */
function acknowledge(jobId, form) {
	if (form === 'json') return { status: 200, body: { job_id: jobId } };
	return { status: form === '204' ? 204 : 200 };
}

module.exports = { acknowledge, requireJob, requireOneOf, requirePendingJob, requireVersion };
