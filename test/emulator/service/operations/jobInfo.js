const { requireJob } = require('../calls');

/** @type {import('.').Operation} */
const jobInfo = {
	name: 'job_info',
	method: 'GET',
	path: '/api/job/info',
	handle(call, context) {
		const job = requireJob(call, context);
		return {
			status: 200,
			body: {
				job_id: job.id,
				job_status: job.status,
				draft_ready: job.isDraftReady ?? false,
				errors: job.errors ?? [],
				media: mediaOf(job),
				...detailsOf(job),
			},
		};
	},
};

/** What the job was made with. @param {import('../../state').Job} job */
function detailsOf(job) {
	return {
		profile: job.profile,
		job_name: job.name ?? null,
		external_id: job.externalId ?? null,
		language: job.language ?? null,
		dynamic_dictionary: job.dynamicDictionary ?? null,
		permissions: job.permissions ?? [],
		labels: job.labels ?? [],
		job_metadata: job.metadata ?? {},
		translation_profile: job.translationProfile ?? null,
		translation_languages: job.translationLanguages ?? [],
		translation_processing_mode: job.translationProcessingMode ?? null,
	};
}

/** @param {import('../../state').Job} job */
function mediaOf({ media }) {
	if (media === undefined) return [];
	if (media.mediaUrl !== null) return [{ media_url: media.mediaUrl }];
	return media.assetIds.map((id) => ({ asset_id: id, merged: media.isMerged }));
}

module.exports = { jobInfo };
