const { ServiceError } = require('../errors');
const { insertJob } = require('../jobs');
const { requireVersion } = require('../query');

/** @type {import('.').Operation} */
const createJob = {
	name: 'job_new',
	method: 'POST',
	path: '/api/job/new',
	handle(call, context) {
		requireVersion(call);
		const { profile, job_name: name, external_id: externalId, language } = call.body;
		if (profile === undefined) throw new ServiceError('MISSING_PARAMETER', 'profile is missing');
		const job = insertJob(context, {
			profile: String(profile),
			name: optionalText('job_name', name),
			externalId: optionalText('external_id', externalId),
			language: optionalText('language', language),
		});
		return { status: context.switches.get('newJobStatus'), body: { job_id: job.id } };
	},
};

/**
 * @param {string} name
 * @param {unknown} value
 */
function optionalText(name, value) {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'string') return value;
	throw new ServiceError('INVALID_OPTION', `${name} has to be a string`);
}

module.exports = { createJob };
