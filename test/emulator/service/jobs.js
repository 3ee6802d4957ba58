const { demand } = require('./errors');

/** @typedef {import('../state').Job} Job */

/** @typedef {Omit<Job, 'id' | 'status'> & { status?: import('../state').JobStatus }} NewJob */

/** The account's profiles. Only some may merge or have a backup recording, as with the real service, where its support gives that right. */
const PROFILES = [
	{ name: 'standard', turnaround: 24, mayMerge: true, mayHaveBackup: true },
	{ name: 'premium', turnaround: 4, mayMerge: true, mayHaveBackup: true },
	{ name: 'no-merge', turnaround: 24, mayMerge: false, mayHaveBackup: false },
];

/** @param {Pick<Job, 'profile'>} job */
const profileOf = (job) => PROFILES.find(({ name }) => name === job.profile);

/** That of the account's profiles. */
const DEFAULT_LANGUAGE = 'en-US';

/** In which a job has captions: its own, and those that it is translated to. @param {Job} job */
const languagesOf = ({ language = DEFAULT_LANGUAGE, translationLanguages = [] }) => [
	language,
	...translationLanguages,
];

/**
 * @param {Pick<import('..').Emulator, 'state'>} context
 * @param {NewJob} details
 * @returns {Job}
 * @throws ServiceError
 */
function insertJob({ state }, { status = 'Pending', ...details }) {
	demand(profileOf(details), 'INVALID_OPTION', `There is no profile ${details.profile}`);
	return state.update((data) => {
		data.lastJobId++;
		const job = { id: data.lastJobId, status, ...details };
		data.jobs[job.id] = job;
		return job;
	});
}

module.exports = { DEFAULT_LANGUAGE, insertJob, languagesOf, profileOf, PROFILES };
