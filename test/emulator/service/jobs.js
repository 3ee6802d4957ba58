const { ServiceError } = require('./errors');
const { findProfile } = require('./profiles');

/** @typedef {Omit<import('../state').Job, 'id' | 'status'> & { status?: import('../state').JobStatus }} NewJob */

/**
 * @param {Pick<import('../context').Context, 'state'>} context
 * @param {NewJob} details
 * @returns {import('../state').Job}
 * @throws ServiceError
 */
function insertJob({ state }, { status = 'Pending', ...details }) {
	if (findProfile(details.profile) === undefined) {
		throw new ServiceError('INVALID_OPTION', `There is no profile ${details.profile}`);
	}
	return state.update((data) => {
		data.lastJobId++;
		const job = { id: data.lastJobId, status, ...details };
		data.jobs[job.id] = job;
		return job;
	});
}

module.exports = { insertJob };
